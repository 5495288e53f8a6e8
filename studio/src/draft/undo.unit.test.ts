import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EditedDraft } from "./block.ts";
import { equal } from "./json.ts";
import { block, outline, page } from "./kit/pages.ts";
import { blockOf, edited, editOnce, randomEdits, randomPage } from "./kit/random-edits.ts";
import { merge } from "./merge.ts";
import { insert, remove, setProps } from "./tree.ts";
import { createUndo } from "./undo.ts";

const start = page([block("a"), block("b")]);
const titled = (draft: EditedDraft, title: string): EditedDraft => ({ ...draft, title });

describe("undo", () => {
  test("goes back and forth through every step", () => {
    const undo = createUndo();
    expect([undo.canUndo, undo.canRedo, undo.undo(start), undo.redo(start)]).toEqual([false, false, undefined, undefined]);
    const [one, two] = [titled(start, "1"), titled(start, "2")];
    undo.record(start, one, 0);
    undo.record(one, two, 0);
    expect(undo.undo(two)).toBe(one);
    expect(undo.undo(one)).toBe(start);
    expect([undo.canUndo, undo.canRedo]).toEqual([false, true]);
    expect(undo.redo(start)).toBe(one);
    undo.record(one, titled(one, "3"), 0);
    expect([undo.canUndo, undo.canRedo]).toEqual([true, false]);
  });

  test("takes steps with one key within a second as one", () => {
    const undo = createUndo();
    const drafts = ["1", "2", "3", "4"].map((title) => titled(start, title));
    undo.record(start, drafts[0]!, 0, "title");
    undo.record(drafts[0]!, drafts[1]!, 900, "title");
    undo.record(drafts[1]!, drafts[2]!, 1_800, "title");
    undo.record(drafts[2]!, drafts[3]!, 2_800, "title");
    expect(undo.undo(drafts[3]!)).toBe(drafts[2]);
    expect(undo.undo(drafts[2]!)).toBe(start);
    undo.record(start, drafts[0]!, 3_000, "title");
    undo.record(drafts[0]!, drafts[1]!, 3_001, "other");
    undo.record(drafts[1]!, drafts[2]!, 3_002);
    undo.record(drafts[2]!, drafts[3]!, 3_003);
    expect([3, 2, 1].map((at) => undo.undo(drafts[at]!))).toEqual([drafts[2], drafts[1], drafts[0]]);
    expect(undo.canUndo).toBe(true);
  });

  test("does not join what is typed after an undo with what was typed before it", () => {
    const undo = createUndo();
    const [one, two, three] = ["1", "2", "3"].map((title) => titled(start, title)) as [EditedDraft, EditedDraft, EditedDraft];
    undo.record(start, one, 0, "a");
    undo.record(one, two, 1, "b");
    undo.undo(two);
    undo.record(one, three, 2, "a");
    expect(undo.undo(three)).toBe(one);
  });

  test("leaves what others changed since", () => {
    const undo = createUndo();
    const blocks = start.composition ?? [];
    const mine = { ...start, composition: setProps(blocks, "a", { text: "mine" }) };
    undo.record(start, mine, 0, "a");
    const added = page([block("a"), block("theirs"), block("b")], { title: "Theirs" });
    const merged = merge(start, mine, added).draft;
    const more = { ...merged, composition: setProps(merged.composition ?? [], "a", { text: "mine, longer" }) };
    undo.record(merged, more, 1, "a");
    const back = undo.undo(more)!;
    expect(back).toEqual(merged);
    const first = undo.undo(back)!;
    expect(outline(first.composition)).toBe("a theirs b");
    expect([first.title, blockOf(first, "a")?.props.text]).toEqual(["Theirs", "a"]);
    expect(undo.redo(first)).toEqual(merged);
  });

  test("leaves a member that others changed after me, and a block that they filled", () => {
    const undo = createUndo();
    const mine = {
      ...titled(start, "Mine"),
      composition: insert(start.composition ?? [], [block("m")], { parent: null, slot: "", index: 0 }),
    };
    undo.record(start, mine, 0);
    const theirs = { ...titled(mine, "Theirs"), composition: setProps(mine.composition, "m", { text: "theirs" }) };
    const back = undo.undo(theirs)!;
    expect([back.title, outline(back.composition)]).toEqual(["Theirs", "m a b"]);
  });

  test("brings a removed block back to its place, with everything inside", () => {
    const undo = createUndo();
    const before = page([block("a"), block("b", { main: [block("c")] }), block("d")]);
    const after = { ...before, composition: remove(before.composition ?? [], ["b"]) };
    undo.record(before, after, 0);
    const theirs = { ...after, composition: insert(after.composition, [block("t")], { parent: null, slot: "", index: 2 }) };
    expect(outline(undo.undo(theirs)?.composition)).toBe("a b(main: c) d t");
  });

  test("of all random steps is the first draft, and doing all again is the last one, also with others' words in between", () =>
    fc.assert(
      fc.property(randomPage, randomEdits(60), fc.nat(60), (base, edits, when) => {
        const undo = createUndo();
        let draft = base;
        edits.forEach((edit, count) => {
          if (count === when) draft = { ...draft, slug: "theirs" };
          const next = editOnce(draft, edit, `w${count}`);
          undo.record(draft, next, count * 5_000);
          draft = next;
        });
        const last = draft;
        while (undo.canUndo) draft = undo.undo(draft)!;
        expect(equal(draft, { ...base, slug: last.slug })).toBe(true);
        while (undo.canRedo) draft = undo.redo(draft)!;
        expect(equal(draft, last)).toBe(true);
        expect(edited(base, [], "w")).toBe(base);
      }),
      { numRuns: 60 },
    ));
});
