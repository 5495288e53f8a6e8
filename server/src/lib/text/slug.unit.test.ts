import { expect, test } from "vitest";
import { isPageSlug, isSlug } from "./slug.ts";

test("slugs have the documented form", () => {
  const good = ["a", "0", "a-b", "docs-2026", "a".repeat(200)];
  const bad = ["", "-a", "a-", "a--b", "A", "a_b", "ä", "a.b", "a b", "a\n", "a".repeat(201)];
  expect([good.filter(isSlug), good.filter(isPageSlug), bad.filter(isSlug), bad.filter(isPageSlug)]).toEqual([good, good, [], []]);
  expect([isSlug("a/b"), isPageSlug("a/b/c"), isPageSlug("a//b"), isPageSlug("/a"), isPageSlug("a/")]).toEqual([
    false,
    true,
    false,
    false,
    false,
  ]);
});
