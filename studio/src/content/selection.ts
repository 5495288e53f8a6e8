import { create } from "zustand";
import type { Block, EditedDraft } from "../draft/block.ts";
import { pointerTokens } from "../draft/json.ts";

interface Selection {
  /** The id of the selected block; null: the page itself. */
  block: string | null;
  /** A field that is to get the focus: a pointer into the props of the block, or the data of the entry; a new object for each time. */
  reveal: { path: string } | undefined;
}

/** What is selected in the open editor. */
export const useSelection = create<Selection>()(() => ({ block: null, reveal: undefined }));

export const selectBlock = (block: string | null) => useSelection.setState({ block, reveal: undefined });

/** Selects the block that a pointer into the draft leads to, and has its field get the focus: `/composition/2/props/title`, `/seo/title`, `/data/body`. */
export function goToField({ composition = [] }: EditedDraft, path: string): void {
  let [blocks, block]: [readonly Block[], Block | undefined] = [composition, undefined];
  const [first = "", ...tokens] = pointerTokens(path);
  if (first === "composition") {
    while (/^\d+$/.test(tokens[0] ?? "")) {
      block = blocks[Number(tokens.shift())];
      if (tokens[0] !== "children") break;
      const [, slot = ""] = tokens.splice(0, 2);
      blocks = block?.children?.[slot] ?? [];
    }
    if (tokens[0] === "props") tokens.shift();
  } else if (first !== "data") tokens.unshift(first);
  useSelection.setState({ block: block?.id ?? null, reveal: { path: `/${tokens.join("/")}` } });
}
