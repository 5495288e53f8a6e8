import { memo, useCallback, useEffect, useRef, type ComponentType } from "react";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { AssetField } from "./asset-field.tsx";
import { BindButton } from "./bind-button.tsx";
import { BoundField } from "./bound-field.tsx";
import { ChoiceField } from "./choice-field.tsx";
import { ChoicesField } from "./choices-field.tsx";
import { chooseField, wordsOf, type FieldKind } from "./choose-field.ts";
import { CodeField } from "./code-field.tsx";
import { ColourField } from "./colour-field.tsx";
import { ConstantField } from "./constant-field.tsx";
import { DateField, DateTimeField } from "./date-field.tsx";
import styles from "./fields.module.css";
import { useError, useForm, useIsRevealed, type FieldProps } from "./form-context.ts";
import type { KindProps } from "./kind-props.ts";
import { LinkField } from "./link-field.tsx";
import { ListField } from "./list-field.tsx";
import { MarkdownField } from "./markdown-field.tsx";
import { NumberField } from "./number-field.tsx";
import { ObjectField } from "./object-field.tsx";
import { isTranslated, OriginalText } from "./original-text.tsx";
import { ReferenceField } from "./reference-field.tsx";
import { resolve, textIn } from "./schema.ts";
import { SwitchField } from "./switch-field.tsx";
import { TagsField } from "./tags-field.tsx";
import { LongTextField, PlainTextField } from "./text-field.tsx";
import { VariantField } from "./variant-field.tsx";

const fields: Readonly<Record<FieldKind, ComponentType<KindProps>>> = {
  text: PlainTextField,
  longText: LongTextField,
  markdown: MarkdownField,
  number: NumberField,
  date: DateField,
  dateTime: DateTimeField,
  switch: SwitchField,
  choice: ChoiceField,
  choices: ChoicesField,
  tags: TagsField,
  colour: ColourField,
  link: LinkField,
  asset: AssetField,
  reference: ReferenceField,
  list: ListField,
  object: ObjectField,
  variant: VariantField,
  constant: ConstantField,
  code: CodeField,
};

/** The field of a part of a schema. It renders when that part of the value changes, and rests when others do. */
export const Field = memo(function Field({ schema: part, ui, path, value, name, isRequired }: FieldProps) {
  const form = useForm();
  const { site } = useSite();
  const { root, state, bindings } = form;
  const error = useError(path);
  const isLookedFor = useIsRevealed(path);
  const frame = useRef<HTMLDivElement>(null);
  const onChange = useCallback((next: unknown) => form.change(path, next), [form, path]);
  useEffect(() => {
    if (!isLookedFor) return;
    state.reached();
    frame.current?.scrollIntoView({ block: "center" });
    frame.current?.querySelector<HTMLElement>("input, textarea, button, [tabindex]")?.focus({ preventScroll: true });
  }, [isLookedFor, state]);
  const schema = resolve(root, part);
  const kind = chooseField(root, schema, ui, value);
  const isOfAll = schema["x-shared"] === true && form.locale !== site.defaultLocale;
  const hint = textIn(ui.help) ?? textIn(ui.hint) ?? textIn(schema.description);
  const props: KindProps = {
    schema,
    ui,
    path,
    value,
    isRequired,
    fault: error,
    onChange,
    label: textIn(ui.title) ?? textIn(schema.title) ?? wordsOf(name),
    hint: isOfAll ? texts.fields.shared : hint,
    isReadOnly: form.isReadOnly || isOfAll || schema.readOnly === true || ui.isReadOnly === true,
  };
  const binding = bindings[path];
  const Kind = fields[kind];
  const original = binding || isOfAll || !isTranslated(kind) ? undefined : form.original;
  // The place of a list's item changes when somebody moves it.
  const isInList = /\/\d+(\/|$)/.test(path);
  const isGroup = kind === "object" || kind === "variant";
  const canBind = form.onBind !== undefined && !form.isReadOnly && !isInList;
  const aside = isInList || isGroup ? undefined : form.aside?.(path, props.label);
  return (
    <div
      ref={frame}
      data-field={path}
      className={`${styles.field} ${(canBind && !binding) || aside ? styles.bindable : ""} ${original?.isShown ? styles.translated : ""}`}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) state.touch(path);
      }}
    >
      {binding ? <BoundField {...props} binding={binding} /> : <Kind {...props} />}
      {(aside || (canBind && !binding && !isGroup)) && (
        <span className={styles.tools}>
          {aside}
          {canBind && !binding && !isGroup && <BindButton path={path} label={props.label} />}
        </span>
      )}
      {original && <OriginalText {...{ original, path, value }} isReadOnly={props.isReadOnly} onUse={onChange} />}
    </div>
  );
});
