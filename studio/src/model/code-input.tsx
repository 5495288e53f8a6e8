import { useState, type Ref } from "react";
import { FieldError, Label, TextArea, TextField } from "react-aria-components";
import { fieldStyles } from "../parts/field.tsx";
import styles from "./model.module.css";

interface CodeInputProps {
  label: string;
  /** The code as it is now. Text stays as the person types it, as long as it means the same. */
  text: string;
  /** Takes what was typed, and answers the code as it is then; or what is wrong with it, and then nothing was taken. */
  read(text: string): { text: string } | { fault: string };
  isReadOnly: boolean;
  isTall?: boolean;
  area?: Ref<HTMLTextAreaElement>;
}

/** JSON as text. */
export function CodeInput({ label, text, read, isReadOnly, isTall = false, area }: CodeInputProps) {
  const [draft, setDraft] = useState<{ typed: string; result: string | undefined; fault: string | undefined }>();
  // An undo, or somebody else, has changed it since.
  const isStale = draft?.result !== undefined && draft.result !== text;
  if (isStale) setDraft(undefined);
  const change = (typed: string) => {
    const answer = read(typed);
    setDraft("fault" in answer ? { typed, result: undefined, fault: answer.fault } : { typed, result: answer.text, fault: undefined });
  };
  const currentText = draft?.typed ?? text;
  return (
    <TextField
      value={currentText}
      onChange={change}
      isReadOnly={isReadOnly}
      isInvalid={draft?.fault !== undefined}
      validationBehavior="aria"
      className={fieldStyles.field ?? ""}
    >
      <Label className={fieldStyles.label ?? ""}>{label}</Label>
      <TextArea
        ref={area ?? null}
        className={`${fieldStyles.input} ${styles.code} ${isTall ? styles.tall : ""}`}
        rows={Math.min(Math.max(currentText.split("\n").length + 1, 6), isTall ? 60 : 24)}
        spellCheck="false"
        autoCapitalize="off"
        autoComplete="off"
      />
      <FieldError className={fieldStyles.fault ?? ""}>{draft?.fault}</FieldError>
    </TextField>
  );
}
