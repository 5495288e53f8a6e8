import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember, asAdmin, codeOf } from "../../../../../../test/kit/admins.ts";
import { startServer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import type { Actor } from "../../../../lib/admin/identity.ts";
import { removeOldAudit } from "../tasks/remove-old-audit.ts";
import type { Change } from "../change.ts";
import { changesBetween, conflictAbout, latestChange, recordChange } from "../index.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

interface Entry {
  at: string;
  action: string;
  actor: { kind: string; admin: { id: string; name: string } | null; tokenName: string | null };
  target: { type: string; id: string; label: string | null };
  changes: object[];
}

async function record(
  site: TestSite,
  actor: Actor,
  action: string,
  target: { type: string; id: string; label?: string },
  changes: Change[] = [],
) {
  const { sql, clock, ids } = server.deps;
  await recordChange(sql, { now: clock.now(), ids }, { actor, siteId: site.id, action, target, changes });
  server.clock.advance(1_000);
}

const list = async (site: TestSite, headers: Readonly<Record<string, string>>, query: Record<string, string> = {}) => {
  const { status, json } = await asAdmin(server, { headers }).get(`/sites/${site.slug}/audit?${new URLSearchParams(query).toString()}`);
  const { data, total } = json as { data: Entry[]; total: number };
  expect(status).toBe(200);
  return { data, total, actions: data.map(({ action }) => action) };
};

test("the log says who changed what, the latest first, and finds it by person, action, target and time", async () => {
  const [site, other] = [await server.addSite(), await server.addSite()];
  const ada = await addMember(server, site, "ADMIN", { name: "Ada" });
  const grace = await addMember(server, site, "OWNER", { name: "Grace" });
  const began = server.clock.now().toISOString();
  await record(site, { kind: "SESSION", adminId: ada.id }, "updateSite", { type: "site", id: site.id, label: site.slug }, [
    ...changesBetween({ name: "A", id: 1 }, { name: "B", id: 1 }),
  ]);
  await record(site, { kind: "TOKEN", adminId: grace.id, tokenName: "deploy" }, "publishPage", { type: "page", id: "1" });
  const later = server.clock.now().toISOString();
  await record(site, { kind: "JOB" }, "publish releases", { type: "page", id: "2" });
  await record(other, { kind: "SESSION", adminId: ada.id }, "deletePage", { type: "page", id: "1" });

  const all = await list(site, ada.headers);
  expect([all.actions, all.total]).toEqual([["publish releases", "publishPage", "updateSite"], 3]);
  expect(all.data.map(({ actor }) => actor)).toEqual([
    { kind: "JOB", admin: null, tokenName: null },
    { kind: "TOKEN", admin: { id: grace.id, name: "Grace" }, tokenName: "deploy" },
    { kind: "SESSION", admin: { id: ada.id, name: "Ada" }, tokenName: null },
  ]);
  expect(all.data[2]).toMatchObject({
    at: began,
    target: { type: "site", id: site.id, label: site.slug },
    changes: [{ member: "name", from: "A", to: "B" }],
  });
  const listActions = async (query: Record<string, string>) => (await list(site, ada.headers, query)).actions;
  expect(await listActions({ actor: grace.id })).toEqual(["publishPage"]);
  expect(await listActions({ action: "updateSite" })).toEqual(["updateSite"]);
  expect(await listActions({ action: "publish releases" })).toEqual(["publish releases"]);
  expect(await listActions({ target: "page" })).toEqual(["publish releases", "publishPage"]);
  expect(await listActions({ target: "page/1" })).toEqual(["publishPage"]);
  expect(await listActions({ from: later })).toEqual(["publish releases"]);
  expect(await listActions({ to: later })).toEqual(["publishPage", "updateSite"]);
  expect(await listActions({ from: later, to: later })).toEqual([]);
  expect(await listActions({ pageSize: "1", page: "2" })).toEqual(["publishPage"]);
});

test("an invalid filter is refused, and an unknown one finds nothing", async () => {
  const site = await server.addSite();
  const { headers } = await addMember(server, site, "OWNER");
  for (const query of [
    "actor=me",
    "from=yesterday",
    "to=2026",
    "target=/1",
    "target=1",
    "action=",
    "page=0",
    "from=2026-13-01T00:00:00.000Z",
  ]) {
    const answer = await asAdmin(server, { headers }).get(`/sites/${site.slug}/audit?${query}`);
    expect([query, answer.status, codeOf(answer)]).toEqual([query, 400, "invalid_query"]);
  }
  const nobody = "0b51cf04-6a6e-4c0a-9b0f-3a3b0e1f0001";
  expect((await list(site, headers, { actor: nobody })).total).toBe(0);
});

test("the latest change names the person who made it, and a refused one names it too", async () => {
  const [site, other] = [await server.addSite(), await server.addSite()];
  const [ada, grace] = [await addMember(server, site, "OWNER", { name: "Ada" }), await addMember(server, site, "OWNER", { name: "Grace" })];
  const target = { type: "page", id: "1" };
  const { sql } = server.deps;
  expect(await latestChange(sql, site.id, target)).toEqual({ changedBy: null, changedAt: null });
  await record(site, { kind: "SESSION", adminId: ada.id }, "a", target);
  const at = server.clock.now().toISOString();
  await record(site, { kind: "SESSION", adminId: grace.id }, "b", target);
  await record(site, { kind: "SESSION", adminId: ada.id }, "c", { type: "page", id: "2" });
  await record(other, { kind: "SESSION", adminId: ada.id }, "d", target);
  const latest = { changedBy: { id: grace.id, name: "Grace" }, changedAt: at };
  expect(await latestChange(sql, site.id, target)).toEqual(latest);
  expect((await conflictAbout(sql, site.id, target, 7)).details.members).toEqual({ revision: 7, ...latest });
  await sql`delete from admins where id = ${grace.id}`;
  expect(await latestChange(sql, site.id, target)).toEqual({ changedBy: null, changedAt: at });
});

test("entries are removed after 400 days, or after as many as the site says, and no others", async () => {
  const [usual, short] = [await server.addSite(), await server.addSite({ site: { settings: { team: { auditRetentionDays: 30 } } } })];
  const dayMs = 24 * 60 * 60_000;
  const actor = { kind: "CLI" } as const;
  for (const site of [usual, short]) await record(site, actor, "first", { type: "site", id: site.id });
  server.clock.advance(31 * dayMs);
  for (const site of [usual, short]) await record(site, actor, "second", { type: "site", id: site.id });
  const left = async (site: TestSite) => {
    await removeOldAudit.run(server.deps);
    const { headers } = await addMember(server, site, "OWNER");
    return (await list(site, headers, { target: "site" })).actions;
  };
  expect([await left(usual), await left(short)]).toEqual([["second", "first"], ["second"]]);
  server.clock.advance(370 * dayMs);
  expect([await left(usual), await left(short)]).toEqual([["second"], []]);
});
