import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { addPurge, recordPurge } from "../../server/src/lib/published/cache-purges.ts";
import { purgedTags } from "../../server/src/lib/published/cache-tags.ts";
import { addMember, asAdmin, type TestAdmin } from "../kit/admins.ts";
import { openTestDatabase, type TestDatabase } from "../kit/database.ts";
import { cms, startServer, type TestServer, type TestServerOptions, type TestSite } from "../kit/harness.ts";
import { patchSite } from "../kit/hosted-site.ts";
import { raiseContent } from "../kit/raise-content.ts";
import { loosenStatements, runsOf } from "./loosened-statements.ts";

let database: TestDatabase;
let server: TestServer;
/** The calls of all servers, each with its tags. */
const calls: string[][] = [];
const start = (more: Pick<TestServerOptions, "throughSql"> = {}) =>
  startServer({ database, ...more, cachePurger: { purge: async (tags) => void calls.push([...tags]) } });
beforeAll(async () => {
  database = await openTestDatabase();
  server = await start();
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

const uuid = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, "0")}`;
const hostOf = ({ slug }: TestSite) => `${slug}.shop.example`;

interface Tenant {
  site: TestSite;
  owner: TestAdmin;
}

/** A purge with the id of every site, and what the site of the others has besides: an earlier one, a turn that failed, and another host. */
async function fill(by: TestServer, { site }: Tenant, isTheirs: boolean): Promise<void> {
  const { sql } = database;
  const now = by.clock.now();
  await sql`insert into site_hosts (host, site_id, created_at) values (${hostOf(site)}, ${site.id}, ${now})`;
  const purge = (id: string, tag: string, dueAt: Date) => sql`
    insert into cache_purges (site_id, id, tags, due_at) values (${site.id}, ${id}, ${[tag]}, ${dueAt})`;
  await purge(uuid(1), isTheirs ? "document:theirs" : "document:ours", now);
  if (isTheirs) await purge(uuid(2), "document:theirs too", new Date(now.getTime() - 1_000));
  await sql`
    insert into cache_turns (site_id, id, next_at, failures)
    values (${site.id}, ${uuid(9)}, ${now}, ${isTheirs ? 5 : 0})`;
  // The server reads its hosts anew.
  await raiseContent(sql, site.id);
}

async function stateOf({ id }: TestSite): Promise<string[]> {
  const rows = await database.sql<{ row: string }>`
    select to_jsonb(stored)::text as row from cache_purges as stored where site_id = ${id}
    union all select to_jsonb(stored)::text from cache_turns as stored where site_id = ${id}
    union all select to_jsonb(stored)::text from site_hosts as stored where site_id = ${id}
    union all select to_jsonb(stored)::text from outbox as stored where site_id = ${id}
    order by row`;
  return rows.map(({ row }) => row);
}

const rows: Record<string, (by: TestServer, own: Tenant, theirs: Tenant) => Promise<void>> = {
  "what is purged": async (by, { site }) => {
    const { sql, ids } = by.deps;
    await sql.begin((tx) => addPurge(tx, { now: by.clock.now(), ids }, site.id, ["document:ours too"]));
    await by.runTasks();
    expect(calls).toEqual([purgedTags(site.slug, new Set(["document:ours", "document:ours too"]))]);
    const left = await database.sql<{ passes: number; tags: string[] }>`select passes, tags from cache_purges where site_id = ${site.id}`;
    expect(left).toEqual([{ passes: 1, tags: ["document:ours", "document:ours too"] }]);
    const [next] = await database.sql<{ dueAt: Date }>`select due_at as "dueAt" from outbox where site_id = ${site.id}`;
    expect(next?.dueAt.getTime()).toBe(by.clock.now().getTime() + 1_100);
  },
  "what a site without hosts purges": async (by, { site }) => {
    const { sql, ids } = by.deps;
    await database.sql`delete from site_hosts where site_id = ${site.id}`;
    await sql.begin((tx) => recordPurge(tx, { now: by.clock.now(), ids }, site.id, ["document:ours"]));
    expect(await stateOf(site)).toHaveLength(2);
  },
  "the hosts of a site": async (by, { site, owner }, { site: other }) => {
    const shown = async () =>
      ((await asAdmin(by, owner).get(`/sites/${site.slug}`)).json as { data: { apiHosts: string[]; revision: number } }).data;
    const { apiHosts, revision } = await shown();
    expect(apiHosts).toEqual([hostOf(site)]);
    // As they are: nothing changes.
    expect((await patchSite(by, site, owner, { apiHosts })).status).toBe(200);
    expect((await shown()).revision).toBe(revision);
    expect((await patchSite(by, site, owner, { apiHosts: [hostOf(other)] })).json).toMatchObject({ errors: [{ code: "host_taken" }] });
    const answer = async (host: string) =>
      (await by.ask(`${cms}/pages`, { headers: { host } })).headers.get("surrogate-key")?.split(" ")[0];
    expect([await answer(hostOf(site)), await answer(hostOf(other))]).toEqual([site.slug, other.slug]);
    expect((await patchSite(by, site, owner, { name: `A site of ${by.clock.now().getTime()}` })).status).toBe(200);
    // A process that has not heard of a host's new site asks the site itself.
    await database.sql`update site_hosts set site_id = ${other.id} where host = ${hostOf(site)}`;
    await raiseContent(database.sql, site.id);
    by.clock.advance(2_000);
    expect(await answer(hostOf(site))).toBe(undefined);
    await database.sql`delete from site_hosts where host = ${hostOf(site)}`;
  },
};

/** Two sites for all rows of one server. */
const sitesOf = new WeakMap<TestServer, readonly TestSite[]>();

async function runRow(by: TestServer, name: string): Promise<void> {
  const sites = sitesOf.get(by) ?? [await by.addSite(), await by.addSite()];
  sitesOf.set(by, sites);
  for (const turned of [false, true]) {
    // Also what a loosened statement has done to the sites of another server.
    await database.sql`delete from cache_purges`;
    await database.sql`delete from cache_turns`;
    await database.sql`delete from site_hosts`;
    await database.sql`delete from outbox`;
    const tenants = await Promise.all(sites.map(async (site) => ({ site, owner: await addMember(by, site, "OWNER") })));
    const [own, theirs] = (turned ? tenants.reverse() : tenants) as [Tenant, Tenant];
    await fill(by, own, false);
    await fill(by, theirs, true);
    await by.directory.hosts.read();
    by.clock.advance(2_000);
    calls.length = 0;
    const before = await stateOf(theirs.site);
    await rows[name]?.(by, own, theirs);
    expect(await stateOf(theirs.site)).toEqual(before);
  }
}

test.each(Object.keys(rows))("%s is unknown to another site", (name) => runRow(server, name));

const binding = /(?:\w+\.)?site_id = (?:\$\d+|\w+\.(?:site_)?id)/g;

// As in tenants.test.ts: each comparison with the site is made true in turn.
test.runIf(!inject("fromMemory"))("each comparison with the site in a statement on caches is needed", { timeout: 300_000 }, async () => {
  const { mutants } = await loosenStatements({
    start: (throughSql) => start({ throughSql }),
    runs: runsOf(Object.keys(rows), runRow),
    isMeant: (text) => /cache_|site_hosts/.test(text),
    binding,
    isUnseen: (statement, comparison) =>
      // A host is of one site on the server, and those to be deleted were read of this one.
      statement.includes("delete from site_hosts") ||
      // The site of a key or an id, which other proofs compare.
      (comparison !== "site_hosts.site_id = sites.id" && statement.includes("from sites")),
  });
  expect(mutants).toBeGreaterThanOrEqual(8);
});
