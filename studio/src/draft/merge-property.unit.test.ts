import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EditedDraft } from "./block.ts";
import { chosen } from "./choices.ts";
import { equal, valueAt } from "./json.ts";
import { blockOf, edited, idsOf, randomEdits, randomPage } from "./kit/random-edits.ts";
import { merge, type Merge } from "./merge.ts";
import { mergeOrder } from "./order.ts";

const clone = (draft: EditedDraft): EditedDraft => structuredClone(draft);
const sides = fc.tuple(randomPage, randomEdits(200), randomEdits(200)).map(([base, mine, theirs]) => ({
  base,
  mine: edited(base, mine, "mine"),
  theirs: edited(base, theirs, "theirs"),
}));
const few = fc.tuple(randomPage, randomEdits(8), randomEdits(8)).map(([base, mine, theirs]) => ({
  base,
  mine: edited(base, mine, "mine"),
  theirs: edited(base, theirs, "theirs"),
}));

/** The members of a block, the innermost ones, by their pointers. */
function members(value: unknown, path = ""): [string, unknown][] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [[path, value]];
  return Object.entries(value).flatMap(([name, member]) => members(member, `${path}/${name}`));
}

describe.each([
  ["8", few, 100],
  ["200", sides, 25],
])("with up to %s random edits on each side", (_, drafts, numRuns) => {
  const runs = { numRuns };

  test("one side alone is that side", () =>
    fc.assert(
      fc.property(drafts, ({ base, mine }) => {
        const is = (merged: Merge, expected: EditedDraft) => equal(merged, { draft: expected, conflicts: [] });
        expect(is(merge(base, mine, base), mine)).toBe(true);
        expect(is(merge(base, base, mine), mine)).toBe(true);
        expect(is(merge(base, mine, clone(base)), mine)).toBe(true);
        expect(is(merge(clone(base), base, mine), mine)).toBe(true);
        expect(is(merge(base, mine, clone(mine)), mine)).toBe(true);
      }),
      runs,
    ));

  test("no block is lost, and none is there twice", () =>
    fc.assert(
      fc.property(drafts, ({ base, mine, theirs }) => {
        const { draft, conflicts } = merge(base, mine, theirs);
        const [was, myIds, theirIds, now] = [base, mine, theirs, draft].map((each) => new Set(idsOf(each)));
        expect(idsOf(draft)).toHaveLength(now!.size);
        for (const id of new Set([...myIds!, ...theirIds!])) {
          const isIn = [myIds!.has(id), theirIds!.has(id)];
          // In both, or new on one side: it is there. Removed by one side: only if nobody edited it, or with a conflict.
          if (isIn.every(Boolean) || !was!.has(id)) expect(now).toContain(id);
          else if (!now!.has(id)) expect(equal(blockOf(myIds!.has(id) ? mine : theirs, id)?.props, blockOf(base, id)?.props)).toBe(true);
        }
        for (const id of now!) expect(myIds!.has(id) || theirIds!.has(id)).toBe(true);
        for (const { block, path } of conflicts) if (path === "") expect(now).toContain(block);
      }),
      runs,
    ));

  test("each member is the one that a side made, and asked about where both did", () =>
    fc.assert(
      fc.property(drafts, ({ base, mine, theirs }) => {
        const { draft, conflicts } = merge(base, mine, theirs);
        for (const id of idsOf(draft)) {
          const [was, myBlock, theirBlock, now] = [base, mine, theirs, draft].map((each) => blockOf(each, id));
          if (!myBlock || !theirBlock) {
            expect(now!.props).toEqual((myBlock ?? theirBlock)!.props);
            continue;
          }
          const paths = new Set(
            [was?.props, myBlock.props, theirBlock.props, now!.props].flatMap((props) => members(props).map(([path]) => path)),
          );
          for (const path of paths) {
            const [before, ours, others, merged] = [was, myBlock, theirBlock, now].map((each) => valueAt(each?.props, path));
            const isAsked = conflicts.some(
              (each) => each.block === id && (`/props${path}` === each.path || `/props${path}`.startsWith(`${each.path}/`)),
            );
            if (equal(ours, others)) expect(merged).toEqual(ours);
            else if (equal(ours, before) && !isAsked) expect(merged).toEqual(others);
            else if (equal(others, before) || isAsked) expect(merged).toEqual(ours);
            else if (Array.isArray(before)) expect(merged).toHaveLength(before.length);
            else throw new Error(`Both changed ${path} of ${id}, and nobody is asked.`);
          }
        }
      }),
      runs,
    ));

  test("their side is there as a whole after each choice for it", () =>
    fc.assert(
      fc.property(drafts, ({ base, mine, theirs }) => {
        const { draft, conflicts } = merge(base, mine, theirs);
        const settled = conflicts.reduce((at, conflict) => chosen(at, conflict, "theirs"), draft);
        for (const { block, path, theirs: value } of conflicts) {
          const whole = block === undefined ? settled : blockOf(settled, block);
          if (path === "") expect(whole === undefined).toBe(value === undefined);
          else if (whole) expect(valueAt(whole, path)).toEqual(value);
        }
        // A choice takes away no block that both sides have, or that I added outside of what they removed.
        for (const id of idsOf(mine).filter((each) => blockOf(theirs, each))) expect(blockOf(settled, id)).toBeDefined();
      }),
      runs,
    ));
});

test("an order has every member once, and that of one side where the other one changed nothing", () =>
  fc.assert(
    fc.property(
      fc.shuffledSubarray([..."abcdefghij"]),
      fc.shuffledSubarray([..."abcdefghijMN"]),
      fc.shuffledSubarray([..."abcdefghijTU"]),
      (base, mine, theirs) => {
        const all = new Set([...mine, ...theirs]);
        expect(mergeOrder({ base, mine, theirs }, all).sort()).toEqual([...all].sort());
        expect(mergeOrder({ base, mine, theirs: base }, new Set(mine))).toEqual(mine);
        expect(mergeOrder({ base, mine: base, theirs }, new Set(theirs))).toEqual(theirs);
      },
    ),
  ));
