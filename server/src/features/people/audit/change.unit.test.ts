import { expect, test } from "vitest";
import { changesBetween } from "./change.ts";

test("the members that differ are named, nested ones by their path, lists as a whole", () => {
  const before = { name: "A", settings: { team: { days: 1, same: true }, gone: 1 }, locales: ["en"], id: 1 };
  const after = { name: "B", settings: { team: { days: 2, same: true }, added: null }, locales: ["en", "de"], id: 1 };
  expect(changesBetween(before, after)).toEqual([
    { member: "name", from: "A", to: "B" },
    { member: "settings.team.days", from: 1, to: 2 },
    { member: "settings.gone", from: 1 },
    { member: "settings.added", to: null },
    { member: "locales", from: ["en"], to: ["en", "de"] },
  ]);
  expect(changesBetween(before, before)).toEqual([]);
});

test("something new or gone is all of its members", () => {
  expect(changesBetween(null, { name: "A", at: { x: 1 } })).toEqual([
    { member: "name", to: "A" },
    { member: "at.x", to: 1 },
  ]);
  expect(changesBetween({ name: "A" }, null)).toEqual([{ member: "name", from: "A" }]);
});

test("hidden members are named without values, with all that is in them, and so are long ones", () => {
  const before = { secret: { key: "sk_1" }, secretary: "x", text: "short" };
  const after = { secret: { key: "sk_2" }, secretary: "y", text: "long ".repeat(100) };
  expect(changesBetween(before, after, { hidden: ["secret"] })).toEqual([
    { member: "secret.key" },
    { member: "secretary", from: "x", to: "y" },
    { member: "text" },
  ]);
  expect(JSON.stringify(changesBetween({ secret: 1 }, { secret: "sk_2" }, { hidden: ["secret"] }))).not.toContain("sk_2");
});

test("a list of changes is no second copy of a document, however large", () => {
  const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`m${index}`, index]));
  expect(changesBetween(null, many)).toHaveLength(100);
  expect(changesBetween({}, { list: Array(1_000).fill("x") })).toEqual([{ member: "list" }]);
});

test("names that objects have by themselves are members like others", () => {
  const after = JSON.parse('{"__proto__": {"a": 1}, "constructor": 2, "toString": 3}') as Record<string, unknown>;
  expect(changesBetween({}, after)).toEqual([
    { member: "__proto__.a", to: 1 },
    { member: "constructor", to: 2 },
    { member: "toString", to: 3 },
  ]);
});
