import { expect, test } from "vitest";
import { FairQueue } from "./fair-queue.ts";

const item = (name: string, account: string, client = "visitor", kind: "prepare" | "render" = "render") => ({
  name,
  owner: { account, site: "a site", client },
  job: { kind },
});

function filled(...items: ReturnType<typeof item>[]) {
  const queue = new FairQueue<ReturnType<typeof item>>();
  for (const each of items) queue.push(each);
  return queue;
}
const takeAll = (queue: ReturnType<typeof filled>) => Array.from({ length: queue.length }, () => queue.shift()?.name);

test("accounts take turns, and within an account its clients; of one client, the first comes first", () => {
  const queue = filled(
    ...[item("a1", "a"), item("a2", "a"), item("a3", "a"), item("a4", "a", "another")],
    ...[item("b1", "b"), item("b2", "b"), item("c1", "c")],
  );
  expect(takeAll(queue)).toEqual(["a1", "b1", "c1", "a4", "b2", "a2", "a3"]);
  expect([queue.length, queue.shift()]).toEqual([0, undefined]);
});

test("an account that comes later has its turn after one of each other site", () => {
  const queue = filled(...Array.from({ length: 40 }, (_, index) => item(`a${index}`, "a", `client ${index % 7}`)), item("b", "b"));
  expect([queue.shift()?.name, queue.shift()?.name]).toEqual(["a0", "b"]);
  queue.push(item("c", "c"));
  expect([queue.shift()?.name, queue.shift()?.name]).toEqual(["a1", "c"]);
  expect([queue.lengthOf("a", "render"), queue.lengthOf("b", "render")]).toEqual([38, 0]);
});

test("uploads of an account come before its renderings, three in a row; those of other accounts do not", () => {
  const uploads = Array.from({ length: 5 }, (_, index) => item(`up${index}`, "a", "editor", "prepare"));
  const queue = filled(item("a1", "a"), ...uploads, item("b1", "b"));
  expect(takeAll(queue)).toEqual(["up0", "b1", "up1", "up2", "a1", "up3", "up4"]);
});

/** Takes files one after the other, each of which costs its account so much; answers the names in order. */
function workOff(queue: ReturnType<typeof filled>, costOf: Record<string, number>, files: number): string[] {
  return Array.from({ length: files }, () => {
    const next = queue.shift();
    if (!next) return "none";
    queue.book(next.owner.account, costOf[next.owner.account] ?? 0);
    return next.owner.account;
  });
}

test("accounts that always have files waiting get equal time, not equal numbers of files", () => {
  const queue = filled(
    ...Array.from({ length: 100 }, () => item("a", "a")),
    ...Array.from({ length: 100 }, () => item("b", "b", "visitor", "prepare")),
  );
  const taken = workOff(queue, { a: 1_000, b: 100 }, 55);
  expect(taken.filter((account) => account === "a")).toHaveLength(5);
  expect(taken.filter((account) => account === "b")).toHaveLength(50);
});

test("an account that comes seldom is next, whatever it and the others used before", () => {
  const strangers = Array.from({ length: 10 }, (_, index) => `stranger ${index}`);
  const costOf = { ...Object.fromEntries(strangers.map((account) => [account, 900])), seldom: 500 };
  const queue = filled(item("early", "seldom"), ...strangers.flatMap((account) => Array.from({ length: 20 }, () => item("x", account))));
  workOff(queue, costOf, 51);
  for (let round = 0; round < 10; round += 1) {
    queue.push(item("photograph", "seldom"));
    const taken = workOff(queue, costOf, 10);
    expect(taken.indexOf("seldom")).toBeLessThanOrEqual(0);
  }
  // Nor does it save anything up: several at once are worked on in turns with the others'.
  for (let number = 0; number < 20; number += 1) queue.push(item("photograph", "seldom"));
  expect(workOff(queue, costOf, 22).filter((account) => account === "seldom").length).toBeLessThanOrEqual(5);
});

test("a full queue has room for another account, at the cost of the one with most files", () => {
  const queue = filled(item("a1", "a"), item("a2", "a"), item("a3", "a", "editor", "prepare"), item("b1", "b"));
  expect(queue.popOfLongest("a")).toBeUndefined();
  expect([queue.popOfLongest("b")?.name, queue.popOfLongest("c")?.name]).toEqual(["a2", "a1"]);
  expect(takeAll(queue)).toEqual(["a3", "b1"]);
});

test("what gave up is gone, and only that", () => {
  const [first, second] = [item("a1", "a"), item("a2", "a")];
  const queue = filled(first, second);
  queue.remove(first);
  queue.remove(first);
  expect(queue.length).toBe(1);
  expect(queue.drain()).toEqual([second]);
  expect([queue.length, queue.lengthOf("a", "render")]).toEqual([0, 0]);
});
