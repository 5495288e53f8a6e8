import { describe, expect, test } from "vitest";
import { TestClock } from "../../../../../test/kit/harness.ts";
import type { Site } from "../../../lib/site.ts";
import type { Database } from "../../../ports/database.ts";
import { newApiKey } from "./api-key.ts";
import { SiteDirectory } from "./site-directory.ts";

const id = "0190a000-0000-7000-8000-000000000001";
const key = newApiKey();

/** A directory whose statements are answered one by one: with the site at a version, or with changes of it. */
function directoryOf() {
  const statements: { text: string; resolve(rows: unknown[]): void }[] = [];
  const ask = (texts: TemplateStringsArray) => {
    const text = texts.join("");
    // The site of a key, which is read before the site.
    if (text.includes("from api_keys where")) return Promise.resolve([{ siteId: id }]);
    return new Promise((resolve) => statements.push({ text, resolve }));
  };
  const sql = Object.assign(ask, { isHeldExclusively: () => false }) as unknown as Database;
  const clock = new TestClock();
  const evicted: string[][] = [];
  const evict = (_siteId: string, tags: ReadonlySet<string>) => evicted.push([...tags]);
  const directory = new SiteDirectory({ sql, clock, evict, globalOrigins: [], allowLoopbackOrigins: false });
  const take = async (place: number, rows: unknown[], isOfLog: boolean) => {
    await new Promise(setImmediate);
    const [statement] = statements.splice(place, 1);
    if (!statement) throw new Error("Nothing was asked.");
    expect(statement.text.includes("site_changes")).toBe(isOfLog);
    statement.resolve(rows);
    await new Promise(setImmediate);
  };
  /** Answers the statement that was asked first, or the one at a place of the queue. */
  const answer = (contentVersion: number, place = 0) => {
    const versions = { contentVersion, catalogVersion: 1, stockVersion: 0 };
    return take(place, [{ id, slug: "a", locales: ["en"], allowedOrigins: [], ...versions, keyId: "k", readLimit: null }], false);
  };
  const change = (previous: number, version: number, tag: string) => ({ siteId: id, part: "content", previous, version, tags: [tag] });
  const answerChanges = (...changes: ReturnType<typeof change>[]) => take(0, changes, true);
  return { directory, clock, answer, answerChanges, change, evicted, waiting: () => statements.length };
}

const siteOf = async (access: Promise<{ site: Site } | undefined>) => (await access)?.site ?? expect.fail("There is no site.");
const versionOf = async (access: Promise<{ site: Site } | undefined>) => (await siteOf(access)).contentVersion;

test("a site never goes back to a state before the one that was shown", async () => {
  const { directory, clock, answer, answerChanges, change, waiting } = directoryOf();
  const first = directory.find(key);
  await answer(8);
  const site = (await first)?.site;
  clock.advance(1_000);
  const late = directory.find(key);
  directory.noticeVersions(site ?? expect.fail("There is no site."), { contentVersion: 9 });
  await answer(8);
  // Read once more, from where the newer state was written.
  await answer(9);
  await answerChanges(change(8, 9, "a"));
  expect([await versionOf(late), await versionOf(directory.find(key)), waiting()]).toEqual([9, 9, 0]);
});

test("of two reads of a site at once, the one that saw the older state reads again", async () => {
  const { directory, answer, waiting } = directoryOf();
  const byKey = directory.find(key);
  const byId = directory.findSite(id);
  await answer(9);
  expect((await byId)?.contentVersion).toBe(9);
  await answer(8);
  await answer(9);
  expect([await versionOf(byKey), waiting()]).toEqual([9, 0]);
});

test("a database that was restored to an older state is believed at the second reading", async () => {
  const { directory, clock, answer, waiting } = directoryOf();
  const first = directory.find(key);
  await answer(9);
  await first;
  for (const readings of [2, 1]) {
    clock.advance(1_000);
    const access = directory.find(key);
    for (let reading = 0; reading < readings; reading += 1) await answer(7);
    expect([await versionOf(access), waiting()]).toEqual([7, 0]);
  }
});

describe("when a version rose", () => {
  /** A directory with the site at version 8, and the site. */
  const begun = async () => {
    const setup = directoryOf();
    const first = setup.directory.find(key);
    await setup.answer(8);
    return { ...setup, site: await siteOf(first) };
  };

  test("the tags of all changes are evicted, and the site stays what it was but for its versions", async () => {
    const { directory, answer, answerChanges, change, evicted, site } = await begun();
    const poll = directory.poll();
    await answer(10);
    expect(directory.peek(key)?.site).toBe(site);
    await answerChanges(change(8, 9, "a"), change(9, 10, "b"));
    await poll;
    expect(evicted).toEqual([["a", "b"]]);
    expect(directory.peek(key)?.site).toEqual({ ...site, contentVersion: 10 });
  });

  type Change = ReturnType<typeof directoryOf>["change"];
  test.each<[string, (change: Change) => ReturnType<Change>[]]>([
    ["a change at the beginning is missing from the log", (change) => [change(9, 10, "b")]],
    ["a change at the end is missing", (change) => [change(8, 9, "a")]],
    ["the log is of another history", (change) => [change(7, 9, "a"), change(9, 10, "b")]],
    ["the log is empty", () => []],
    ["the site itself changed", (change) => [change(8, 9, "*"), change(9, 10, "b")]],
  ])("the site is read anew, with a new generation, if %s", async (_name, logged) => {
    const { directory, answer, answerChanges, change, evicted, site } = await begun();
    const poll = directory.poll();
    await answer(10);
    await answerChanges(...logged(change));
    await poll;
    expect([evicted, directory.peek(key)]).toEqual([[], undefined]);
    const again = directory.find(key);
    await answer(10);
    const { generation, contentVersion } = await siteOf(again);
    expect([generation > site.generation, contentVersion]).toEqual([true, 10]);
  });

  test("only a response at the site's own versions may be cached", async () => {
    const { directory, answer, answerChanges, change, site } = await begun();
    const poll = directory.poll();
    await answer(9);
    await answerChanges(change(8, 9, "a"));
    await poll;
    // The request began before: it holds the site of then.
    expect([8, 9].map((contentVersion) => directory.noticeVersions(site, { contentVersion }))).toEqual([false, true]);
    expect(directory.noticeVersions(site, { catalogVersion: 1 })).toBe(true);
    expect(directory.noticeVersions({ ...site, generation: site.generation + 1 }, { contentVersion: 9 })).toBe(false);
    expect(directory.peek(key)).toBeDefined();
    expect(directory.noticeVersions(site, { contentVersion: 10 })).toBe(false);
    expect(directory.peek(key)).toBeUndefined();
  });

  test("a poll that began before a newer version was seen does not confirm the older one", async () => {
    const { directory, answer, answerChanges, change, evicted, site } = await begun();
    const poll = directory.poll();
    directory.noticeVersions(site, { contentVersion: 9 });
    await answer(8);
    await poll;
    expect(directory.peek(key)).toBeUndefined();
    const access = directory.find(key);
    await answer(9);
    await answerChanges(change(8, 9, "a"));
    expect([await versionOf(access), evicted]).toEqual([9, [["a"]]]);
  });
});
