import { texts } from "../app/texts.ts";
import { isJsonObject } from "../draft/json.ts";
import { numberIn, objectOf, textIn, typesOf, type Schema } from "../fields/schema.ts";
import { Choice, Switch } from "../parts/choice.tsx";
import { TextInput } from "../parts/field.tsx";
import { NumberInput } from "../parts/number-input.tsx";
import { ChoicesEditor } from "./choices-editor.tsx";
import type { Described } from "./field-kinds.ts";
import type { FieldNode } from "./fields-of.ts";
import { withKeyword } from "./keywords.ts";
import styles from "./model.module.css";
import { AcceptSetting, TargetSettings } from "./target-settings.tsx";
import { useOpenType } from "./use-type-editor.ts";

type Limit = "minLength" | "maxLength" | "minimum" | "maximum" | "multipleOf" | "minItems" | "maxItems";

const ofTexts: readonly Limit[] = ["minLength", "maxLength"];
const ofLists: readonly Limit[] = ["minItems", "maxItems"];
const limits: Readonly<Record<string, readonly Limit[]>> = {
  text: ofTexts,
  longText: ofTexts,
  markdown: ofTexts,
  link: ofTexts,
  number: ["minimum", "maximum", "multipleOf"],
  list: ofLists,
  tags: ofLists,
  choices: ofLists,
};
const counts: readonly Limit[] = [...ofTexts, ...ofLists];
const formats = ["email", "uuid", "time"] as const;
const plain = "plain";

interface KindSettingsProps {
  node: FieldNode;
  /** Steps with one key are one step of undo. */
  onChange(next: Described, key?: string): void;
}

/** The settings that depend on the kind: limits, choices, targets. */
export function KindSettings({ node, onChange }: KindSettingsProps) {
  const { isReadOnly, family } = useOpenType();
  const { model, modelKinds } = texts;
  const { kind, schema, ui } = node;
  const set = (keyword: string, value: unknown) => onChange({ schema: withKeyword(schema, keyword, value), ui }, keyword);
  const setUi = (keyword: string, value: unknown) => onChange({ schema, ui: withKeyword(ui, keyword, value) }, keyword);
  return (
    <>
      {(kind === "choice" || kind === "choices") && <ChoicesEditor described={node} isReadOnly={isReadOnly} onChange={onChange} />}
      {kind === "asset" && <AcceptSetting schema={schema} isReadOnly={isReadOnly} onChange={(next) => onChange({ schema: next, ui })} />}
      {kind === "reference" && (
        <TargetSettings schema={schema} isReadOnly={isReadOnly} onChange={(next) => onChange({ schema: next, ui })} />
      )}
      {kind === "number" && <WholeNumbers schema={schema} isReadOnly={isReadOnly} onChange={(type) => set("type", type)} />}
      {limits[kind] && (
        <div className={styles.pair}>
          {limits[kind].map((keyword) => (
            <NumberInput
              key={keyword}
              label={modelKinds.limits[keyword]}
              value={numberIn(schema[keyword])}
              isCount={counts.includes(keyword)}
              {...(counts.includes(keyword) ? { least: 0 } : {})}
              isDisabled={isReadOnly}
              onChange={(value) => set(keyword, value)}
            />
          ))}
        </div>
      )}
      {kind === "tags" && isJsonObject(schema.items) && (
        <NumberInput
          label={modelKinds.limits.tagLength}
          value={numberIn(objectOf(schema.items).maxLength)}
          isCount
          least={0}
          isDisabled={isReadOnly}
          onChange={(value) => set("items", withKeyword(objectOf(schema.items), "maxLength", value))}
        />
      )}
      {kind === "number" && (
        <TextInput
          label={model.unit}
          hint={model.unitHint}
          value={textIn(ui.unit) ?? ""}
          isReadOnly={isReadOnly}
          onChange={(unit) => setUi("unit", unit === "" ? undefined : unit)}
        />
      )}
      {kind === "text" && <Form schema={schema} isReadOnly={isReadOnly} onChange={set} />}
      {(kind === "list" || kind === "tags") && (
        <Switch
          label={model.unique}
          isOn={schema.uniqueItems === true}
          isDisabled={isReadOnly}
          // The server compares no longer lists.
          onChange={(isOn) => onChange({ schema: withUnique(schema, isOn), ui })}
        />
      )}
      {kind === "object" && <OnlyFields schema={schema} isReadOnly={isReadOnly} onChange={set} />}
      {kind === "list" && <p className={styles.note}>{model.listText}</p>}
      {kind === "object" && family === "content" && node.children.length === 0 && <p className={styles.note}>{model.groupText}</p>}
    </>
  );
}

function withUnique(schema: Schema, isOn: boolean): Schema {
  const next = withKeyword(schema, "uniqueItems", isOn || undefined);
  return isOn && (numberIn(schema.maxItems) ?? Infinity) > 1_000 ? withKeyword(next, "maxItems", 1_000) : next;
}

interface PartProps {
  schema: Schema;
  isReadOnly: boolean;
}

function WholeNumbers({ schema, isReadOnly, onChange }: PartProps & { onChange(type: unknown): void }) {
  const types = typesOf(schema);
  const isWhole = types.includes("integer");
  const rename = (type: string) => (type === "number" || type === "integer" ? (isWhole ? "number" : "integer") : type);
  // `null` beside it stays.
  const change = () => onChange(Array.isArray(schema.type) ? types.map(rename) : isWhole ? "number" : "integer");
  return <Switch label={texts.model.whole} isOn={isWhole} onChange={change} isDisabled={isReadOnly} />;
}

/** The form of a text: one that the server knows, or a pattern. */
function Form({ schema, isReadOnly, onChange }: PartProps & { onChange(keyword: string, value: unknown): void }) {
  const { model, modelKinds } = texts;
  const format = textIn(schema.format);
  return (
    <>
      <Choice
        label={model.format}
        options={[{ id: plain, label: modelKinds.formats.plain }, ...formats.map((id) => ({ id, label: modelKinds.formats[id] }))]}
        value={format ?? plain}
        isDisabled={isReadOnly}
        onChange={(next) => onChange("format", next === plain ? undefined : next)}
      />
      {format === undefined && (
        <TextInput
          label={model.pattern}
          hint={model.patternHint}
          value={textIn(schema.pattern) ?? ""}
          isReadOnly={isReadOnly}
          spellCheck="false"
          maxLength={500}
          onChange={(pattern) => onChange("pattern", pattern === "" ? undefined : pattern)}
        />
      )}
    </>
  );
}

/** Whether members that are not fields are refused. */
export function OnlyFields({ schema, isReadOnly, onChange }: PartProps & { onChange(keyword: string, value: unknown): void }) {
  const { additionalProperties } = schema;
  const { model } = texts;
  if (isJsonObject(additionalProperties)) return <p className={styles.note}>{model.kept("additionalProperties")}</p>;
  return (
    <Switch
      label={model.onlyFields}
      hint={model.onlyFieldsHint}
      isOn={additionalProperties === false}
      isDisabled={isReadOnly}
      onChange={(isOn) => onChange("additionalProperties", isOn ? false : undefined)}
    />
  );
}
