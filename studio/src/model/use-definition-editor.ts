import { createContext, use, useMemo, useState } from "react";
import { isSameDefinition, type Definition } from "./definition.ts";
import { fieldsOf, nodeAt, type FieldNode } from "./fields-of.ts";
import { mergeDefinitions, withTheirs, type Clash } from "./merge-definitions.ts";
import { again, back, begin, step } from "./steps.ts";

/** A definition as the server has it. */
export interface StoredDefinition {
  revision: number;
  definition: Definition;
}

/** A definition that is open: what the server has, and what the person makes of it. */
export interface DefinitionEditor {
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
  saved(stored: StoredDefinition): void;
  selected: FieldNode | undefined;
  /** Grows with each choice of a field, and not when the chosen one gets another name. */
  opened: number;
  select(path: string | undefined): void;
  /** The chosen field is at another path now. */
  follow(path: string): void;
}

export const DefinitionContext = createContext<DefinitionEditor | undefined>(undefined);

export function useOpenDefinition(): DefinitionEditor {
  const editor = use(DefinitionContext);
  if (!editor) throw new Error("No definition is open: the part must lie within a DefinitionContext.");
  return editor;
}

/** Edits a definition. `stored` is the server's newest answer: what others change meanwhile is taken over, unless it clashes. */
export function useDefinitionEditor(stored: StoredDefinition, isReadOnly: boolean): DefinitionEditor {
  const [base, setBase] = useState(stored);
  const [steps, setSteps] = useState(() => begin(stored.definition));
  const [clashing, setClashing] = useState<{ stored: StoredDefinition; clashes: Clash[]; merged: Definition }>();
  const [selection, setSelection] = useState<{ path: string | undefined; opened: number }>({ path: undefined, opened: 0 });
  const from = base.definition;
  const { now: definition } = steps;
  if (stored.revision > base.revision && stored.revision !== clashing?.stored.revision) {
    const { definition: merged, clashes } = mergeDefinitions(from, definition, stored.definition);
    if (clashes.length > 0) setClashing({ stored, clashes, merged });
    else {
      setBase(stored);
      setClashing(undefined);
      setSteps(merged === definition ? steps : step(steps, merged, undefined, 0));
    }
  }
  const fields = useMemo(() => fieldsOf(definition), [definition]);
  const select = (path: string | undefined) => setSelection(({ opened }) => ({ path, opened: opened + 1 }));
  return {
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
      setBase(clashing.stored);
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
