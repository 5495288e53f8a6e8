import { expect, test } from "vitest";
import { LiveUpdates, type LiveUpdate } from "./live-updates.ts";

const error = (path: string) => ({ path, code: "type", message: "must be a number", line: 3, column: 5 });

test("a follower hears of imports and of mistakes until it stops", () => {
  const live = new LiveUpdates();
  const heard: LiveUpdate[] = [];
  const stop = live.follow((update) => heard.push(update));
  live.imported("a.yaml", "pk_a");
  // So broken that the site cannot be read from it.
  live.refused("a.yaml", undefined, [error("/x")]);
  // Of a site that is not there yet, and has no pages.
  live.refused("new.yaml", undefined, [error("/y")]);
  // Another site's file of the same name.
  live.refused("a.yaml", "pk_b", [error("/z")]);
  stop();
  live.imported("a.yaml", "pk_a");
  expect(heard).toEqual([
    { kind: "imported", key: "pk_a" },
    { kind: "refused", file: "a.yaml", key: "pk_a", errors: [error("/x")] },
    { kind: "refused", file: "a.yaml", key: "pk_b", errors: [error("/z")] },
  ]);
  expect(live.followers).toBe(0);
});

test("a page that opens later hears of mistakes that still stand, and of no others", () => {
  const live = new LiveUpdates();
  live.refused("a.yaml", "pk_a", [error("/x")]);
  live.refused("b.yaml", "pk_b", [error("/y")]);
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
    "pk_a",
    Array.from({ length: 21 }, (_, index) => error(`/${index}`)),
  );
  expect(heard[0]).toMatchObject({ errors: { length: 20 } });
});
