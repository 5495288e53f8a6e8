import { useState } from "react";
import { texts } from "../app/texts.ts";
import { pointerStep } from "../draft/json.ts";
import { textIn } from "../fields/schema.ts";
import { toast } from "../parts/toast.tsx";
import { freeName, withNewField, withoutField, withPlace, withRequired } from "./change-fields.ts";
import { flat, titleOf, type FieldNode } from "./fields-of.ts";
import { withKeyword } from "./keywords.ts";
import { useOpenDefinition } from "./use-definition-editor.ts";

/** The actions on a field as a whole. `removed` says that a field is gone. */
export function useFieldActions(removed: (title: string) => string = texts.model.fieldRemoved) {
  const { fields, definition, change, select } = useOpenDefinition();
  const { model, app } = texts;
  const [said, say] = useState("");
  const siblingsOf = (node: FieldNode) => flat(fields).filter(({ parent, name }) => parent.path === node.parent.path && name !== undefined);
  const placeOf = (node: FieldNode) => {
    const siblings = siblingsOf(node);
    return { index: siblings.findIndex(({ path }) => path === node.path), count: siblings.length };
  };
  const place = (node: FieldNode, index: number) => {
    const { count } = placeOf(node);
    if (index < 0 || index >= count) return;
    change((before) => withPlace(before, node, index));
    say(texts.fields.movedTo(titleOf(node, model.eachItem), index + 1, count));
  };
  return {
    said,
    placeOf,
    /** By so many places. */
    move: (node: FieldNode, by: number) => place(node, placeOf(node).index + by),
    moveBeside(node: FieldNode, other: FieldNode, isAfter: boolean) {
      const [from, at] = [placeOf(node).index, placeOf(other).index + (isAfter ? 1 : 0)];
      // Its own place is free by then.
      place(node, from < at ? at - 1 : at);
    },
    duplicate(node: FieldNode) {
      const { parent, name = "", schema, ui, isRequired } = node;
      const copy = freeName(definition, parent, name);
      const title = textIn(schema.title);
      const named = title === undefined ? schema : withKeyword(schema, "title", model.copyOf(title));
      const { index } = placeOf(node);
      change((before) =>
        withRequired(withNewField(before, parent, copy, { schema: named, ui }, index + 1), { parent, name: copy }, isRequired),
      );
      select(parent.path + pointerStep(copy));
    },
    remove(node: FieldNode) {
      const { parent, name = "", schema, ui, isRequired } = node;
      const { index } = placeOf(node);
      change((before) => withoutField(before, node));
      select(undefined);
      const undo = () =>
        change((before) => {
          const back = freeName(before, parent, name);
          return withRequired(withNewField(before, parent, back, { schema, ui }, index), { parent, name: back }, isRequired);
        });
      toast(removed(titleOf(node, model.eachItem)), { label: app.undo, run: undo });
    },
  };
}

export type FieldActions = ReturnType<typeof useFieldActions>;
