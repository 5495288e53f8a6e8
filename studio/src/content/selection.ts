import { create } from "zustand";
import type { Block, EditedDraft } from "../draft/block.ts";
import { pointerTokens } from "../draft/json.ts";

/** A field that is to get the focus. */
interface Reveal {
  /** Of title, address and search engines; or of the block or the entry. */
  form: "document" | "content";
  /** A pointer into the draft, or into the props of the block or the data of the entry. */
  path: string;
}

interface Selection {
  /** The id of the selected block; null: the page itself. */
  block: string | null;
  /** A new object for each time. */
  reveal: Reveal | undefined;
}

/** What is selected in the open editor. */
export const useSelection = create<Selection>()(() => ({ block: null, reveal: undefined }));

/** The field to reveal, for the form that has it. */
export const useReveal = (form: Reveal["form"]) => useSelection(({ reveal }) => (reveal?.form === form ? reveal : undefined));

export const selectBlock = (block: string | null) => useSelection.setState({ block, reveal: undefined });

/** Selects the block that a pointer into the draft leads to, and has its field get the focus: `/composition/2/props/title`, `/seo/title`, `/data/body`. */
export function goToField(draft: EditedDraft, path: string): void {
  const { block, form, path: within } = partAt(draft, path);
  useSelection.setState({ block: block?.id ?? null, reveal: { form, path: within } });
}

/** What a pointer into the draft leads to: the block, the form that has the field, and the pointer into what the form shows. */
export function partAt({ composition = [] }: EditedDraft, path: string): Reveal & { block: Block | undefined } {
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
  }
  const isContent = first === "composition" || first === "data";
  return isContent ? { block, form: "content", path: `/${tokens.join("/")}` } : { block, form: "document", path };
}
