import { useEffect, useState } from "react";
import type { Block } from "../draft/block.ts";
import { useOpenDocument } from "./open-document.tsx";

const settleMs = 300;

/**
 * The blocks for the outline. A change of the tree is shown at once, and that of a text a moment after the last keystroke: to render a long outline again for
 * each of them would make typing slow.
 */
export function useDeferredDraft(): readonly Block[] {
  const { store } = useOpenDocument();
  const [blocks, setBlocks] = useState<readonly Block[]>(() => store.getState().draft.composition ?? []);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const take = () => setBlocks(store.getState().draft.composition ?? []);
    take();
    const stop = store.subscribe(({ draft: { composition = [] } }, { draft: { composition: before = [] } }) => {
      if (composition === before) return;
      clearTimeout(timer);
      if (shapeOf(composition) === shapeOf(before)) timer = setTimeout(take, settleMs);
      else take();
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [store]);
  return blocks;
}

const shapes = new WeakMap<readonly Block[], string>();

/** The ids of blocks and their places, as one text. */
function shapeOf(blocks: readonly Block[]): string {
  const knownShape = shapes.get(blocks);
  if (knownShape !== undefined) return knownShape;
  const shape = blocks
    .map(
      ({ id, children = {} }) =>
        `${id}(${Object.entries(children)
          .map(([slot, inner]) => `${slot}:${shapeOf(inner)}`)
          .join()})`,
    )
    .join();
  shapes.set(blocks, shape);
  return shape;
}
