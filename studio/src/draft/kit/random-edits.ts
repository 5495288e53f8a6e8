import fc from "fast-check";
import type { Block, EditedDraft } from "../block.ts";
import { duplicate, find, insert, move, remove, setProps, walk } from "../tree.ts";

/** An edit of any page: it finds its blocks by chance, with these numbers. */
export interface RandomEdit {
  readonly kind: "set" | "add" | "move" | "remove" | "duplicate" | "title" | "unset" | "nested";
  readonly first: number;
  readonly second: number;
  readonly index: number;
}

const kinds: readonly RandomEdit["kind"][] = ["set", "set", "add", "move", "move", "remove", "duplicate", "title", "unset", "nested"];

export const randomEdits = (maxLength: number): fc.Arbitrary<RandomEdit[]> => {
  const number = fc.nat(10_000);
  return fc.array(fc.record({ kind: fc.constantFrom(...kinds), first: number, second: number, index: fc.nat(5) }), {
    maxLength,
    size: "max",
  });
};

/** The draft after edits. Texts and ids of new blocks begin with the name of the editor. */
export function edited(draft: EditedDraft, edits: readonly RandomEdit[], editor: string): EditedDraft {
  return edits.reduce((at, edit, count) => editOnce(at, edit, `${editor}${count}`), draft);
}

export function editOnce(draft: EditedDraft, { kind, first, second, index }: RandomEdit, word: string): EditedDraft {
  const blocks = draft.composition ?? [];
  const all = [...walk(blocks)].map(({ block }) => block);
  const chosen = all[first % Math.max(1, all.length)];
  const parent = all[second % (all.length + 1)];
  const place = { parent: parent?.id ?? null, slot: second % 2 === 0 ? "main" : "side", index };
  const withBlocks = (composition: readonly Block[]): EditedDraft => ({ ...draft, composition });
  if (kind === "title") return { ...draft, title: word };
  if (kind === "add" || !chosen) return withBlocks(insert(blocks, [{ id: word, type: "text", props: { text: word } }], place));
  const member = `m${second % 4}`;
  let count = 0;
  switch (kind) {
    case "set":
      return withBlocks(setProps(blocks, chosen.id, { ...chosen.props, [member]: word }));
    case "unset":
      return withBlocks(setProps(blocks, chosen.id, Object.fromEntries(Object.entries(chosen.props).filter(([name]) => name !== member))));
    case "nested": {
      const group = { ...(chosen.props.group as object | undefined), [member]: word };
      return withBlocks(setProps(blocks, chosen.id, { ...chosen.props, group, list: [word, ...Array.from({ length: index }, String)] }));
    }
    case "move":
      return withBlocks(move(blocks, [chosen.id], place));
    case "remove":
      return withBlocks(remove(blocks, [chosen.id]));
    case "duplicate":
      return withBlocks(duplicate(blocks, [chosen.id], () => `${word}-${count++}`).blocks);
  }
}

/** A page of some blocks, partly inside of each other. */
export const randomPage: fc.Arbitrary<EditedDraft> = randomEdits(30).map((edits) =>
  edited(
    { slug: "home", title: "Home", composition: [] },
    edits.map((each) => (each.kind === "remove" ? { ...each, kind: "add" as const } : each)),
    "base",
  ),
);

export function idsOf({ composition = [] }: EditedDraft): string[] {
  return [...walk(composition)].map(({ block }) => block.id);
}

export function blockOf({ composition = [] }: EditedDraft, id: string): Block | undefined {
  return find(composition, id)?.block;
}
