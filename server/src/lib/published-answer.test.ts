import { expect, test } from "vitest";
import { PublishedAnswers, type PublishedRequest } from "./published-answer.ts";
import type { Site } from "./site.ts";

const site = (id: string, contentVersion = 1) => ({ id, contentVersion }) as Site;
const request = (of: Site, key: string): PublishedRequest => ({ site: of, operationId: "op", key });
const content = (version: number, size = 10) => ({ version, json: JSON.stringify("x".repeat(size)) });

test("an answer is given to its own site, key and version only", () => {
  const answers = new PublishedAnswers(1_000_000, {});
  const [one, two] = [site("1"), site("2")];
  answers.indexUrl(request(one, "a"), "/a", answers.put(request(one, "a"), content(1)));
  expect([answers.get(request(one, "a")), answers.getByUrl(one, "/a")].every(Boolean)).toBe(true);
  expect(
    [answers.get(request(one, "b")), answers.get(request(two, "a")), answers.getByUrl(two, "/a"), answers.getByUrl(one, "/b")].some(
      Boolean,
    ),
  ).toBe(false);
  const later = site("1", 2);
  expect([answers.get(request(later, "a")), answers.getByUrl(later, "/a")].some(Boolean)).toBe(false);
});

test("the body is the bytes of the text, whatever is in it", () => {
  const json = JSON.stringify("aäß€😀\u2028" + String.fromCharCode(0x7f, 0x80, 0xff));
  const { body, headers } = new PublishedAnswers(1_000, {}).put(request(site("1"), "a"), { version: 1, json });
  expect(body.toString()).toBe(json);
  expect(headers[headers.indexOf("content-length") + 1]).toBe(String(Buffer.byteLength(json)));
});

test("an answer of another version than the site is held at is given once, and not kept", () => {
  const answers = new PublishedAnswers(1_000_000, {});
  for (const version of [1, 3]) {
    expect(answers.put(request(site("1", 2), "a"), content(version)).body.toString()).toContain("x");
    expect(answers.get(request(site("1", 2), "a"))).toBeUndefined();
    expect(answers.get(request(site("1", version), "a"))).toBeUndefined();
  }
});

test("memory is bounded: the least recently used go first, by whatever way they are found", () => {
  const answers = new PublishedAnswers(100_000, {});
  const one = site("1");
  for (let index = 0; index < 1_000; index += 1) {
    answers.indexUrl(request(one, `k${index}`), `/k${index}`, answers.put(request(one, `k${index}`), content(1, 5_000)));
    answers.get(request(one, "k0"));
  }
  const kept = Array.from({ length: 1_000 }, (_, index) => index).filter((index) => answers.getByUrl(one, `/k${index}`));
  expect(kept).toEqual(Array.from({ length: 1_000 }, (_, index) => index).filter((index) => answers.get(request(one, `k${index}`))));
  expect(kept.length * 5_000).toBeLessThan(100_000);
  expect(kept).toContain(0);
  expect(kept).toContain(999);
});

test("what is larger than all the memory is answered, and not kept", () => {
  const answers = new PublishedAnswers(1_000, {});
  expect(answers.put(request(site("1"), "a"), content(1, 5_000)).body.length).toBe(5_002);
  expect(answers.get(request(site("1"), "a"))).toBeUndefined();
});

test("nothing is kept when there is no memory, and no long URL is", () => {
  const none = new PublishedAnswers(0, {});
  none.put(request(site("1"), "a"), content(1));
  expect(none.get(request(site("1"), "a"))).toBeUndefined();
  const some = new PublishedAnswers(1_000_000, {});
  some.indexUrl(request(site("1"), "a"), `/${"a".repeat(600)}`, some.put(request(site("1"), "a"), content(1)));
  expect(some.getByUrl(site("1"), `/${"a".repeat(600)}`)).toBeUndefined();
});

test("a URL leads to the answer that its own request got, not to another's under the same key", () => {
  const answers = new PublishedAnswers(1_000_000, {});
  const [before, after] = [site("1", 1), site("1", 2)];
  const early = answers.put(request(before, "en"), content(1));
  answers.put(request(after, "en"), content(2));
  answers.indexUrl(request(before, "en"), "/home", early);
  expect(answers.getByUrl(after, "/home")).toBeUndefined();
});
