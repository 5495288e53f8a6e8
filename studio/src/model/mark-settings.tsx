import { texts } from "../app/texts.ts";
import { Switch } from "../parts/choice.tsx";
import { marksFor } from "./field-kinds.ts";
import type { FieldNode } from "./fields-of.ts";
import { useOpenType } from "./use-type-editor.ts";

interface MarkSettingsProps {
  node: FieldNode;
  onChange(keyword: string, value: true | undefined): void;
}

/** Whether all languages share a value, and whether queries and the search know it: where the server allows it. */
export function MarkSettings({ node, onChange }: MarkSettingsProps) {
  const { definition, family, isReadOnly } = useOpenType();
  const { model } = texts;
  const can = marksFor(definition.schema, node, family === "content");
  const mark = (keyword: string, isPossible: boolean, label: string, hint: string) => {
    const isOn = node.schema[keyword] === true;
    if (!isPossible && !isOn) return null;
    return (
      <Switch label={label} hint={hint} isOn={isOn} onChange={(next) => onChange(keyword, next || undefined)} isDisabled={isReadOnly} />
    );
  };
  return (
    <>
      {mark("x-shared", can.shared, model.shared, model.sharedHint)}
      {mark("x-queryable", can.queryable, model.queryable, model.queryableHint)}
      {mark("x-searchable", can.searchable, model.searchable, model.searchableHint)}
    </>
  );
}
