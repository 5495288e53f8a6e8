import { TextInput } from "../parts/field.tsx";
import type { KindProps } from "./kind-props.ts";
import { Counter, FieldLabel } from "./label.tsx";
import { emptied, numberIn, textIn } from "./schema.ts";

const inputTypes: Readonly<Record<string, string>> = { email: "email" };

/** A value as it is shown in a field for texts, whatever it is. */
export function shownText(value: unknown): string {
  if (typeof value === "string") return value;
  return value === undefined || value === null ? "" : JSON.stringify(value);
}

/** A text of one line. */
export function PlainTextField(props: KindProps) {
  return <AnyTextField {...props} isLong={false} />;
}

/** A text of several lines, with a field as high as it needs. */
export function LongTextField(props: KindProps) {
  return <AnyTextField {...props} isLong />;
}

function AnyTextField({
  schema,
  ui,
  value,
  label,
  hint,
  isRequired,
  isReadOnly,
  fault: error,
  onChange,
  isLong,
}: KindProps & { isLong: boolean }) {
  const text = shownText(value);
  return (
    <TextInput
      label={<FieldLabel label={label} isRequired={isRequired} />}
      hint={hint}
      fault={error}
      aside={<Counter text={text} most={numberIn(schema.maxLength)} />}
      value={text}
      onChange={(next) => onChange(next === "" ? emptied(schema, isRequired) : next)}
      isReadOnly={isReadOnly}
      isRequired={isRequired}
      isLong={isLong}
      type={inputTypes[String(schema.format)] ?? "text"}
      placeholder={textIn(ui.placeholder) ?? (value === undefined ? textIn(schema.default) : undefined) ?? ""}
    />
  );
}
