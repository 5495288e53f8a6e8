import { expect, test } from "vitest";
import { FakeClock } from "../draft/kit/fake-clock.ts";
import { createFlood, readMessage } from "./preview-channel.ts";
import { createTurns } from "./turns.ts";

test("what a storefront says is taken in its form alone, and nothing else about it", () => {
  expect(readMessage({ type: "ready", id: 1 })).toEqual({ type: "ready" });
  expect(readMessage({ type: "select", id: "a", more: 1 })).toEqual({ type: "select", id: "a" });
  const edit = { type: "edit", id: "a", field: "/title", value: "" };
  expect(readMessage(edit)).toEqual(edit);
  const others = [{}, { type: "page" }, { type: "select" }, { type: "select", id: "" }, { type: "select", id: "a".repeat(201) }];
  const edits = [
    { field: "" },
    { field: 1 },
    { field: ["/title"] },
    { field: "/a".repeat(501) },
    { id: {} },
    { value: 1 },
    { value: "a".repeat(200_001) },
  ];
  const whole = [undefined, null, 1, "edit", [], [edit], new Map(Object.entries(edit)), () => edit];
  for (const each of [...whole, ...others, ...edits.map((wrong) => ({ ...edit, ...wrong }))]) expect(readMessage(each)).toBeUndefined();
});

test("a person at the keyboard is no flood, at any speed; a script that does nothing else is one", () => {
  let now = 0;
  const isFlood = createFlood(() => now);
  for (let key = 0; key < 10_000; key++, now += 33) expect(isFlood()).toBe(false);
  const hostile = Array.from({ length: 400 }, isFlood);
  expect(hostile.indexOf(true)).toBeGreaterThan(250);
});

test("the first change runs at once, later ones a few a second, and the last of each key always", async () => {
  const clock = new FakeClock();
  const done: string[] = [];
  const turns = createTurns(250, clock);
  for (let key = 0; key <= 100; key++) {
    turns.take("a", () => done.push(`a${key}`));
    await clock.advance(10);
  }
  turns.take("b", () => done.push("b"));
  await clock.advance(1_000);
  expect([done[0], ...done.slice(-2)]).toEqual(["a0", "a100", "b"]);
  expect(done.length).toBeLessThan(8);
});

test("what waits is not lost at the end, and nobody waits with more than a few", async () => {
  const clock = new FakeClock();
  const done: number[] = [];
  const turns = createTurns(250, clock);
  for (let key = 0; key < 100; key++) turns.take(String(key), () => done.push(key));
  turns.finish();
  expect(done).toEqual([0, 1, 2, 3, 4]);
  await clock.advance(1_000);
  turns.take("later", () => done.push(100));
  expect(done).toEqual([0, 1, 2, 3, 4, 100]);
});
