import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember } from "../../../../../../test/kit/admins.ts";
import { madeNotes } from "../../../../../../test/kit/assets.ts";
import { startServer, type TestServer } from "../../../../../../test/kit/harness.ts";
import { raiseContent } from "../../../../../../test/kit/raise-content.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

/** A response without what differs between two requests for the same. */
const read = async (path: string) => {
  const { status, text, headers } = await server.ask(path);
  return { status, type: headers.get("content-type"), cached: headers.get("cache-control"), text: text.replace(/"requestId":"[^"]*"/, "") };
};

test("an asset of one site under another's slug is like one that does not exist, in both directions", async () => {
  const sites = [await server.addSite({}), await server.addSite({})] as const;
  const paths = await Promise.all(
    sites.map(async (site) => new URL((await madeNotes({ server, site, owner: await addMember(server, site, "OWNER") })).url).pathname),
  );
  for (const [ownSite, other] of [sites, [sites[1], sites[0]] as const]) {
    const path = paths[sites.indexOf(ownSite)] ?? "";
    const [, , , id = ""] = path.split("/");
    const foreign = path.replace(`/${ownSite.slug}/`, `/${other.slug}/`);
    expect((await fetch(server.url + path)).status).toBe(200);
    const refused = await read(foreign);
    expect(refused).toMatchObject({ status: 404, text: expect.stringContaining("media_not_found") as string });
    expect(refused).toEqual(await read(foreign.replace(id, server.deps.ids.next())));
    expect(refused).toEqual(await read(foreign.replace(`/${other.slug}/`, "/no-such-site/")));
  }
});

test("files of a suspended site and of a deleted one are as out of reach as its other answers, also from memory", async () => {
  const site = await server.addSite({});
  const asset = await madeNotes({ server, site, owner: await addMember(server, site, "OWNER") });
  const path = new URL(asset.url).pathname;
  const served = async () => (await fetch(server.url + path)).status;
  const set = async (column: "suspended_at" | "deleted_at", at: Date | null) => {
    if (column === "suspended_at") await server.deps.sql`update sites set suspended_at = ${at} where id = ${site.id}`;
    else await server.deps.sql`update sites set deleted_at = ${at} where id = ${site.id}`;
    await raiseContent(server.deps.sql, site.id);
    await server.directory.poll();
  };
  // Twice: the second one may come from memory.
  expect([await served(), await served()]).toEqual([200, 200]);
  await set("suspended_at", server.clock.now());
  const suspended = await read(path);
  expect(suspended).toMatchObject({ status: 403, text: expect.stringContaining("site_suspended") as string });
  expect((await server.ask("/api/public/v1/pages", { key: site.key })).json).toMatchObject({ code: "site_suspended" });
  await set("suspended_at", null);
  expect([await served(), await served()]).toEqual([200, 200]);
  await set("deleted_at", server.clock.now());
  const unknown = await read(path.replace(`/${site.slug}/`, "/no-such-site/"));
  expect(unknown.status).toBe(404);
  expect(await read(path)).toEqual(unknown);
});
