import { expect, test } from "vitest";
import { UrlIndex, type IndexedUrl } from "./url-index.ts";

interface Target {
  name: string;
  readonly urls: IndexedUrl<Target>[];
}
const targetOf = (name: string): Target => ({ name, urls: [] });
const use = (index: UrlIndex<Target>, url: string) => {
  const indexed = index.find(url);
  if (indexed) indexed.uses += 1;
  return indexed?.target.name;
};

test("a URL leads to its target until that is removed, or the URL leads to another", () => {
  const index = new UrlIndex<Target>();
  const [one, two] = [targetOf("one"), targetOf("two")];
  index.add("/a", one);
  index.add("/b", one);
  index.add("/b", two);
  expect([use(index, "/a"), use(index, "/b")]).toEqual(["one", "two"]);
  index.removeTarget(one);
  expect([use(index, "/a"), use(index, "/b")]).toEqual([undefined, "two"]);
});

test("invented URLs of a target displace neither the one that is used most nor those of other targets", () => {
  const index = new UrlIndex<Target>();
  const [one, two] = [targetOf("one"), targetOf("two")];
  index.add("/other", two);
  index.add("/unused", one);
  const hot = `/hot${"x".repeat(100)}`;
  index.add(hot, one);
  use(index, hot);
  for (let count = 0; count < 10_000; count += 1) index.add(`/invented/${count}${"x".repeat(count % 530)}`, one);
  expect([use(index, hot), use(index, "/other"), use(index, "/unused")]).toEqual(["one", "two", undefined]);
  expect(one.urls.length).toBeLessThanOrEqual(3);
});

test("a new URL is found at once beside others, which make way for it if they were not used", () => {
  const index = new UrlIndex<Target>();
  const one = targetOf("one");
  for (const url of ["/a", "/b", `/${"c".repeat(500)}`, `/${"d".repeat(500)}`]) {
    index.add(url, one);
    expect(use(index, url)).toBe("one");
    for (const indexed of one.urls) indexed.uses = 0;
  }
  expect(one.urls.length).toBe(1);
});
