import { texts } from "../app/texts.ts";
import { Choice } from "../parts/choice.tsx";
import { Radios } from "../parts/radios.tsx";
import { SearchChoice } from "../parts/search-choice.tsx";
import { optionsOf, wordsOf } from "./choose-field.ts";
import type { KindProps } from "./kind-props.ts";
import { emptied, objectOf, textIn, type Schema, type Ui } from "./schema.ts";
import { shownText } from "./text-field.tsx";

const mostRadios = 5;
const mostWithoutSearch = 20;
const noneId = "none";

/** The options of a schema with their words: of `uiSchema.labels`, of the alternative, or those of the code itself. */
export function namedOptions(schema: Schema, ui: Ui) {
  const labels = objectOf(ui.labels);
  const wordsFor = (value: unknown) => (typeof value === "string" ? wordsOf(value) : value === null ? texts.fields.none : shownText(value));
  return optionsOf(schema).map(({ id, value, label }) => ({
    id,
    value,
    label: textIn(labels[shownText(value)]) ?? label ?? wordsFor(value),
  }));
}

/** One of the values that the schema names: all in sight, in a list, or in a list to search. */
export function ChoiceField({ schema, ui, value, label, hint, isRequired, isReadOnly, fault: error, onChange }: KindProps) {
  const options = namedOptions(schema, ui);
  const id = value === undefined ? null : JSON.stringify(value);
  const isForeign = id !== null && !options.some((option) => option.id === id);
  const all = [
    ...(isRequired ? [] : [{ id: noneId, label: texts.fields.none }]),
    ...options.map((option) => ({ id: option.id, label: option.label })),
    ...(isForeign ? [{ id, label: shownText(value) }] : []),
  ];
  const props = {
    label,
    options: all,
    value: id ?? (isRequired ? null : noneId),
    onChange: (next: string) => onChange(next === noneId ? emptied(schema, false) : options.find((option) => option.id === next)?.value),
    isDisabled: isReadOnly,
    isRequired,
    fault: error,
    placeholder: texts.fields.choose,
    ...(hint === undefined ? {} : { hint }),
  };
  if (all.length > mostWithoutSearch) return <SearchChoice {...props} />;
  const isShort = options.length <= mostRadios && all.every((option) => option.label.length <= 24);
  if (ui.widget !== "select" && isShort) return <Radios {...props} />;
  return <Choice {...props} />;
}
