import { useEffect, useState } from "react";
import { texts } from "../app/texts.ts";
import { loadScripts } from "../content/slug-of.ts";
import { pointerStep, valueAt } from "../draft/json.ts";
import { textIn } from "../fields/schema.ts";
import { TextInput } from "../parts/field.tsx";
import { freeName, isName, nameOf, withName } from "./change-fields.ts";
import { flat, type FieldNode } from "./fields-of.ts";
import { useOpenDefinition } from "./use-definition-editor.ts";

/** How a field gets its name: by hand, or after its title while nothing can be stored under it. */
export function useNaming(node: FieldNode) {
  const { base, definition, change, follow, isReadOnly } = useOpenDefinition();
  const { name, parent, schema, pointer } = node;
  const title = textIn(schema.title) ?? "";
  const isNew = name !== undefined && !isReadOnly && valueAt(base.schema, pointer) === undefined;
  useEffect(() => void loadScripts(title), [title]);
  const [isFree, setFree] = useState(isNew && name.replace(/\d+$/, "") === nameOf(title));
  const rename = (to: string) => {
    if (name === undefined || to === name) return;
    change((before) => withName(before, node, to));
    follow(parent.path + pointerStep(to));
  };
  return {
    isNew,
    rename(to: string) {
      setFree(false);
      rename(to);
    },
    /** Follows the title. */
    follow() {
      if (!isNew || !isFree || title === "") return;
      const wanted = nameOf(title);
      if (name.replace(/\d+$/, "") !== wanted) rename(freeName(definition, parent, wanted));
    },
  };
}

/** The name of a field in programs. It changes when the person is done, because what is stored under the old one stays there. */
export function NameSetting({ node, naming }: { node: FieldNode; naming: ReturnType<typeof useNaming> }) {
  const { fields, isReadOnly } = useOpenDefinition();
  const { model } = texts;
  const { name = "", parent, path } = node;
  const [typed, setTyped] = useState<string>();
  const value = typed ?? name;
  const isTaken = flat(fields).some((each) => each.parent.path === parent.path && each.path !== path && each.name === value);
  const error = !isName(value) ? model.badName : isTaken ? model.nameTaken(value) : undefined;
  const commit = () => {
    if (typed !== undefined && error === undefined) naming.rename(typed);
    setTyped(undefined);
  };
  const isRenamed = typed !== undefined && typed !== name && !naming.isNew;
  return (
    <TextInput
      label={model.name}
      hint={isRenamed ? model.renameText(name) : model.nameHint}
      fault={typed === undefined ? undefined : error}
      value={value}
      onChange={setTyped}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === "Enter") commit();
        if (event.key === "Escape") setTyped(undefined);
      }}
      isReadOnly={isReadOnly}
      autoComplete="off"
      spellCheck="false"
      maxLength={64}
    />
  );
}
