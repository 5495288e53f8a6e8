import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
const routes = readFileSync(new URL("docs/build/routes.md", root), "utf8");
const pages = [
  "README.md",
  ...readdirSync(new URL("docs/", root), { recursive: true, encoding: "utf8" }).map((name) => `docs/${name}`),
].filter((name) => name.endsWith(".md") && !name.includes("decisions/"));

/** How a document would say that a feature is missing, and the addresses by which the server has it. */
const features: [RegExp, RegExp][] = [
  [/\b(no|without a|lacks a) media library\b|\bno image resizing\b/i, /\/assets`/],
  [/\bno roles\b|\broles?: Vitrine has none\b/i, /member [a-z]+:[a-z]+/],
  [/\bno accounts\b|\bthere are no accounts per site\b/i, /\/members`/],
  [/\bno administration in a browser\b|\bno studio\b/i, /`\/studio/],
  [/\bno administration of the shop\b|\bdoes not edit products\b/i, /(POST|PUT) +\| `[^`]*\/products/],
  [/\bno webhooks to\b/i, /\/webhooks`/],
  [/\bno releases\b/i, /\/releases`/],
  [/\bno audit log\b/i, /\/audit`/],
  [/\bno previews\b|\bdrafts? of one page\b|\bonly of one page\b/i, /\/previews`/],
];

const claims = pages.flatMap((page) =>
  readFileSync(new URL(page, root), "utf8")
    .split("\n")
    .map((line) => ({ page, line })),
);

test("no page says that something is missing which the routes have", () => {
  const untrue = claims.filter(({ line }) => features.some(([claim, address]) => claim.test(line) && address.test(routes)));
  expect(untrue).toEqual([]);
});

test("the check recognises the addresses of what the server has", () => {
  const absent = features.filter(([, address]) => !address.test(routes));
  expect(absent).toEqual([]);
});
