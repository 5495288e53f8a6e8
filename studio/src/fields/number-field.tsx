import { useState } from "react";
import { language } from "../app/texts.ts";
import { TextInput } from "../parts/field.tsx";
import type { KindProps } from "./kind-props.ts";
import { FieldLabel } from "./label.tsx";
import { emptied, textIn, typesOf } from "./schema.ts";
import { shownText } from "./text-field.tsx";

const separator = new Intl.NumberFormat(language).formatToParts(1.5).find(({ type }) => type === "decimal")?.value ?? ".";

/** The number that a text is, with the decimal sign of the language or with a point. Undefined: it is none. */
function numberOf(text: string, decimal = separator): number | undefined {
  const plain = text.trim().replace(decimal, ".").replace("−", "-");
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(plain) && Number.isFinite(Number(plain)) ? Number(plain) : undefined;
}

/** A number. What is none is kept as the text that it is, with what is wrong: nothing is lost on the way. */
export function NumberField({ schema, ui, value, label, hint, isRequired, isReadOnly, fault: error, onChange }: KindProps) {
  const [typed, setTyped] = useState("");
  const unit = textIn(ui.unit) ?? textIn(schema["x-unit"]);
  // "1." and "1.0" are one number, and stay as they were typed.
  const text = typeof value === "number" ? (numberOf(typed) === value ? typed : String(value).replace(".", separator)) : shownText(value);
  const change = (next: string) => {
    setTyped(next);
    if (next.trim() === "") onChange(emptied(schema, isRequired));
    else onChange(numberOf(next) ?? next);
  };
  return (
    <TextInput
      label={<FieldLabel label={label} isRequired={isRequired} />}
      hint={hint}
      fault={error}
      aside={unit}
      value={text}
      onChange={change}
      isReadOnly={isReadOnly}
      isRequired={isRequired}
      inputMode={typesOf(schema).includes("integer") ? "numeric" : "decimal"}
      placeholder={typeof schema.default === "number" ? String(schema.default) : ""}
    />
  );
}
