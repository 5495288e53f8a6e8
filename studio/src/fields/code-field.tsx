import { useState } from "react";
import { jsonError } from "./json-error.ts";
import { texts } from "../app/texts.ts";
import { TextInput } from "../parts/field.tsx";
import { equal } from "../draft/json.ts";
import { isBelow, useErrorsWithin } from "./form-context.ts";
import styles from "./fields.module.css";
import type { KindProps } from "./kind-props.ts";
import { FieldLabel } from "./label.tsx";
import { plural } from "../app/texts.ts";

/** Any value, as JSON. What is no JSON yet stays in the field, and the value as it was. */
export function CodeField({ path, value, label, hint, isRequired, isReadOnly, fault: error, onChange }: KindProps) {
  const [typed, setTyped] = useState(() => jsonOf(value));
  const below = useErrorsWithin(isBelow(path));
  const parsed = parse(typed);
  // Somebody else changed the value, or an undo did.
  const isStale = parsed.reason === undefined && !equal(parsed.value, value);
  if (isStale) setTyped(jsonOf(value));
  const change = (text: string) => {
    setTyped(text);
    const next = parse(text);
    if (next.reason === undefined) onChange(next.value);
  };
  const wrong = parsed.reason === undefined ? error : parsed.reason;
  return (
    <div className={styles.code}>
      <TextInput
        label={<FieldLabel label={label} isRequired={isRequired} />}
        hint={hint ?? texts.fields.code}
        fault={wrong ?? (below > 0 ? plural(below, texts.fields.errors) : undefined)}
        value={typed}
        onChange={change}
        isReadOnly={isReadOnly}
        isLong
        spellCheck="false"
      />
    </div>
  );
}

const jsonOf = (value: unknown) => (value === undefined ? "" : JSON.stringify(value, null, 2));

function parse(text: string): { value?: unknown; reason?: string } {
  if (text.trim() === "") return {};
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { reason: jsonError(text, error) };
  }
}
