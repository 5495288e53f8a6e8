import { memberTenantRows } from "./member-admin-rows.ts";
import { expect } from "vitest";
import { eraseActor, eraseTarget, latestChange, recordChange } from "../../server/src/features/people/audit/index.ts";
import { removeOldAudit } from "../../server/src/features/people/audit/tasks/remove-old-audit.ts";
import { adminCreate } from "../../server/src/features/people/team/cli/admin-create.ts";
import { adminErase } from "../../server/src/features/people/team/cli/admin-erase.ts";
import { adminList } from "../../server/src/features/people/team/cli/admin-list.ts";
import { addAdmin, addMember, addToken, asAdmin, codeOf, enterSite, join, type TestAdmin } from "../kit/admins.ts";
import { countingIds } from "../kit/counting-ids.ts";
import type { TestServer, TestSite } from "../kit/harness.ts";
import { catalogAdminRows } from "./catalog-admin-rows.ts";
import { eventsAdminRows } from "./events-admin-rows.ts";
import { mailsAdminRows } from "./mails-admin-rows.ts";
import { modelAdminRows } from "./model-admin-rows.ts";
import { overviewAdminRows } from "./overview-admin-rows.ts";
import { previewsAdminRows } from "./previews-admin-rows.ts";
import { productsAdminRows } from "./products-admin-rows.ts";
import { siteAdminRows } from "./site-admin-rows.ts";
import { siteSearchAdminRows } from "./site-search-admin-rows.ts";
import { stockAdminRows } from "./stock-admin-rows.ts";
import { teamAdminRows } from "./team-admin-rows.ts";
import { viewsAdminRows } from "./views-admin-rows.ts";

const dayMs = 24 * 60 * 60_000;

interface Recorded {
  adminId: string;
  action?: string;
  target?: { type: string; id: string; label?: string };
  daysAgo?: number;
}

/** Adds entries to the log of a site, with ids that the entries of the other tenant have too. */
async function record({ deps: { sql, clock } }: TestServer, site: TestSite, entries: readonly Recorded[]): Promise<void> {
  const ids = countingIds();
  for (const { adminId, action = "change", target = { type: "page", id: "1" }, daysAgo = 0 } of entries) {
    const now = new Date(clock.now().getTime() - daysAgo * dayMs);
    await recordChange(sql, { now, ids }, { actor: { kind: "SESSION", adminId }, siteId: site.id, action, target });
  }
}

const audit = async (by: TestServer, site: TestSite, who: Pick<TestAdmin, "headers">, query = "") => {
  const answer = await asAdmin(by, who).get(`/sites/${site.slug}/audit${query}`);
  const { data = [], total } = answer.json as { data?: { action: string; target: { label: string | null } }[]; total?: number };
  return { status: answer.status, code: codeOf(answer), actions: data.map(({ action }) => action), data, total };
};
/** Of the site, by somebody who may read it. */
const actionsOf = async (by: TestServer, site: TestSite) => (await audit(by, site, await addMember(by, site, "OWNER"))).actions;

/**
 * By what is done: its effect in one site must neither show nor touch the other's. Throws otherwise. A feature with statements on sites of its own
 * adds its rows here.
 */
