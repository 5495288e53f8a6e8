import { texts } from "../app/texts.ts";
import { TextInput } from "../parts/field.tsx";
import styles from "./fields.module.css";
import type { KindProps } from "./kind-props.ts";
import { FieldLabel } from "./label.tsx";
import { emptied } from "./schema.ts";
import { shownText } from "./text-field.tsx";

/** A colour: its code, and the browser's own control beside it. */
export function ColourField({ schema, value, label, hint, isRequired, isReadOnly, fault: error, onChange }: KindProps) {
  const text = shownText(value);
  return (
    <div className={styles.beside}>
      <TextInput
        label={<FieldLabel label={label} isRequired={isRequired} />}
        hint={hint}
        fault={error}
        value={text}
        onChange={(next) => onChange(next === "" ? emptied(schema, isRequired) : next)}
        isReadOnly={isReadOnly}
        isRequired={isRequired}
        placeholder="#2d4c5b"
      />
      <input
        type="color"
        className={styles.swatch}
        aria-label={`${label}: ${texts.fields.colour}`}
        value={/^#[\da-f]{6}$/i.test(text) ? text.toLowerCase() : "#000000"}
        disabled={isReadOnly}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}
