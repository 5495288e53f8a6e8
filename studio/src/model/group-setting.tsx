import { texts } from "../app/texts.ts";
import { textIn } from "../fields/schema.ts";
import { Combo } from "../parts/combo.tsx";
import { flat, type FieldNode } from "./fields-of.ts";
import { useOpenType } from "./use-type-editor.ts";

/** The heading below which the form shows a field, together with others. */
export function GroupSetting({ node, onChange }: { node: FieldNode; onChange(group: string | undefined): void }) {
  const { fields, isReadOnly } = useOpenType();
  const { model } = texts;
  const siblings = flat(fields).filter(({ parent }) => parent.path === node.parent.path);
  const groups = [...new Set(siblings.flatMap(({ ui }) => textIn(ui.group) ?? []))];
  return (
    <Combo
      label={model.group}
      hint={model.groupHint}
      options={groups.map((group) => ({ id: group, label: group }))}
      value={textIn(node.ui.group) ?? ""}
      onChange={(group) => onChange(group === "" ? undefined : group)}
      isOpenEnded
      isDisabled={isReadOnly}
    />
  );
}
