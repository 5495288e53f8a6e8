import { expect, test } from "vitest";
import { PublishedAnswers, type PublishedRequest } from "./published-answer.ts";
import type { Site } from "../site.ts";

let nowMs = 1_000;
const clock = { now: () => new Date(0), monotonicMs: () => nowMs };
const answersOf = (bytes: number) => new PublishedAnswers(bytes, {}, clock);
const site = (id: string, contentVersion = 1, catalogVersion = 1) => ({ id, contentVersion, catalogVersion }) as Site;
const request = (of: Site, key: string): PublishedRequest => ({ site: of, operationId: "op", key });
const content = (version: number, size = 10) => ({ contentVersion: version, json: JSON.stringify("x".repeat(size)) });

test("a cached response is returned for its own site, key and version only", () => {
  const answers = answersOf(1_000_000);
  const [one, two] = [site("1"), site("2")];
  answers.indexUrl(request(one, "a"), "/a", answers.put(request(one, "a"), content(1), nowMs));
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
  const { body, headers } = answersOf(1_000).put(request(site("1"), "a"), { contentVersion: 1, json }, nowMs);
  expect(body.toString()).toBe(json);
  expect(headers[headers.indexOf("content-length") + 1]).toBe(String(Buffer.byteLength(json)));
});

test("a response of another version than the site's is returned once, and not cached", () => {
  const answers = answersOf(1_000_000);
  for (const version of [1, 3]) {
    expect(answers.put(request(site("1", 2), "a"), content(version), nowMs).body.toString()).toContain("x");
    expect(answers.get(request(site("1", 2), "a"))).toBeUndefined();
    expect(answers.get(request(site("1", version), "a"))).toBeUndefined();
  }
});

test("memory is bounded: the least recently used entries are evicted, however they are found", () => {
  const answers = answersOf(100_000);
  const one = site("1");
  for (let index = 0; index < 1_000; index += 1) {
    answers.indexUrl(request(one, `k${index}`), `/k${index}`, answers.put(request(one, `k${index}`), content(1, 5_000), nowMs));
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
  expect(answers.put(request(site("1"), "a"), content(1, 5_000), nowMs).body.length).toBe(5_002);
  expect(answers.get(request(site("1"), "a"))).toBeUndefined();
});

test("nothing is cached without memory, and no long URL is", () => {
  const none = answersOf(0);
  none.put(request(site("1"), "a"), content(1), nowMs);
  expect(none.get(request(site("1"), "a"))).toBeUndefined();
  const some = answersOf(1_000_000);
  some.indexUrl(request(site("1"), "a"), `/${"a".repeat(600)}`, some.put(request(site("1"), "a"), content(1), nowMs));
  expect(some.getByUrl(site("1"), `/${"a".repeat(600)}`)).toBeUndefined();
});

test("a URL leads to the response of its own request, not of another under the same key", () => {
  const answers = answersOf(1_000_000);
  const [before, after] = [site("1", 1), site("1", 2)];
  const early = answers.put(request(before, "en"), content(1), nowMs);
  answers.put(request(after, "en"), content(2), nowMs);
  answers.indexUrl(request(before, "en"), "/home", early);
  expect(answers.getByUrl(after, "/home")).toBeUndefined();
});

test("a response depends only on the part of the site that it was made from", () => {
  const answers = answersOf(1_000_000);
  const now = site("1", 1, 1);
  answers.put(request(now, "page"), { contentVersion: 1, json: "1" }, nowMs);
  answers.put(request(now, "product"), { catalogVersion: 1, json: "2" }, nowMs);
  answers.put(request(now, "both"), { contentVersion: 1, catalogVersion: 1, json: "3" }, nowMs);
  const kept = (of: Site) => ["page", "product", "both"].filter((key) => answers.get(request(of, key)));
  expect(kept(site("1", 1, 1))).toEqual(["page", "product", "both"]);
  expect(kept(site("1", 2, 1))).toEqual(["product"]);
  expect(kept(site("1", 1, 2))).toEqual(["page"]);
});

test("a response with stock is used for a second from when its reading began", () => {
  const answers = answersOf(1_000_000);
  const readAtMs = nowMs;
  nowMs += 400;
  answers.put(request(site("1"), "a"), { catalogVersion: 1, showsStock: true, json: "1" }, readAtMs);
  nowMs = readAtMs + 999;
  expect(answers.get(request(site("1"), "a"))).toBeDefined();
  nowMs = readAtMs + 1_000;
  expect(answers.get(request(site("1"), "a"))).toBeUndefined();
});
