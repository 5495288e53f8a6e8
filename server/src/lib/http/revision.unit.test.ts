import { describe, expect, test } from "vitest";
import { ProblemError } from "./problem.ts";
import { readCondition, revisionConflict, seenRevision, tagRevision, type Conditional } from "./revision.ts";

const read = (conditional: Conditional, headers: Record<string, string>): number | string => {
  try {
    return readCondition(conditional, headers);
  } catch (error) {
    if (error instanceof ProblemError) return error.problem.code;
    throw error;
  }
};

describe("the condition of a request", () => {
  test.each<[Conditional, Record<string, string>, number | string]>([
    ["change", { "if-match": '"7"' }, 7],
    ["change", { "if-match": ' "7" ' }, 7],
    ["change", { "if-match": 'W/"7"' }, 7],
    ["changeOrCreate", { "if-match": '"7"' }, 7],
    ["changeOrCreate", { "if-none-match": "*" }, "absent"],
    // Nothing is overwritten unseen.
    ["change", {}, "precondition_required"],
    ["changeOrCreate", {}, "precondition_required"],
    ["change", { "if-match": "*" }, "bad_request"],
    ["changeOrCreate", { "if-match": "*" }, "bad_request"],
    ["change", { "if-match": '"7", *' }, "bad_request"],
    ["change", { "if-match": '"7", "8"' }, "bad_request"],
    ["change", { "if-none-match": "*" }, "bad_request"],
    ["changeOrCreate", { "if-none-match": '"7"' }, "bad_request"],
    ["changeOrCreate", { "if-match": '"7"', "if-none-match": "*" }, "bad_request"],
    // A tag that is none of ours matches nothing.
    ...["7", '"x"', '"7', '"-1"', '"7.0"', '"1e1"', '"99999999999"', '""', "", "W/7"].map(
      (tag): [Conditional, Record<string, string>, number] => ["change", { "if-match": tag }, -1],
    ),
  ])("of %s with %j is %j", (conditional, headers, expected) => {
    expect(read(conditional, headers)).toBe(expected);
  });

  test("must be the same in the body, where that names one", () => {
    expect([seenRevision({ expected: 7 }), seenRevision({ expected: 7 }, 7), seenRevision({ expected: 7 }, 8)]).toEqual([7, 7, -1]);
    expect(() => seenRevision({ expected: "absent" })).toThrow("changeOrCreate");
  });
});

test("the tag of a revision is the one that the next change sends back", () => {
  let tag = "";
  tagRevision({ header: (_name: string, value: string) => (tag = value) } as never, 7);
  expect(read("change", { "if-match": tag })).toBe(7);
});

test("a conflict tells the current revision, and who made it", () => {
  const current = { revision: 8, changedBy: { id: "1", name: "Ada" }, changedAt: "2026-11-20T09:30:00.000Z" };
  const { problem, details } = revisionConflict(current);
  expect([problem.status, details.members]).toEqual([412, current]);
});
