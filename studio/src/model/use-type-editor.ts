import { createContext, use, useMemo, useState } from "react";
import { definitionOf, isSameDefinition, type Definition, type StoredType } from "./definition.ts";
import { fieldsOf, nodeAt, type FieldNode } from "./fields-of.ts";
import { mergeDefinitions, withTheirs, type Clash } from "./merge-definitions.ts";
import { again, back, begin, step } from "./steps.ts";
import type { TypeName } from "./type-client.ts";

/** A type that is open: what the server has, and what the person makes of it. */
export interface TypeEditor extends TypeName {
  /** The definition that the edits began from. */
  base: Definition;
  /** The revision that a change must name. */
  revision: number;
  definition: Definition;
  isEdited: boolean;
  isReadOnly: boolean;
  fields: readonly FieldNode[];
  /** Members that somebody else changed, too. Nothing can be saved before the person chooses. */
  clashes: readonly Clash[];
  choose(side: "mine" | "theirs"): void;
  /** Steps with one key that follow each other are one step of undo. */
  change(next: (definition: Definition) => Definition, key?: string): void;
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
  discard(): void;
  /** The server has this now. */
  saved(storedType: StoredType): void;
  selected: FieldNode | undefined;
  /** Grows with each choice of a field, and not when the chosen one gets another name. */
  opened: number;
  select(path: string | undefined): void;
  /** The chosen field is at another path now. */
  follow(path: string): void;
}

export const TypeEditorContext = createContext<TypeEditor | undefined>(undefined);

export function useOpenType(): TypeEditor {
  const editor = use(TypeEditorContext);
  if (!editor) throw new Error("No type is open: the part must lie within a TypePage.");
  return editor;
}

/** Edits a type. `stored` is the server's newest answer: what others change meanwhile is taken over, unless it clashes. */
export function useTypeEditor({ family, type }: TypeName, storedType: StoredType, isReadOnly: boolean): TypeEditor {
  const [base, setBase] = useState(storedType);
  const [steps, setSteps] = useState(() => begin(definitionOf(storedType)));
  const [clashing, setClashing] = useState<{ storedType: StoredType; clashes: Clash[]; merged: Definition }>();
  const [selection, setSelection] = useState<{ path: string | undefined; opened: number }>({ path: undefined, opened: 0 });
  const from = useMemo(() => definitionOf(base), [base]);
  const { now: definition } = steps;
  if (storedType.revision > base.revision && storedType.revision !== clashing?.storedType.revision) {
    const { definition: merged, clashes } = mergeDefinitions(from, definition, definitionOf(storedType));
    if (clashes.length > 0) setClashing({ storedType, clashes, merged });
    else {
      setBase(storedType);
      setClashing(undefined);
      setSteps(merged === definition ? steps : step(steps, merged, undefined, 0));
    }
  }
  const fields = useMemo(() => fieldsOf(definition), [definition]);
  const select = (path: string | undefined) => setSelection(({ opened }) => ({ path, opened: opened + 1 }));
  return {
    family,
    type,
    base: from,
    revision: base.revision,
    definition,
    isReadOnly,
    fields,
    select,
    isEdited: !isSameDefinition(from, definition),
    clashes: clashing?.clashes ?? [],
    choose(side) {
      if (!clashing) return;
      const { clashes, merged } = clashing;
      setBase(clashing.storedType);
      setSteps(step(steps, side === "mine" ? merged : withTheirs(merged, clashes), undefined, 0));
      setClashing(undefined);
    },
    change(next, key) {
      const at = Date.now();
      if (!isReadOnly) setSteps((before) => step(before, next(before.now), key, at));
    },
    undo: steps.past.length > 0 ? () => setSteps(back) : undefined,
    redo: steps.future.length > 0 ? () => setSteps(again) : undefined,
    discard: () => setSteps(step(steps, from, undefined, 0)),
    saved: setBase,
    selected: selection.path === undefined ? undefined : nodeAt(fields, selection.path),
    opened: selection.opened,
    follow: (path) => setSelection(({ opened }) => ({ path, opened })),
  };
}
