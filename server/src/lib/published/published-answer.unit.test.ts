import { expect, test, vi } from "vitest";
import { PublishedAnswers, type PublishedRequest } from "./published-answer.ts";
import { UrlIndex } from "./url-index.ts";
import type { Site } from "../site.ts";
import { longTest, rounds } from "../../../../test/kit/sampled.ts";

// The same hashes in each run.
const answersOf = (bytes: number) => new PublishedAnswers(bytes, {}, [1, 2]);
const site = (id: string, generation = 1) => ({ id, generation, slug: id, apiHosts: [] as readonly string[] }) as Site;
const request = (of: Site, key: string): PublishedRequest => ({ site: of, operationId: "op", key });
const content = (size = 10, tags: readonly string[] = []) => ({ json: JSON.stringify("x".repeat(size)), tags });
/** As the server does: by its URL, by its key, or it is made. Says whether it was there. */
function read(answers: PublishedAnswers, key: string, { size = 2_000, tags = [key], url = `/${key}` } = {}): boolean {
  const asked = request(site("1"), key);
  if (answers.getByUrl(asked.site, url)) return true;
  const cached = answers.get(asked);
  answers.indexUrl(asked, url, cached ?? answers.put(asked, content(size, tags), true));
  const { bytes, maxBytes } = answers.counts();
  expect(bytes).toBeLessThanOrEqual(maxBytes);
  return cached !== undefined;
}
const readAll = (answers: PublishedAnswers, name: string, count: number, options: Parameters<typeof read>[2] = {}): number =>
  Array.from({ length: count }, (_, index) => read(answers, `${name}${index}`, options)).filter(Boolean).length;

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
  const keptIndexes = Array.from({ length: 1_000 }, (_, index) => index).filter((index) => answers.getByUrl(one, `/k${index}`));
  expect(keptIndexes).toEqual(Array.from({ length: 1_000 }, (_, index) => index).filter((index) => answers.get(request(one, `k${index}`))));
  expect(keptIndexes.length * 5_000).toBeLessThan(100_000);
  expect(keptIndexes).toContain(0);
  expect(keptIndexes).toContain(999);
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
  const readKeys = (of: Site) => {
    const keys = Object.keys(all).filter((key) => answers.get(request(of, key)));
    expect(keys).toEqual(Object.keys(all).filter((key) => answers.getByUrl(of, `/${key}`)));
    return keys;
  };
  answers.evict("1", ["page", "unknown"]);
  expect([readKeys(one), readKeys(two)]).toEqual([["product", "none"], Object.keys(all)]);
  answers.evict("1", ["product"]);
  expect(readKeys(one)).toEqual(["none"]);
  answers.evict("2", ["product", "page"]);
  expect(readKeys(two)).toEqual(["none"]);
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

test("memory is bounded with long keys", () => {
  const answers = answersOf(1_000_000);
  for (let index = 0; index < 100; index += 1) answers.put(request(site("1"), `${index} ${"ä".repeat(20_000)}`), content(), true);
  expect(answers.counts().entries * 40_000).toBeLessThan(1_000_000);
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

longTest("10,000 responses that are read once do not evict those that are read repeatedly, nor grow memory", () => {
  const find = vi.spyOn(UrlIndex.prototype, "find");
  const answers = answersOf(4 * 1024 * 1024);
  const all = rounds(10, 5);
  readAll(answers, "hot", 500);
  let hits = 0;
  for (let round = 0; round < all; round += 1) {
    readAll(answers, `round ${round}: `, 10_000);
    hits += readAll(answers, "hot", 500);
  }
  expect(hits / (500 * all)).toBeGreaterThan(0.99);
  const { entries, tags } = answers.counts();
  expect(tags).toBe(entries);
  // All of them by their URLs, and no URL of a response that is not cached.
  find.mockClear();
  for (let index = 0; index < 500; index += 1) answers.getByUrl(site("1"), `/hot${index}`);
  expect(find.mock.results.filter(({ value }) => value !== undefined).length).toBeGreaterThan(495);
  find.mockClear();
  for (let round = 0; round < all; round += 1) {
    for (let index = 0; index < 10_000; index += 1) answers.getByUrl(site("1"), `/round ${round}: ${index}`);
  }
  expect(find.mock.results.filter(({ value }) => value !== undefined).length).toBeLessThan(entries - 495);
  find.mockRestore();
});

test("when other responses are read repeatedly from now on, they are cached after six reads each", () => {
  const answers = answersOf(4 * 1024 * 1024);
  for (let round = 0; round < 100; round += 1) readAll(answers, "old", 800);
  for (let round = 0; round < 6; round += 1) readAll(answers, "new", 800);
  expect(readAll(answers, "new", 800)).toBeGreaterThan(792);
});

test("large responses, read a few times each, do not evict many small ones that are", () => {
  const answers = answersOf(8 * 1024 * 1024);
  for (let round = 0; round < 3; round += 1) readAll(answers, "small", 1_500);
  for (let round = 0; round < 10; round += 1) readAll(answers, "large", 10, { size: 2_000_000 });
  expect(readAll(answers, "small", 1_500)).toBe(1_500);
});

test("a response that a change evicted is cached again before those that are used less", () => {
  const answers = answersOf(1_000_000);
  for (let round = 0; round < 5; round += 1) read(answers, "hot");
  for (let round = 0; round < 3; round += 1) readAll(answers, "warm", 400);
  answers.evict("1", ["hot"]);
  expect(answers.getByUrl(site("1"), "/hot")).toBeUndefined();
  for (let round = 0; round < 2; round += 1) readAll(answers, "tepid", 100);
  expect([read(answers, "hot"), read(answers, "cold")]).toEqual([false, false]);
  // They push both out of the window.
  readAll(answers, "once", 100);
  expect([answers.get(request(site("1"), "hot")), answers.get(request(site("1"), "cold"))].map(Boolean)).toEqual([true, false]);
});

test("a change evicts responses wherever they are cached, and nothing of them remains", () => {
  const answers = answersOf(1_000_000);
  readAll(answers, "main", 100);
  readAll(answers, "window", 3, { tags: ["list"] });
  const { entries } = answers.counts();
  answers.evict("1", ["main1", "list"]);
  expect(["main1", "window0"].map((key) => answers.get(request(site("1"), key)))).toEqual([undefined, undefined]);
  expect(answers.counts()).toMatchObject({ entries: entries - 4, tags: entries - 4 });
  answers.evict(
    "1",
    Array.from({ length: 100 }, (_, index) => `main${index}`),
  );
  expect(answers.counts()).toMatchObject({ entries: 0, bytes: 0, tags: 0 });
});

test("invented URLs of a response hide it neither from readers of its own URL nor others from theirs", () => {
  const answers = answersOf(1_000_000);
  for (let round = 0; round < 2; round += 1) ["one", "other"].forEach((key) => read(answers, key));
  for (let index = 0; index < 10_000; index += 1) read(answers, "one", { url: `/one?${index}` });
  expect([answers.getByUrl(site("1"), "/one"), answers.getByUrl(site("1"), "/other")].every(Boolean)).toBe(true);
  expect(answers.counts().entries).toBe(2);
});
