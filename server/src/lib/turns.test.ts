import { expect, test } from "vitest";
import { ProblemError } from "./problem.ts";
import { Turns } from "./turns.ts";

/** Work that ends when it is told to. */
function work() {
  let end: () => void = () => undefined;
  let began = false;
  const done = new Promise<void>((resolve) => (end = resolve));
  return { run: () => ((began = true), done), end: () => end(), began: () => began };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("a site that does too much waits, in the order it came; another does not", async () => {
  const turns = new Turns({ atOnce: 2, maxWaiting: 10 });
  const works = [work(), work(), work(), work()];
  const other = work();
  for (const one of works) void turns.run("a", one.run);
  void turns.run("b", other.run);
  await settled();
  expect([...works.map(({ began }) => began()), other.began()]).toEqual([true, true, false, false, true]);
  works[1]?.end();
  await settled();
  expect(works.map(({ began }) => began())).toEqual([true, true, true, false]);
});

test("what would wait too long is refused, and a failure gives its turn back", async () => {
  const turns = new Turns({ atOnce: 1, maxWaiting: 1 });
  const first = work();
  const running = turns.run("a", first.run);
  const waiting = turns.run("a", () => Promise.reject(new Error("own failure")));
  await expect(turns.run("a", first.run)).rejects.toThrow(ProblemError);
  first.end();
  await running;
  await expect(waiting).rejects.toThrow("own failure");
  expect(await turns.run("a", () => Promise.resolve("again"))).toBe("again");
});
