import { texts } from "../app/texts.ts";
import { newBlockId, type Block } from "../draft/block.ts";
import { copyBlocks, pasteBlocks } from "../draft/clipboard.ts";
import { canPlace, placeAfterStep, placeBeside } from "../draft/places.ts";
import { duplicate, find, insert, move, remove, type Place } from "../draft/tree.ts";
import { toast } from "../parts/toast.tsx";
import { useOpenDocument } from "./open-document.tsx";
import { useBlockTypes } from "./page-types.ts";
import { selectBlock } from "./selection.ts";

/** What can be done with the blocks of the open page. Every action is a step of undo. */
export function useBlockActions() {
  const { store } = useOpenDocument();
  const types = useBlockTypes();
  const blocks = () => store.getState().draft.composition ?? [];
  const change = (next: (now: readonly Block[]) => readonly Block[]) =>
    store.getState().change((draft) => ({ ...draft, composition: next(draft.composition ?? []) }));
  const titleOf = (id: string) => {
    const type = find(blocks(), id)?.block.type ?? "";
    return types.get(type)?.title ?? type;
  };
  const actions = {
    /** Puts a new block of a type at a place, with the type's defaults. */
    add(type: string, place: Place) {
      const block: Block = { id: newBlockId(), type, props: { ...types.get(type)?.defaults } };
      change((now) => insert(now, [block], place));
      selectBlock(block.id);
    },
    /** One step up or down, into blocks and out of them. */
    step(id: string, direction: "next" | "previous") {
      const place = placeAfterStep(types, blocks(), id, direction);
      if (place) change((now) => move(now, [id], place));
    },
    duplicate(id: string) {
      const copied = duplicate(blocks(), [id]);
      change(() => copied.blocks);
      selectBlock(copied.ids[0] ?? id);
    },
    remove(id: string) {
      const name = titleOf(id);
      change((now) => remove(now, [id]));
      selectBlock(null);
      toast(texts.editor.removed(name), { label: texts.app.undo, run: () => store.getState().undo() });
    },
    /** As text, which can be pasted into any page of any site that has the types. */
    copy: (id: string) => navigator.clipboard.writeText(copyBlocks(blocks(), [id])),
    async cut(id: string) {
      await actions.copy(id);
      actions.remove(id);
    },
    /** After a block, or at the end of the page. */
    async paste(id: string | null) {
      actions.pasteText(await navigator.clipboard.readText(), id);
    },
    pasteText(text: string, id: string | null): boolean {
      const pasted = pasteBlocks(text);
      const place = (id === null ? undefined : placeBeside(blocks(), id, "after")) ?? { parent: null, slot: "", index: blocks().length };
      if (!pasted || !pasted.every((block) => canPlace(types, blocks(), block, place))) return false;
      change((now) => insert(now, pasted, place));
      selectBlock(pasted[0]?.id ?? null);
      return true;
    },
  };
  return actions;
}
