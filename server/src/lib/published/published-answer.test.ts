import { expect, test } from "vitest";
import { PublishedAnswers, type PublishedRequest } from "./published-answer.ts";
import type { Site } from "../site.ts";

const answersOf = (bytes: number) => new PublishedAnswers(bytes, {});
const site = (id: string, generation = 1) => ({ id, generation }) as Site;
const request = (of: Site, key: string): PublishedRequest => ({ site: of, operationId: "op", key });
const content = (size = 10, tags: readonly string[] = []) => ({ json: JSON.stringify("x".repeat(size)), tags });

test("a cached response is returned for its own site, key and generation only", () => {
  const answers = answersOf(1_000_000);
  const [one, two] = [site("1"), site("2")];
  answers.indexUrl(request(one, "a"), "/a", answers.put(request(one, "a"), content(), true));
  expect([answers.get(request(one, "a")), answers.getByUrl(one, "/a")].every(Boolean)).toBe(true);
  expect(
    [answers.get(request(one, "b")), answers.get(request(two, "a")), answers.getByUrl(two, "/a"), answers.getByUrl(one, "/b")].some(
      Boolean,
    ),
  ).toBe(false);
  const later = site("1", 2);
  expect([answers.get(request(later, "a")), answers.getByUrl(later, "/a")].some(Boolean)).toBe(false);
});

test("the body is the bytes of the text, for any text", () => {
  const json = JSON.stringify("aäß€😀\u2028" + String.fromCharCode(0x7f, 0x80, 0xff));
  const { body, headers } = answersOf(1_000).put(request(site("1"), "a"), { json, tags: [] }, true);
  expect(body.toString()).toBe(json);
  expect(headers[headers.indexOf("content-length") + 1]).toBe(String(Buffer.byteLength(json)));
});

test("a response that is not current is returned once, and not cached", () => {
  const answers = answersOf(1_000_000);
  expect(answers.put(request(site("1"), "a"), content(), false).body.toString()).toContain("x");
  expect(answers.get(request(site("1"), "a"))).toBeUndefined();
});

test("memory is bounded: the least recently used entries are evicted, however they are found", () => {
  const answers = answersOf(100_000);
  const one = site("1");
  for (let index = 0; index < 1_000; index += 1) {
    answers.indexUrl(request(one, `k${index}`), `/k${index}`, answers.put(request(one, `k${index}`), content(5_000), true));
    answers.get(request(one, "k0"));
  }
  const kept = Array.from({ length: 1_000 }, (_, index) => index).filter((index) => answers.getByUrl(one, `/k${index}`));
  expect(kept).toEqual(Array.from({ length: 1_000 }, (_, index) => index).filter((index) => answers.get(request(one, `k${index}`))));
  expect(kept.length * 5_000).toBeLessThan(100_000);
  expect(kept).toContain(0);
  expect(kept).toContain(999);
});

test("a response larger than the cache is returned, and not cached", () => {
  const answers = answersOf(1_000);
  expect(answers.put(request(site("1"), "a"), content(5_000, ["t"]), true).body.length).toBe(5_002);
  expect(answers.get(request(site("1"), "a"))).toBeUndefined();
  expect(answers.counts()).toMatchObject({ entries: 0, tags: 0 });
});

test("nothing is cached without memory, and no long URL is", () => {
  const none = answersOf(0);
  none.put(request(site("1"), "a"), content(10, ["t"]), true);
  expect(none.get(request(site("1"), "a"))).toBeUndefined();
  expect(none.counts()).toMatchObject({ entries: 0, tags: 0 });
  const some = answersOf(1_000_000);
  some.indexUrl(request(site("1"), "a"), `/${"a".repeat(600)}`, some.put(request(site("1"), "a"), content(), true));
  expect(some.getByUrl(site("1"), `/${"a".repeat(600)}`)).toBeUndefined();
});

test("a URL leads to the response of its own request, not of another under the same key", () => {
  const answers = answersOf(1_000_000);
  const [before, after] = [site("1", 1), site("1", 2)];
  const early = answers.put(request(before, "en"), content(), true);
  answers.put(request(after, "en"), content(), true);
  answers.indexUrl(request(before, "en"), "/home", early);
  expect(answers.getByUrl(after, "/home")).toBeUndefined();
});

test("a change evicts the responses with one of its tags, of its own site only, however they are found", () => {
  const answers = answersOf(1_000_000);
  const [one, two] = [site("1"), site("2")];
  const all = { both: ["page", "product"], page: ["page"], product: ["product"], none: [] };
  for (const of of [one, two]) {
    for (const [key, tags] of Object.entries(all)) {
      answers.indexUrl(request(of, key), `/${key}`, answers.put(request(of, key), content(10, tags), true));
    }
  }
  const kept = (of: Site) => {
    const keys = Object.keys(all).filter((key) => answers.get(request(of, key)));
    expect(keys).toEqual(Object.keys(all).filter((key) => answers.getByUrl(of, `/${key}`)));
    return keys;
  };
  answers.evict("1", ["page", "unknown"]);
  expect([kept(one), kept(two)]).toEqual([["product", "none"], Object.keys(all)]);
  answers.evict("1", ["product"]);
  expect(kept(one)).toEqual(["none"]);
  answers.evict("2", ["product", "page"]);
  expect(kept(two)).toEqual(["none"]);
  expect(answers.counts().tags).toBe(0);
});

test("very many evicted responses are gone at once, and their memory soon", async () => {
  const answers = answersOf(10_000_000);
  for (let index = 0; index < 2_000; index += 1) answers.put(request(site("1"), `k${index}`), content(10, ["list"]), true);
  answers.evict("1", ["list"]);
  expect(Array.from({ length: 2_000 }, (_, index) => answers.get(request(site("1"), `k${index}`))).filter(Boolean)).toEqual([]);
  // A response that takes its place meanwhile stays.
  answers.put(request(site("1"), "k0"), content(10, ["list"]), true);
  await expect.poll(() => answers.counts()).toMatchObject({ entries: 1, tags: 1 });
  expect(answers.get(request(site("1"), "k0"))).toBeDefined();
});

test("a response of very many sources is evicted with any change of its site", () => {
  const answers = answersOf(1_000_000);
  const many = Array.from({ length: 501 }, (_, index) => `t${index}`);
  answers.put(request(site("1"), "a"), content(10, many), true);
  answers.put(request(site("2"), "a"), content(10, many), true);
  expect(answers.counts().tags).toBe(2);
  answers.evict("1", ["unrelated"]);
  expect(answers.get(request(site("1"), "a"))).toBeUndefined();
  expect(answers.get(request(site("2"), "a"))).toBeDefined();
});

test("memory is bounded with long tags, which other responses do not share", () => {
  const answers = answersOf(1_000_000);
  for (let index = 0; index < 100; index += 1) {
    const tags = Array.from({ length: 400 }, (_, place) => `${"t".repeat(300)} ${index} ${place}`);
    answers.put(request(site("1"), `k${index}`), content(10, tags), true);
  }
  expect(answers.counts().tags * 900).toBeLessThan(1_000_000);
});

test("no tag outlives the responses that have it", () => {
  const answers = answersOf(50_000);
  for (let index = 0; index < 1_000; index += 1) {
    // Every key a second time, with another tag.
    for (const turn of [1, 2]) answers.put(request(site("1"), `k${index}`), content(5_000, [`t${index} ${turn}`]), true);
  }
  const { entries, tags } = answers.counts();
  expect([entries > 0 && entries < 10, tags]).toEqual([true, entries]);
});
