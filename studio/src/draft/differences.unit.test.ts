import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EditedDraft } from "./block.ts";
import { differences, type Difference } from "./differences.ts";
import { equal } from "./json.ts";
import { block, entry, page } from "./kit/pages.ts";
import { blockOf, edited, idsOf, randomEdits, randomPage } from "./kit/random-edits.ts";
import { insert, move, remove, replaceType, setBindings, setProps } from "./tree.ts";

const before = page([block("a"), block("b", { left: [block("c"), block("d")] }), block("e"), block("f")]);
const blocks = before.composition ?? [];
const told = (draft: EditedDraft) =>
  differences(before, draft).map(({ kind, block: about, path }) => `${kind} ${about?.id ?? "draft"}${path}`);

describe("differences", () => {
  test("are none between equal drafts", () => expect(differences(before, structuredClone(before))).toEqual([]));

  test("name members of the draft and of blocks, with both values", () => {
    const bound = setBindings(setProps(blocks, "c", { text: "new", more: 1 }), "c", { "/text": { source: "site", path: "/name" } });
    const after = {
      ...before,
      title: "About",
      seo: { ...before.seo!, description: "Words" },
      composition: replaceType(bound, "e", "quote", { text: "e" }),
    };
    const about = { id: "c", type: "text" };
    expect(differences(before, after)).toEqual<Difference[]>([
      { kind: "changed", path: "/title", before: "Home", after: "About" },
      { kind: "changed", path: "/seo/description", before: null, after: "Words" },
      { kind: "changed", block: about, path: "/props/text", before: "c", after: "new" },
      { kind: "changed", block: about, path: "/props/more", before: undefined, after: 1 },
      { kind: "changed", block: about, path: "/bindings/~1text", before: undefined, after: { source: "site", path: "/name" } },
      { kind: "changed", block: { id: "e", type: "quote" }, path: "/type", before: "text", after: "quote" },
    ]);
  });

  test("are in the order of the page, removed blocks where they stood", () => {
    const added = insert(blocks, [block("n", { main: [block("o")] })], { parent: "b", slot: "left", index: 2 });
    const changed = setProps(added, "f", { text: "new" });
    expect(told(page(remove(changed, ["a", "c", "e"])))).toEqual([
      "removed a",
      "removed c",
      "added n",
      "removed e",
      "changed f/props/text",
    ]);
    expect(told(page([]))).toEqual(["removed a", "removed b", "removed e", "removed f"]);
  });

  test("tell of moves, as few as possible", () => {
    expect(told(page(move(blocks, ["a"], { parent: null, slot: "", index: 4 })))).toEqual(["moved a"]);
    const moved = move(blocks, ["f"], { parent: "b", slot: "right", index: 0 });
    expect(differences(before, page(moved))).toEqual([
      {
        kind: "moved",
        block: { id: "f", type: "text" },
        path: "",
        before: { parent: null, slot: "" },
        after: { parent: "b", slot: "right" },
      },
    ]);
    const rescued = remove(move(blocks, ["c"], { parent: null, slot: "", index: 0 }), ["b"]);
    expect(told(page(rescued))).toEqual(["moved c", "removed b"]);
  });

  test("look into the data of entries", () => {
    const was = entry({ body: "x", tags: ["a", "b"], list: [1, 2], deep: { a: 1, b: 2 }, gone: true });
    const is = entry({ body: "y", tags: ["a"], list: [1, 3], deep: { a: 1, b: 3 } });
    expect(differences(was, is).map(({ path, before: from, after: to }) => [path, from, to])).toEqual([
      ["/data/body", "x", "y"],
      ["/data/tags", ["a", "b"], ["a"]],
      ["/data/list/1", 2, 3],
      ["/data/deep/b", 2, 3],
      ["/data/gone", true, undefined],
    ]);
  });

  test("say something about every block that differs, and nothing about others", () =>
    fc.assert(
      fc.property(randomPage, randomEdits(40), (base, edits) => {
        const after = edited(base, edits, "n");
        const all = differences(base, after);
        expect(all.length === 0).toBe(equal(base, after) || onlyEmptySlotsDiffer(base, after));
        const named = new Set(all.map((each) => each.block?.id));
        for (const id of idsOf(after)) {
          const was = blockOf(base, id);
          if (was && !equal(was.props, blockOf(after, id)?.props)) expect(named).toContain(id);
        }
        const [was, is] = [new Set(idsOf(base)), new Set(idsOf(after))];
        for (const { kind, block: about } of all) {
          if (kind === "added") expect([was.has(about!.id), is.has(about!.id)]).toEqual([false, true]);
          if (kind === "removed") expect([was.has(about!.id), is.has(about!.id)]).toEqual([true, false]);
          if (kind === "moved") expect([was.has(about!.id), is.has(about!.id)]).toEqual([true, true]);
        }
        const outermostRemoved = all.filter(({ kind }) => kind === "removed");
        const goneWithThem = outermostRemoved.flatMap((each) => idsOf(page([each.before as never])));
        for (const id of was) if (!is.has(id)) expect(goneWithThem).toContain(id);
      }),
      { numRuns: 60 },
    ));
});

/** A slot that became empty is not a difference to a person. */
function onlyEmptySlotsDiffer(a: EditedDraft, b: EditedDraft): boolean {
  const compact = (draft: EditedDraft) =>
    JSON.parse(JSON.stringify(draft), (_, value: unknown) => (Array.isArray(value) && value.length === 0 ? undefined : value)) as unknown;
  const bare = (value: unknown) => JSON.stringify(value).replaceAll(',"children":{}', "");
  return bare(compact(a)) === bare(compact(b));
}
