import type { ReactNode } from "react";
import { Form } from "react-aria-components";
import { texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { TextInput } from "../parts/field.tsx";

interface NameFormProps {
  title: string;
  /** On the button that sends it. */
  action: string;
  name: string;
  onName(name: string): void;
  isBusy: boolean;
  onSubmit(): void;
  onClose(): void;
  /** Other fields. */
  children?: ReactNode;
}

/** The dialog that asks for the name of a release. */
export function NameForm({ title, action, name, onName, isBusy, onSubmit, onClose, children }: NameFormProps) {
  const { releases, app } = texts;
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <Form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <TextInput
          label={releases.name}
          hint={releases.nameHint}
          value={name}
          onChange={onName}
          autoFocus
          maxLength={200}
          autoComplete="off"
        />
        {children}
        <div className="row">
          <Button type="submit" variant="primary" isDisabled={isBusy || name.trim() === ""}>
            {action}
          </Button>
          <Button onPress={onClose}>{app.cancel}</Button>
        </div>
      </Form>
    </Dialog>
  );
}
