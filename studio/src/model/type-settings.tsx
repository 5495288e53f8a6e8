import { useQuery } from "@tanstack/react-query";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { iconNames } from "../content/block-icons.tsx";
import { blockTypesQuery } from "../content/types.ts";
import { wordsOf } from "../fields/choose-field.ts";
import { Switch } from "../parts/choice.tsx";
import { Combo } from "../parts/combo.tsx";
import { TextInput } from "../parts/field.tsx";
import type { Definition } from "./definition.ts";
import { OnlyFields } from "./kind-settings.tsx";
import { withKeyword } from "./keywords.ts";
import styles from "./model.module.css";
import { SlotsEditor } from "./slots-editor.tsx";
import { useOpenType } from "./use-type-editor.ts";

/** The settings of a type as a whole. */
export function TypeSettings() {
  const { definition, family, change, isReadOnly } = useOpenType();
  const { model } = texts;
  const set = (member: keyof Definition, value: unknown) => change((before) => ({ ...before, [member]: value }), member);
  return (
    <>
      <h2 className={styles.settingsTitle}>{model.aboutType}</h2>
      <TextInput
        label={model.typeTitle}
        hint={model.families[family].titleHint}
        value={definition.title}
        isReadOnly={isReadOnly}
        isRequired
        maxLength={200}
        onChange={(title) => set("title", title)}
      />
      {family === "content" && (
        <Switch
          label={model.single}
          hint={model.singleHint}
          isOn={definition.single === true}
          isDisabled={isReadOnly}
          onChange={(isOn) => set("single", isOn)}
        />
      )}
      {family === "block" && <BlockSettings definition={definition} isReadOnly={isReadOnly} onChange={set} />}
      <OnlyFields
        schema={definition.schema}
        isReadOnly={isReadOnly}
        onChange={(keyword, value) => change((before) => ({ ...before, schema: withKeyword(before.schema, keyword, value) }))}
      />
      {family === "block" && <SlotsEditor />}
    </>
  );
}

interface BlockSettingsProps {
  definition: Definition;
  isReadOnly: boolean;
  onChange(member: keyof Definition, value: string | null): void;
}

/** The words and the icon that help people to choose a block. */
function BlockSettings({ definition, isReadOnly, onChange }: BlockSettingsProps) {
  const { data: types = [] } = useQuery(blockTypesQuery(useSite()));
  const { model } = texts;
  const categories = [...new Set(types.flatMap(({ category }) => category ?? []))].sort();
  const text = (member: "description" | "category" | "icon") => definition[member] ?? "";
  const set = (member: "description" | "category" | "icon") => (value: string) => onChange(member, value === "" ? null : value);
  return (
    <>
      <TextInput
        label={model.blockText}
        hint={model.blockTextHint}
        value={text("description")}
        isReadOnly={isReadOnly}
        isLong
        onChange={set("description")}
      />
      <Combo
        label={model.category}
        hint={model.categoryHint}
        options={categories.map((id) => ({ id, label: id }))}
        value={text("category")}
        onChange={set("category")}
        isOpenEnded
        isDisabled={isReadOnly}
      />
      <Combo
        label={model.icon}
        hint={model.iconHint(iconNames.slice(0, 4).map(wordsOf).join(", "))}
        options={iconNames.map((id) => ({ id, label: id }))}
        value={text("icon")}
        onChange={set("icon")}
        isOpenEnded
        isDisabled={isReadOnly}
      />
    </>
  );
}
