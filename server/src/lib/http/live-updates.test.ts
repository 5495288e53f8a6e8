import { expect, test } from "vitest";
import { LiveUpdates, type LiveUpdate } from "./live-updates.ts";

const fault = (path: string) => ({ path, code: "type", message: "must be a number", line: 3, column: 5 });

test("a follower hears of imports and of mistakes until it stops", () => {
  const live = new LiveUpdates();
  const heard: LiveUpdate[] = [];
  const stop = live.follow((update) => heard.push(update));
  live.imported("a.yaml", "pk_a");
  live.refused("a.yaml", [fault("/x")]);
  live.refused("new.yaml", [fault("/y")]);
  stop();
  live.imported("a.yaml", "pk_a");
  expect(heard).toEqual([
    { kind: "imported", key: "pk_a" },
    { kind: "refused", file: "a.yaml", key: "pk_a", faults: [fault("/x")] },
    { kind: "refused", file: "new.yaml", key: undefined, faults: [fault("/y")] },
  ]);
  expect(live.followers).toBe(0);
});

test("a page that opens later hears of mistakes that still stand, and of no others", () => {
  const live = new LiveUpdates();
  live.refused("a.yaml", [fault("/x")]);
  live.refused("b.yaml", [fault("/y")]);
  live.imported("a.yaml", "pk_a");
  const heard: LiveUpdate[] = [];
  live.follow((update) => heard.push(update));
  expect(heard.map((update) => update.kind === "refused" && update.file)).toEqual(["b.yaml"]);
});

test("twenty mistakes are told of, and no more", () => {
  const live = new LiveUpdates();
  const heard: LiveUpdate[] = [];
  live.follow((update) => heard.push(update));
  live.refused(
    "a.yaml",
    Array.from({ length: 21 }, (_, index) => fault(`/${index}`)),
  );
  expect(heard[0]).toMatchObject({ faults: { length: 20 } });
});
