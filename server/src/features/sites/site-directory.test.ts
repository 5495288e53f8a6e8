import { expect, test } from "vitest";
import { TestClock } from "../../../../test/kit/harness.ts";
import type { Database } from "../../ports/database.ts";
import { newApiKey } from "./api-key.ts";
import { SiteDirectory } from "./site-directory.ts";

const id = "0190a000-0000-7000-8000-000000000001";
const key = newApiKey();

/** A directory whose statements are answered one by one, with the site at a version. */
function directoryOf() {
  const statements: ((version: number) => Promise<void>)[] = [];
  const ask = () =>
    new Promise((resolve) => {
      statements.push(async (contentVersion) => {
        resolve([{ id, slug: "a", locales: ["en"], allowedOrigins: [], contentVersion, catalogVersion: 1, keyId: "k", readLimit: null }]);
        await new Promise(setImmediate);
      });
    });
  const sql = Object.assign(ask, { isHeldExclusively: () => false }) as unknown as Database;
  const clock = new TestClock();
  const directory = new SiteDirectory({ sql, clock, globalOrigins: [], allowLoopbackOrigins: false });
  /** Answers the statement that was asked first, or the one at a place of the queue. */
  const answer = async (version: number, place = 0) => {
    const [statement] = statements.splice(place, 1);
    if (!statement) throw new Error("Nothing was asked.");
    await statement(version);
  };
  return { directory, clock, answer, waiting: () => statements.length };
}

const versionOf = async (access: Promise<{ site: { contentVersion: number } } | undefined>) => (await access)?.site.contentVersion;

test("a site never goes back to a state before the one that was shown", async () => {
  const { directory, clock, answer, waiting } = directoryOf();
  const first = directory.find(key);
  await answer(8);
  const site = (await first)?.site;
  clock.advance(1_000);
  const late = directory.find(key);
  directory.noticeVersions(site ?? expect.fail("There is no site."), { contentVersion: 9 });
  await answer(8);
  // Read once more, from where the newer state was written.
  await answer(9);
  expect([await versionOf(late), await versionOf(directory.find(key)), waiting()]).toEqual([9, 9, 0]);
});

test("of two reads of a site at once, the one that saw the older state reads again", async () => {
  const { directory, answer, waiting } = directoryOf();
  const byKey = directory.find(key);
  const byId = directory.findSite(id);
  await answer(9, 1);
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
    const found = directory.find(key);
    for (let reading = 0; reading < readings; reading += 1) await answer(7);
    expect([await versionOf(found), waiting()]).toEqual([7, 0]);
  }
});
