import { describe, expect, test } from "vitest";
import { TestClock } from "../../../../../test/kit/harness.ts";
import type { Database } from "../../../ports/database.ts";
import { newApiKey } from "./api-key.ts";
import { SiteDirectory } from "./site-directory.ts";

const id = "0190a000-0000-7000-8000-000000000001";
const key = newApiKey();
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
  const take = async (kind: "site" | "stock" | "log", rows: unknown[], place = 0) => {
    await new Promise(setImmediate);
    const [s] = statements.splice(place, 1);
    if (!s) throw new Error("Nothing was asked.");
    const is = s.text.includes("site_changes") ? "log" : s.text.includes("stock_versions") ? "stock" : "site";
    expect(is).toBe(kind);
    s.resolve(rows);
    await new Promise(setImmediate);
  };
  const site = (contentVersion: number, place = 0) =>
    take(
      "site",
      [{ id, slug: "a", locales: ["en"], allowedOrigins: [], contentVersion, catalogVersion: 1, keyId: "k", readLimit: null }],
      place,
    );
  const stock = (version: number, place = 0) => take("stock", [{ siteId: id, version }], place);
  const change = (previous: number, version: number, part = "content") => ({ siteId: id, part, previous, version, tags: [`t${version}`] });
  const log = (changes: object[], place = 0) => take("log", changes, place);
  return { directory, clock, site, stock, log, change, evicted, waiting: () => statements.map(({ text }) => text) };
}
const begun = async () => {
  const setup = directoryOf();
  const first = setup.directory.find(key);
  await setup.site(8);
  const { site } = (await first) ?? expect.fail();
  return { ...setup, first: site };
};

describe("while versions rise", () => {
  test("a site is current again when the write that made it behind is lost", async () => {
    const { directory, clock, site, first, waiting } = await begun();
    directory.noticeVersions(first, { contentVersion: 9 });
    // The write of version 9 is lost with a failover.
    const access = directory.find(key);
    await site(8);
    await site(8);
    expect((await access)?.site.contentVersion).toBe(8);
    clock.advance(100);
    const poll = directory.poll();
    await site(8);
    await poll;
    expect(waiting()).toEqual([]);
    expect(directory.peek(key)).toBeDefined();
  });
  test("a newer version counts when it was seen by a request that began before the site was read anew", async () => {
    const { directory, site, log, first } = await begun();
    const poll = directory.poll();
    await site(9);
    await log([]);
    await poll;
    const again = directory.find(key);
    await site(9);
    expect((await again)?.site.generation).not.toBe(first.generation);
    // A read that began before answers now, at version 10
    directory.noticeVersions(first, { contentVersion: 10 });
    expect(directory.peek(key)).toBeUndefined();
  });
  test("nobody gets a state that is older than what was shown before they asked, from a run that began earlier", async () => {
    const { directory, site, log, first, change } = await begun();
    directory.noticeVersions(first, { contentVersion: 9 });
    const one = directory.find(key);
    await site(9);
    // waiting for the log. Meanwhile a response at 10 is shown
    directory.noticeVersions(first, { contentVersion: 10 });
    const two = directory.find(key); // began after that response
    await log([change(8, 9)]);
    let v: number | undefined;
    void two.then((x) => (v = x?.site.contentVersion));
    await new Promise(setImmediate);
    expect([undefined, 10]).toContain(v);
    void one;
  });
  test("a site that is read anew is behind if a newer version was shown meanwhile", async () => {
    const { directory, site, log, first } = await begun();
    directory.noticeVersions(first, { contentVersion: 9 });
    const one = directory.find(key);
    await site(9);
    directory.noticeVersions(first, { contentVersion: 10 });
    await log([]);
    await Promise.race([one, new Promise(setImmediate)]);
    expect(directory.peek(key)?.site.contentVersion).not.toBe(9);
  });
  test("a poll that saw less than a request does not drop the site", async () => {
    const { directory, site, log, first, change } = await begun();
    const poll = directory.poll(); // snapshot at 8
    directory.noticeVersions(first, { contentVersion: 9 });
    const access = directory.find(key);
    await site(9, 1);
    await log([change(8, 9)], 1);
    expect((await access)?.site.contentVersion).toBe(9);
    await site(8); // the poll's, late
    await poll;
    expect(directory.peek(key)?.site.generation).toBe(first.generation);
  });
  test("newer stock keeps nobody waiting, and its changes are read once at a time", async () => {
    const { directory, first, evicted, waiting, log, change } = await begun();
    const isCached = (stockVersion: number) => directory.noticeVersions(first, { catalogVersion: 1, stockVersion });
    expect([isCached(5), waiting().length]).toEqual([true, 0]);
    expect([isCached(6), isCached(7), waiting().length]).toEqual([false, false, 1]);
    expect(directory.peek(key)).toBeDefined();
    await log([change(5, 6, "stock"), change(6, 7, "stock")]);
    expect([evicted, directory.peek(key)?.site.stockVersion]).toEqual([[["t6", "t7"]], 7]);
    expect([isCached(6), isCached(7), waiting().length]).toEqual([false, true, 0]);
  });

  test("a stock that rises with every statement is no sign of a restored database", async () => {
    const { directory, clock, site, stock, first, evicted, log, change } = await begun();
    directory.noticeVersions(first, { catalogVersion: 1, stockVersion: 5 });
    clock.advance(1_000);
    const access = directory.find(key);
    await site(8);
    directory.noticeVersions(first, { stockVersion: 6 });
    await log([change(5, 6, "stock")], 1);
    await stock(5);
    // Older than what is shown by now: read once more.
    await site(8);
    await stock(6);
    const again = (await access)?.site;
    expect([again?.stockVersion, again?.generation, evicted]).toEqual([6, first.generation, [["t6"]]]);
  });
});
