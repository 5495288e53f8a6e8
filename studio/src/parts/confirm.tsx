import { useState, type ReactNode } from "react";
import { Form } from "react-aria-components";
import { texts } from "../app/texts.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { TextInput } from "./field.tsx";

interface ConfirmProps {
  title: string;
  /** What will happen. */
  children?: ReactNode;
  /** The word on the button that does it: the verb, not “OK”. */
  label: string;
  /** What must be typed first, for what cannot be undone. */
  typed?: string;
  isOpen: boolean;
  isBusy?: boolean;
  onClose(): void;
  onConfirm(): void;
}

/** Asks before something is done. With `typed` it cannot be done by a wrong click. */
export function Confirm({ title, children, label, typed, isOpen, isBusy = false, onClose, onConfirm }: ConfirmProps) {
  const [words, setWords] = useState("");
  const isAllowed = !isBusy && (typed === undefined || isSame(words, typed));
  const close = () => {
    setWords("");
    onClose();
  };
  const confirm = () => {
    if (!isAllowed) return;
    setWords("");
    onConfirm();
  };
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      onClose={close}
      role="alertdialog"
      actions={
        <>
          <Button onPress={close}>{texts.app.cancel}</Button>
          <Button variant="danger" isDisabled={!isAllowed} onPress={confirm}>
            {label}
          </Button>
        </>
      }
    >
      {children}
      {typed !== undefined && (
        <Form
          onSubmit={(event) => {
            event.preventDefault();
            confirm();
          }}
        >
          <TextInput
            label={texts.confirm.typeTo(typed)}
            value={words}
            onChange={setWords}
            autoFocus
            autoComplete="off"
            spellCheck="false"
          />
        </Form>
      )}
    </Dialog>
  );
}

/** The same to a person: spaces around it and capitals do not matter. */
const isSame = (words: string, typed: string) => words.trim().toLowerCase() === typed.trim().toLowerCase();
