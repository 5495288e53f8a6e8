import type { DropTarget } from "react-aria-components";
import type { Block } from "../draft/block.ts";
import { placeBeside, placeInside, slotsOf } from "../draft/places.ts";
import type { Place } from "../draft/tree.ts";
import type { BlockTypes } from "./page-types.ts";

/** A row of the outline: a block, or a slot of one. */
export type OutlineNode =
  | { kind: "block"; id: string; block: Block; children: readonly OutlineNode[] }
  | { kind: "slot"; id: string; parent: string; slot: string; title: string; children: readonly OutlineNode[] };

let cache: { types: BlockTypes; nodes: WeakMap<Block, OutlineNode> } | undefined;

/** The rows of blocks. A block that did not change has the same row as before, so that it is not rendered again. */
export function nodesOf(types: BlockTypes, blocks: readonly Block[]): OutlineNode[] {
  if (cache?.types !== types) cache = { types, nodes: new WeakMap() };
  const { nodes } = cache;
  return blocks.map((block) => {
    const knownNode = nodes.get(block);
    if (knownNode) return knownNode;
    const slots = slotsOf(types, block).map((slot): OutlineNode => ({
      kind: "slot",
      id: `${block.id}/${slot}`,
      parent: block.id,
      slot,
      title: types.get(block.type)?.slots?.[slot]?.title ?? slot,
      children: nodesOf(types, block.children?.[slot] ?? []),
    }));
    const newNode: OutlineNode = { kind: "block", id: block.id, block, children: slots };
    nodes.set(block, newNode);
    return newNode;
  });
}

/** The place in the page that a drop leads to. Undefined: nothing can be dropped there. */
export function placeOfTarget(blocks: readonly Block[], target: DropTarget): Place | undefined {
  if (target.type !== "item") return undefined;
  const [id = "", slot] = String(target.key).split("/");
  if (slot !== undefined)
    return target.dropPosition === "on" || target.dropPosition === "after" ? placeInside(blocks, id, slot) : undefined;
  return target.dropPosition === "on" ? undefined : placeBeside(blocks, id, target.dropPosition);
}
