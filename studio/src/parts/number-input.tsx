import { useState, type ReactNode } from "react";
import { texts } from "../app/texts.ts";
import { TextInput } from "./field.tsx";

interface NumberInputProps {
  label: string;
  value: number | undefined;
  /** Undefined: the field is empty. */
  onChange(value: number | undefined): void;
  /** Whole numbers from 0, or from 1. */
  isCount?: boolean;
  least?: number;
  isDisabled?: boolean;
  hint?: ReactNode;
}

/** A number that may be absent. Text that is none stays in the field, and the value as it was. */
export function NumberInput({ label, value, onChange, isCount = false, least = -Infinity, isDisabled = false, hint }: NumberInputProps) {
  const [typed, setTyped] = useState("");
  const read = (text: string) => (text.trim() === "" ? undefined : Number(text.trim().replace(",", ".")));
  const isGood = (number: number | undefined) =>
    number === undefined || (Number.isFinite(number) && number >= least && (!isCount || Number.isSafeInteger(number)));
  const isOwn = read(typed) === value || !isGood(read(typed));
  const text = isOwn && typed !== "" ? typed : value === undefined ? "" : String(value);
  return (
    <TextInput
      label={label}
      hint={hint}
      value={text}
      isDisabled={isDisabled}
      inputMode={isCount ? "numeric" : "decimal"}
      autoComplete="off"
      fault={isGood(read(text)) ? undefined : isCount ? texts.fields.checks.whole : texts.fields.checks.number}
      onChange={(next) => {
        setTyped(next);
        const number = read(next);
        if (isGood(number)) onChange(number);
      }}
    />
  );
}
