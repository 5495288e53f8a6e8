import { shopTexts } from "../app/shop-texts.ts";
import { texts } from "../app/texts.ts";
import { namesIn, numberIn, objectOf, textIn } from "../fields/schema.ts";
import { withField } from "../model/change-fields.ts";
import { ChoicesEditor } from "../model/choices-editor.tsx";
import { FieldCode } from "../model/field-code.tsx";
import type { Described } from "../model/field-kinds.ts";
import { titleOf, type FieldNode } from "../model/fields-of.ts";
import { withKeyword } from "../model/keywords.ts";
import model from "../model/model.module.css";
import { useNaming } from "../model/name-setting.tsx";
import { useOpenDefinition } from "../model/use-definition-editor.ts";
import { Chips } from "../parts/chips.tsx";
import { Choice, Switch } from "../parts/choice.tsx";
import { TextInput } from "../parts/field.tsx";
import { NumberInput } from "../parts/number-input.tsx";
import {
  canBeRequired,
  formKindOf,
  formKinds,
  isFormKind,
  largestFile,
  takesSeveral,
  uploadOf,
  withFormKind,
  withRequiredField,
  withSeveral,
  withUpload,
  type FormKind,
} from "./form-kinds.ts";

/** Everything about a field. */
export function FormFieldSettings({ node }: { node: FieldNode }) {
  const { change, opened } = useOpenDefinition();
  const { formBuilder } = shopTexts;
  const { name = "", schema, ui, isRequired, definition } = node;
  const kind = formKindOf(node);
  const naming = useNaming(node);
  const set = (next: Described, key?: string) => change((before) => withField(before, node, next), key && `${node.pointer} ${key}`);
  // The form shows the words of uiSchema before those of the schema.
  const word = (keyword: "title" | "description") => {
    const uiMember = keyword === "title" ? "title" : textIn(ui.help) === undefined ? "hint" : "help";
    const isInUi = textIn(ui[uiMember]) !== undefined;
    return {
      value: textIn(isInUi ? ui[uiMember] : schema[keyword]) ?? "",
      onChange: (text: string) => {
        const value = text === "" ? undefined : text;
        set(isInUi ? { schema, ui: withKeyword(ui, uiMember, value) } : { schema: withKeyword(schema, keyword, value), ui }, keyword);
      },
    };
  };
  return (
    <>
      <h2 className={model.settingsTitle}>{titleOf(node, texts.model.eachItem)}</h2>
      <TextInput
        label={formBuilder.label}
        hint={kind === "consent" ? formBuilder.consentHint : undefined}
        {...word("title")}
        onBlur={naming.follow}
        autoFocus={opened > 0 && naming.isNew && !isInList()}
        onFocus={(event) => naming.isNew && event.target.select()}
        maxLength={200}
      />
      <TextInput label={formBuilder.hint} hint={formBuilder.hintHint} isLong {...word("description")} />
      {kind !== undefined && (
        <Choice
          label={formBuilder.kind}
          options={formKinds.map((id) => ({ id, label: formBuilder.kinds[id], detail: formBuilder.kindTexts[id] }))}
          value={kind}
          onChange={(next) => isFormKind(next) && next !== kind && set(withFormKind(node, kind, next))}
        />
      )}
      {canBeRequired(kind) && (
        <Switch
          label={formBuilder.required}
          hint={formBuilder.requiredHint}
          isOn={isRequired}
          onChange={(next) => change((before) => withRequiredField(before, node, next))}
        />
      )}
      {kind !== undefined && <Limits key={kind} kind={kind} node={node} onChange={set} />}
      {kind === undefined && <p className={model.note}>{formBuilder.codeField}</p>}
      <p className="soft">
        {formBuilder.programName} <code>{name}</code>
      </p>
      {definition === undefined && (
        <FieldCode key={`code ${node.pointer}`} node={node} isOpen={kind === undefined} schema={objectOf(schema)} />
      )}
    </>
  );
}

/** Who walks through the list of fields stays there. */
const isInList = () => Boolean(document.activeElement?.closest("[role=grid]"));

interface LimitsProps {
  kind: FormKind;
  node: FieldNode;
  onChange(next: Described, key?: string): void;
}

/** What depends on the kind: limits, choices, files. */
function Limits({ kind, node, onChange }: LimitsProps) {
  const { schema, ui } = node;
  const { limits } = texts.modelKinds;
  const number = (keyword: "minLength" | "maxLength" | "minimum" | "maximum" | "minItems" | "maxItems", isCount: boolean) => (
    <NumberInput
      label={limits[keyword]}
      value={numberIn(schema[keyword])}
      isCount={isCount}
      {...(isCount ? { least: 0 } : {})}
      onChange={(value) => onChange({ schema: withKeyword(schema, keyword, value), ui }, keyword)}
    />
  );
  if (kind === "file") return <FileLimits node={node} onChange={onChange} />;
  return (
    <>
      {(kind === "choice" || kind === "choices") && <ChoicesEditor described={node} isReadOnly={false} onChange={onChange} />}
      {kind === "number" && (
        <Switch
          label={texts.model.whole}
          isOn={schema.type === "integer"}
          onChange={(isOn) => onChange({ schema: withKeyword(schema, "type", isOn ? "integer" : "number"), ui })}
        />
      )}
      {(kind === "text" || kind === "longText") && (
        <div className={model.pair}>
          {number("minLength", true)}
          {number("maxLength", true)}
        </div>
      )}
      {kind === "number" && (
        <div className={model.pair}>
          {number("minimum", false)}
          {number("maximum", false)}
        </div>
      )}
      {kind === "choices" && (
        <div className={model.pair}>
          {number("minItems", true)}
          {number("maxItems", true)}
        </div>
      )}
    </>
  );
}

const fileKinds = ["image", "video", "audio", "document"] as const;

function FileLimits({ node, onChange }: Omit<LimitsProps, "kind">) {
  const { schema, ui } = node;
  const { formBuilder } = shopTexts;
  const { model: words, modelKinds } = texts;
  const upload = uploadOf(schema) ?? schema;
  const accepted = namesIn(upload["x-accept"]);
  // A media type that somebody wrote as code stays to be seen, and can be taken away.
  const types = accepted.filter((type) => !fileKinds.some((kind) => kind === type));
  return (
    <>
      <Chips
        label={words.accepts}
        hint={words.anyIfNone}
        options={[...fileKinds.map((id) => ({ id, label: modelKinds.acceptKinds[id] })), ...types.map((id) => ({ id, label: id }))]}
        value={accepted}
        onChange={(next) => onChange({ schema: withUpload(schema, "x-accept", next.length === 0 ? undefined : next), ui })}
      />
      <NumberInput
        label={formBuilder.largest}
        hint={formBuilder.largestHint(String(largestFile))}
        value={numberIn(upload["x-maxMb"])}
        isCount
        least={1}
        onChange={(value) => onChange({ schema: withUpload(schema, "x-maxMb", value && Math.min(value, largestFile)), ui }, "x-maxMb")}
      />
      <Switch
        label={formBuilder.several}
        isOn={takesSeveral(schema)}
        onChange={(isOn) => onChange({ schema: withSeveral(schema, isOn), ui })}
      />
      {takesSeveral(schema) && (
        <NumberInput
          label={formBuilder.mostFiles}
          hint={formBuilder.mostFilesHint}
          value={numberIn(schema.maxItems)}
          isCount
          least={1}
          onChange={(value) => onChange({ schema: withKeyword(schema, "maxItems", value), ui }, "maxItems")}
        />
      )}
    </>
  );
}
