import type { ReactNode } from "react";
import { FieldError, Input, Label, Text, TextArea, TextField, type TextFieldProps as AriaTextFieldProps } from "react-aria-components";
import styles from "./field.module.css";

export interface TextInputProps extends AriaTextFieldProps {
  label: ReactNode;
  /** What the field is for; below it. */
  hint?: ReactNode;
  /** What is wrong; instead of the hint. */
  fault?: string | undefined;
  /** Beside the label: a counter, a mark. */
  aside?: ReactNode;
  /** Several lines, as many as the text needs. */
  isLong?: boolean;
  placeholder?: string;
}

/** A text with its label, and with what is wrong with it. */
export function TextInput({ label, hint, fault: error, aside, isLong = false, placeholder = "", ...props }: TextInputProps) {
  return (
    <TextField {...props} isInvalid={error !== undefined} validationBehavior="aria" className={styles.field ?? ""}>
      <span className={styles.top}>
        <Label className={styles.label ?? ""}>{label}</Label>
        {aside !== undefined && <span className={styles.aside}>{aside}</span>}
      </span>
      {isLong ? (
        <TextArea className={`${styles.input} ${styles.long}`} rows={3} placeholder={placeholder} />
      ) : (
        <Input className={styles.input ?? ""} placeholder={placeholder} />
      )}
      {hint !== undefined && error === undefined && (
        <Text slot="description" className={styles.hint ?? ""}>
          {hint}
        </Text>
      )}
      <FieldError className={styles.fault ?? ""}>{error}</FieldError>
    </TextField>
  );
}

/** A label, a control of any kind, and what is said about it. */
export function Labelled({ label, hint, aside, children }: { label: ReactNode; hint?: ReactNode; aside?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <span className={styles.top}>
        <span className={styles.label}>{label}</span>
        {aside !== undefined && <span className={styles.aside}>{aside}</span>}
      </span>
      {children}
      {hint !== undefined && <span className={styles.hint}>{hint}</span>}
    </div>
  );
}

export const fieldStyles = styles;
