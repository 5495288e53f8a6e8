import { withValueAt } from "../draft/json.ts";
import { mergeValues } from "../draft/merge-values.ts";
import { isSameDefinition, type Definition } from "./definition.ts";

/** A member that two people changed to different values. */
export interface Clash {
  /** JSON Pointer into the definition. */
  path: string;
  mine: unknown;
  theirs: unknown;
}

/** One definition out of two that were made from the same one; where both changed the same member, mine stays and the clash is told. */
export function mergeDefinitions(base: Definition, mine: Definition, theirs: Definition): { definition: Definition; clashes: Clash[] } {
  if (isSameDefinition(base, mine)) return { definition: theirs, clashes: [] };
  const clashes: Clash[] = [];
  const definition = mergeValues(base, mine, theirs, "", (path, _, myValue, other) => clashes.push({ path, mine: myValue, theirs: other }));
  return { definition: definition as Definition, clashes };
}

/** The merged definition with the other person's values wherever both clash. */
export const withTheirs = (definition: Definition, clashes: readonly Clash[]) =>
  clashes.reduce((next, { path, theirs }) => withValueAt(next, path, theirs) as Definition, definition);
