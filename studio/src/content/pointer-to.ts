import type { Block } from "../draft/block.ts";
import { pointerStep } from "../draft/json.ts";
import { find } from "../draft/tree.ts";

/** The JSON Pointer to a block in the draft: `/composition/2/children/left/0`. Empty: it is not there. */
export function pointerTo(blocks: readonly Block[], id: string): string {
  const match = find(blocks, id);
  if (!match) return "";
  const { parent, slot, index } = match.place;
  if (parent === null) return `/composition/${index}`;
  return `${pointerTo(blocks, parent)}/children${pointerStep(slot)}/${index}`;
}
