import { Suspense } from "react";
import { texts } from "../app/texts.ts";
import { objectOf, textIn } from "../fields/schema.ts";
import { Choice, Switch } from "../parts/choice.tsx";
import { TextInput } from "../parts/field.tsx";
import { withField, withRequired } from "./change-fields.ts";
import { FieldCode } from "./field-code.tsx";
import { isKind, keptKeywords, kinds, withKind, type Described } from "./field-kinds.ts";
import { flat, titleOf, type FieldNode } from "./fields-of.ts";
import { GroupSetting } from "./group-setting.tsx";
import { KindSettings } from "./kind-settings.tsx";
import { DefaultSetting } from "./later.ts";
import { withKeyword } from "./keywords.ts";
import { MarkSettings } from "./mark-settings.tsx";
import styles from "./model.module.css";
import { NameSetting, useNaming } from "./name-setting.tsx";
import { useOpenType } from "./use-type-editor.ts";

const texty = ["text", "longText", "markdown", "link"];

/** Everything about a field. */
export function FieldSettings({ node }: { node: FieldNode }) {
  const { change, fields, isReadOnly, opened } = useOpenType();
  const { model, modelKinds } = texts;
  const { name, kind, schema, ui, definition, isRequired } = node;
  const naming = useNaming(node);
  const set = (next: Described, key?: string) => change((before) => withField(before, node, next), key && `${node.pointer} ${key}`);
  const setKeyword = (keyword: string, value: unknown) => set({ schema: withKeyword(schema, keyword, value), ui }, keyword);
  // The form shows the words of uiSchema before those of the schema.
  const titleIn = textIn(ui.title) === undefined ? "schema" : "ui";
  const helpIn = textIn(ui.help) !== undefined ? "help" : textIn(ui.hint) !== undefined ? "hint" : undefined;
  const setTitle = (title: string) => {
    const value = title === "" ? undefined : title;
    if (titleIn === "schema") setKeyword("title", value);
    else set({ schema, ui: withKeyword(ui, "title", value) }, "title");
  };
  const setHelp = (text: string) => {
    const value = text === "" ? undefined : text;
    if (helpIn === undefined) setKeyword("description", value);
    else set({ schema, ui: withKeyword(ui, helpIn, value) }, helpIn);
  };
  const setRequired = (next: boolean) =>
    change((before) => {
      // An empty text is a text: without this, nothing would have to be written.
      const least =
        texty.includes(kind) && schema.$ref === undefined ? { from: next ? undefined : 1, to: next ? 1 : undefined } : undefined;
      const isOwn = least && schema.minLength === least.from;
      const described = isOwn ? withField(before, node, { schema: withKeyword(schema, "minLength", least.to), ui }) : before;
      return withRequired(described, node, next);
    });
  const sharing = definition === undefined ? [] : flat(fields).filter((each) => each.definition === definition && each.path !== node.path);
  const keywords = keptKeywords(node);
  return (
    <>
      <h2 className={styles.settingsTitle}>{titleOf(node, model.eachItem)}</h2>
      <TextInput
        label={model.fieldTitle}
        value={textIn(titleIn === "schema" ? schema.title : ui.title) ?? ""}
        placeholder={titleOf(node, model.eachItem)}
        onChange={setTitle}
        onBlur={naming.follow}
        isReadOnly={isReadOnly}
        autoFocus={opened > 0 && naming.isNew}
        onFocus={(event) => naming.isNew && event.target.select()}
        maxLength={200}
      />
      {name !== undefined && <NameSetting node={node} naming={naming} />}
      <TextInput
        label={model.help}
        hint={model.helpHint}
        value={textIn(helpIn === undefined ? schema.description : ui[helpIn]) ?? ""}
        onChange={setHelp}
        isReadOnly={isReadOnly}
        isLong
      />
      {definition === undefined && isKind(kind) && (
        <Choice
          label={model.kind}
          options={kinds.map((id) => ({ id, label: modelKinds.kinds[id], detail: modelKinds.kindTexts[id] }))}
          value={kind}
          onChange={(next) => isKind(next) && next !== kind && set(withKind(node, next))}
          isDisabled={isReadOnly}
        />
      )}
      {definition !== undefined && (
        <p className={styles.note}>
          {model.usesDefinition(definition)}{" "}
          {sharing.length > 0 && model.sharedWith(sharing.map((each) => titleOf(each, model.eachItem)).join(", "))}
        </p>
      )}
      {name !== undefined && (
        <Switch label={model.required} hint={model.requiredHint} isOn={isRequired} onChange={setRequired} isDisabled={isReadOnly} />
      )}
      {definition === undefined && isKind(kind) && <KindSettings key={kind} node={node} onChange={set} />}
      {definition === undefined && (
        <Suspense fallback={null}>
          <DefaultSetting key={`default ${kind}`} node={node} />
        </Suspense>
      )}
      <MarkSettings node={node} onChange={setKeyword} />
      {name !== undefined && (
        <GroupSetting node={node} onChange={(group) => set({ schema, ui: withKeyword(ui, "group", group) }, "group")} />
      )}
      {!isKind(kind) && definition === undefined && <p className={styles.note}>{model.anythingText}</p>}
      {isKind(kind) && keywords.length > 0 && <p className={styles.note}>{model.kept(keywords.join(", "))}</p>}
      <FieldCode key={`code ${node.pointer}`} node={node} isOpen={!isKind(kind)} schema={objectOf(schema)} />
    </>
  );
}