export const adminTenantRows: Record<string, (by: TestServer, ownSite: TestSite, other: TestSite) => Promise<void>> = {
  ...memberTenantRows,
  ...catalogAdminRows,
  ...eventsAdminRows,
  ...mailsAdminRows,
  ...modelAdminRows,
  ...overviewAdminRows,
  ...previewsAdminRows,
  ...productsAdminRows,
  ...siteAdminRows,
  ...siteSearchAdminRows,
  ...stockAdminRows,
  ...viewsAdminRows,
  "a member's role": async (by, ownSite, other) => {
    const admin = await addMember(by, ownSite, "OWNER");
    await join(by, other, admin.id, "VIEWER");
    expect((await audit(by, ownSite, admin)).status).toBe(200);
    expect((await audit(by, other, admin)).code).toBe("permission_missing");
    const stranger = await addMember(by, other, "OWNER");
    expect((await audit(by, ownSite, stranger)).code).toBe("site_not_found");
    const token = await addToken(by, stranger.id, { role: "OWNER" });
    expect([(await audit(by, ownSite, token)).code, (await audit(by, other, token)).status]).toEqual(["site_not_found", 200]);
    const both = await addToken(by, admin.id, { role: "OWNER" });
    expect([(await audit(by, ownSite, both)).status, (await audit(by, other, both)).code]).toEqual([200, "permission_missing"]);
  },
  "an operator's entry": async (by, ownSite, other) => {
    const operator = await addAdmin(by, { isOperator: true });
    await enterSite(by, other, operator.id);
    const token = await addToken(by, operator.id, { role: "OWNER" });
    for (const who of [operator, token]) {
      expect([(await audit(by, ownSite, who)).code, (await audit(by, other, who)).status]).toEqual(["site_not_found", 200]);
    }
    const { sites } = ((await asAdmin(by, operator).get("/session")).json as { data: { sites: { slug: string; role: string }[] } }).data;
    expect(sites.map(({ slug, role }) => `${slug} ${role}`)).toEqual([`${other.slug} OWNER`]);
  },
  "the sites of a session": async (by, ownSite, other) => {
    const admin = await addMember(by, ownSite, "AUTHOR", { isOperator: true });
    await join(by, other, admin.id, "SALES");
    const roles = async (who: Pick<TestAdmin, "headers">) => {
      const { sites } = ((await asAdmin(by, who).get("/session")).json as { data: { sites: { slug: string; role: string }[] } }).data;
      return sites.map(({ slug, role }) => `${slug} ${role}`).sort();
    };
    const expected = [`${ownSite.slug} AUTHOR`, `${other.slug} SALES`].sort();
    expect(await roles(admin)).toEqual(expected);
    await addMember(by, ownSite, "OWNER");
    await addMember(by, other, "OWNER");
    expect(await roles(admin)).toEqual(expected);
    const token = await addToken(by, admin.id, { role: "AUTHOR", site: ownSite });
    expect(await roles(token)).toEqual([`${ownSite.slug} AUTHOR`]);
    await enterSite(by, ownSite, admin.id);
    expect(await roles(admin)).toEqual([`${ownSite.slug} OWNER`, `${other.slug} SALES`].sort());
  },
  listAudit: async (by, ownSite, other) => {
    const admin = await addMember(by, ownSite, "OWNER");
    await record(by, ownSite, [{ adminId: admin.id, action: "own" }]);
    await record(by, other, [
      { adminId: admin.id, action: "foreign" },
      { adminId: admin.id, action: "more" },
    ]);
    for (const query of ["", `?actor=${admin.id}`, "?target=page/1"]) {
      expect(await audit(by, ownSite, admin, query)).toMatchObject({ actions: ["own"], total: 1 });
    }
  },
  latestChange: async (by, ownSite, other) => {
    const [ada, eve] = [await addMember(by, ownSite, "OWNER", { name: "Ada" }), await addMember(by, other, "OWNER", { name: "Eve" })];
    await record(by, ownSite, [{ adminId: ada.id, daysAgo: 1 }]);
    await record(by, other, [{ adminId: eve.id }]);
    expect(await latestChange(by.deps.sql, ownSite.id, { type: "page", id: "1" })).toMatchObject({ changedBy: { name: "Ada" } });
  },
  "remove old audit": async (by, ownSite, other) => {
    await by.deps.sql`update sites set settings = '{"team":{"auditRetentionDays":30}}' where id = ${other.id}`;
    const { id } = await addAdmin(by);
    await record(by, ownSite, [
      { adminId: id, action: "kept", daysAgo: 40 },
      { adminId: id, action: "gone", daysAgo: 401 },
    ]);
    await record(by, other, [
      { adminId: id, action: "gone", daysAgo: 401 },
      { adminId: id, action: "kept", daysAgo: 20 },
    ]);
    await removeOldAudit.run(by.deps);
    expect([await actionsOf(by, ownSite), await actionsOf(by, other)]).toEqual([["kept"], ["kept"]]);
  },
  eraseTarget: async (by, ownSite, other) => {
    const target = { type: "customer", id: "1", label: "Ada" };
    for (const site of [ownSite, other]) await record(by, site, [{ adminId: ownSite.id, target }]);
    await eraseTarget(by.deps.sql, ownSite.id, target);
    const labels = async (site: TestSite) =>
      (await audit(by, site, await addMember(by, site, "OWNER"))).data.map((entry) => entry.target.label);
    expect([await labels(ownSite), await labels(other)]).toEqual([[null], ["Ada"]]);
  },
  eraseActor: async (by, ownSite, other) => {
    const [ada, eve] = [await addAdmin(by), await addAdmin(by, { name: "Eve" })];
    const about = (id: string) => ({ type: "member", id, label: "somebody" });
    await record(by, ownSite, [{ adminId: ada.id }, { adminId: eve.id, target: about(ada.id) }]);
    await record(by, other, [{ adminId: eve.id }, { adminId: eve.id, target: about(eve.id) }]);
    expect(await eraseActor(by.deps.sql, { adminId: ada.id, email: ada.email })).toBe(2);
    expect((await audit(by, other, await addMember(by, other, "OWNER"))).data.map((entry) => entry.target.label)).toEqual([
      "somebody",
      null,
    ]);
  },
  "own tokens": async (by, ownSite, other) => {
    const owner = await addMember(by, ownSite, "OWNER");
    await addMember(by, other, "OWNER");
    const expiresAt = new Date(by.deps.clock.now().getTime() + dayMs).toISOString();
    const make = (site: TestSite) => asAdmin(by, owner).post("/me/tokens", { name: "token", role: "OWNER", expiresAt, site: site.slug });
    expect([codeOf(await make(other)), (await make(ownSite)).status]).toEqual(["site_not_found", 201]);
    const { data, total } = (await asAdmin(by, owner).get("/me/tokens")).json as { data: { site: string }[]; total: number };
    expect([data.map(({ site }) => site), total]).toEqual([[ownSite.slug], 1]);
  },
  "admin create": async (by, ownSite, other) => {
    const { email, id } = await addMember(by, other, "OWNER");
    const context = { ...by.deps, progress: () => undefined };
    await adminCreate.run(context, { email, isOperator: false, site: ownSite.slug, role: "VIEWER" });
    const [listed] = (await adminList.run(context, {})).filter((one) => one.email === email);
    expect(listed?.sites).toEqual([`${ownSite.slug} VIEWER`, `${other.slug} OWNER`].sort());
    expect((await by.deps.sql`select id from members where admin_id = ${id}`).length).toBe(2);
  },
  "admin erase": async (by, ownSite, other) => {
    const [ada, eve] = [await addMember(by, ownSite, "OWNER"), await addMember(by, other, "OWNER")];
    const run = (email: string) => adminErase.run({ ...by.deps, progress: () => undefined }, { email, yes: true });
    await expect(run(ada.email)).rejects.toThrow(`is the only owner of ${ownSite.slug}.`);
    await join(by, ownSite, eve.id, "OWNER");
    await expect(run(eve.email)).rejects.toThrow(`is the only owner of ${other.slug}.`);
    expect((await run(ada.email)).sites).toEqual([ownSite.slug]);
    expect((await asAdmin(by, eve).get("/session")).status).toBe(200);
  },
  ...teamAdminRows,
};
