import { texts } from "../app/texts.ts";
import { TextInput } from "../parts/field.tsx";
import { formats, isDate } from "./formats.ts";
import type { KindProps } from "./kind-props.ts";
import { FieldLabel } from "./label.tsx";
import { emptied } from "./schema.ts";
import { shownText } from "./text-field.tsx";

/** A day, in the browser's own control. A value that is none is shown as the text that it is. */
export function DateField(props: KindProps) {
  const text = shownText(props.value);
  const isShown = text === "" || isDate(text);
  return <NativeInput {...props} text={text} type={isShown ? "date" : "text"} toValue={(next) => next} />;
}

/** An instant, shown in the time of the person's clock. */
export function DateTimeField({ hint, ...props }: KindProps) {
  const text = shownText(props.value);
  const isShown = text === "" || formats["date-time"]?.(text) === true;
  const zone = texts.fields.timeZone(Intl.DateTimeFormat().resolvedOptions().timeZone);
  return (
    <NativeInput
      {...props}
      hint={hint === undefined ? zone : `${hint} ${zone}`}
      text={isShown && text !== "" ? localTime(text) : text}
      type={isShown ? "datetime-local" : "text"}
      toValue={(next) => (Number.isNaN(Date.parse(next)) ? next : new Date(next).toISOString())}
    />
  );
}

/** An instant in the form of the browser's control: local, without a zone. */
function localTime(iso: string): string {
  const date = new Date(iso);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString();
  return local.slice(0, date.getUTCSeconds() === 0 ? 16 : 19);
}

function NativeInput({
  schema,
  label,
  hint,
  isRequired,
  isReadOnly,
  fault: error,
  onChange,
  text,
  type,
  toValue,
}: KindProps & { text: string; type: string; toValue(text: string): string }) {
  return (
    <TextInput
      label={<FieldLabel label={label} isRequired={isRequired} />}
      hint={hint}
      fault={error}
      value={text}
      onChange={(next) => onChange(next === "" ? emptied(schema, isRequired) : toValue(next))}
      isReadOnly={isReadOnly}
      isRequired={isRequired}
      type={type}
    />
  );
}
