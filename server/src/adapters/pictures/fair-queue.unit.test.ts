import { expect, test } from "vitest";
import { FairQueue } from "./fair-queue.ts";

const item = (name: string, site: string, client = "visitor") => ({ name, owner: { site, client } });

function filled(...items: ReturnType<typeof item>[]) {
  const queue = new FairQueue<ReturnType<typeof item>>();
  for (const each of items) queue.push(each);
  return queue;
}
const takeAll = (queue: ReturnType<typeof filled>) => Array.from({ length: queue.length }, () => queue.shift()?.name);

test("sites take turns, and within a site its clients; of one client, the first comes first", () => {
  const queue = filled(
    ...[item("a1", "a"), item("a2", "a"), item("a3", "a"), item("a4", "a", "another")],
    ...[item("b1", "b"), item("b2", "b"), item("c1", "c")],
  );
  expect(takeAll(queue)).toEqual(["a1", "b1", "c1", "a4", "b2", "a2", "a3"]);
  expect([queue.length, queue.shift()]).toEqual([0, undefined]);
});

test("a site that comes later has its turn after one of each other site", () => {
  const queue = filled(...Array.from({ length: 40 }, (_, index) => item(`a${index}`, "a", `client ${index % 7}`)), item("b", "b"));
  expect([queue.shift()?.name, queue.shift()?.name]).toEqual(["a0", "b"]);
  queue.push(item("c", "c"));
  expect([queue.shift()?.name, queue.shift()?.name]).toEqual(["a1", "c"]);
  expect([queue.lengthOf("a"), queue.lengthOf("b")]).toEqual([38, 0]);
});

test("the site that has used least is next, however many others came before", () => {
  const use: Record<string, number> = { a: 900, b: 800, c: 10 };
  const queue = new FairQueue<ReturnType<typeof item>>((site) => use[site] ?? 0);
  for (const each of [item("a1", "a"), item("b1", "b"), item("c1", "c"), item("c2", "c"), item("d1", "d"), item("e1", "e")])
    queue.push(each);
  expect([queue.shift()?.name, queue.shift()?.name, queue.shift()?.name]).toEqual(["d1", "e1", "c1"]);
  use.c = 850;
  expect(takeAll(queue)).toEqual(["b1", "c2", "a1"]);
});

test("what gave up is gone, and only that", () => {
  const [first, second] = [item("a1", "a"), item("a2", "a")];
  const queue = filled(first, second);
  queue.remove(first);
  queue.remove(first);
  expect(queue.length).toBe(1);
  expect(queue.drain()).toEqual([second]);
  expect([queue.length, queue.lengthOf("a")]).toEqual([0, 0]);
});
