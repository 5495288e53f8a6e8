import { expect, test } from "vitest";
import { cacheTagHeaders, cacheTags, purgedTags } from "./cache-tags.ts";
import { wholeSite } from "./site-changes.ts";

const shared = (one: readonly string[], other: readonly string[]) => one.filter((tag) => other.includes(tag));

test("a change purges the responses with one of its tags, of its own site only", () => {
  const page = cacheTags("acme", "getPage", ["document:page/about", "document:0190"]);
  expect(page.slice(0, 2)).toEqual(["acme", "acme/getPage"]);
  expect(shared(page, purgedTags("acme", new Set(["document:0190"])))).toHaveLength(1);
  expect(shared(page, purgedTags("acme", new Set(["document:0191", "products"])))).toEqual([]);
  expect(shared(page, purgedTags("other", new Set(["document:0190"])))).toEqual([]);
  expect(shared(page, purgedTags("acme", new Set([wholeSite])))).toEqual(["acme"]);
});

test("lists have readable tags, and single things have none that names them", () => {
  expect(cacheTags("acme", "listEntries", ["documents:article", "products"]).slice(2)).toEqual(["acme/type:article", "acme/type:products"]);
  expect(cacheTags("acme", "getPage", ["document:page/secret-plan"]).join()).not.toContain("secret");
});

test("a response of too many things for a header is purged with every change, and its header stays small", () => {
  const many = cacheTags(
    "acme",
    "listPages",
    Array.from({ length: 5_000 }, (_, index) => `document:${index}`),
  );
  expect(many).toHaveLength(3);
  expect(shared(many, purgedTags("acme", new Set(["product:1"])))).toHaveLength(1);
  const most = cacheTags(
    "a".repeat(63),
    "listPages",
    Array.from({ length: 198 }, (_, index) => `document:${index}`),
  );
  for (const line of cacheTagHeaders(most)) expect(line.length).toBeLessThan(8 * 1024);
});

test("a tag holds nothing that ends it in a header or in a pattern of a cache", () => {
  const tags = cacheTags("acme", "search", ["words:pt-BR", "document:page/über uns, (1)|.*", "documents:blog-post"]);
  for (const tag of tags) expect(tag).toMatch(/^[a-z0-9/:A-Z-]+$/);
});
