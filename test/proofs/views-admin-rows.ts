import { expect } from "vitest";
import { eraseFromViews } from "../../server/src/features/server/saved-views/index.ts";
import { addMember, asAdmin, codeOf, enterSite, join } from "../kit/admins.ts";
import type { TestServer, TestSite } from "../kit/harness.ts";
import { insertView } from "../kit/saved-views.ts";

/** Rows of `adminTenantRows` about saved views. */
export const viewsAdminRows: Record<string, (by: TestServer, ownSite: TestSite, other: TestSite) => Promise<void>> = {
  "saved views": async (by, ownSite, other) => {
    const { sql, ids, clock } = by.deps;
    const owner = await addMember(by, ownSite, "OWNER");
    const { get, post, patch, delete: remove } = asAdmin(by, owner);
    const at = (path = "") => `/sites/${ownSite.slug}/views${path}`;
    const named = async () => ((await get(at())).json as { data: { name: string }[] }).data.map(({ name }) => name);
    const [shared, own, onlyTheirs] = [ids.next(), ids.next(), ids.next()];
    // The person has a view of the same id at the other site, too.
    await join(by, other, owner.id, "OWNER");
    for (const [site, name] of [
      [ownSite, "ours"],
      [other, "theirs"],
    ] as const) {
      await insertView(by, site, { id: shared, name });
      await insertView(by, site, { id: own, name: `${name} alone`, adminId: owner.id });
    }
    await insertView(by, other, { id: onlyTheirs, name: "only theirs", query: "q=ada%40example.com" });
    const ofOther = () => sql`select * from saved_views where site_id = ${other.id} order by id`;
    const before = await ofOther();
    expect(await named()).toEqual(["ours alone", "ours"]);
    expect(codeOf(await patch(at(`/${onlyTheirs}`), { name: "x" }, { revision: 1 }))).toBe("view_not_found");
    expect(codeOf(await remove(at(`/${onlyTheirs}`), { revision: 1 }))).toBe("view_not_found");
    expect((await patch(at(`/${shared}`), { name: "new", query: "q=ada%40example.com" }, { revision: 1 })).json).toMatchObject({
      data: { name: "new", revision: 2 },
    });
    expect(await ofOther()).toEqual(before);
    expect((await remove(at(`/${own}`), { revision: 1 })).status).toBe(204);
    expect(await ofOther()).toEqual(before);
    // The places of the other site are its own.
    await sql`
      insert into saved_views (site_id, id, list, name, query, created_at, updated_at)
      select ${other.id}::uuid, gen_random_uuid(), 'orders', 'more', '', ${clock.now()}::timestamptz, ${clock.now()}::timestamptz
      from generate_series(1, 50)`;
    const view = { list: "orders", name: "last", query: "", scope: "SITE" };
    expect((await post(at(), view)).status).toBe(201);
    const full = await ofOther();
    await eraseFromViews(sql, ownSite.id, "ada@example.com");
    expect(await named()).toEqual(["last"]);
    expect(await ofOther()).toEqual(full);
    // So are those of one person.
    await sql`
      insert into saved_views (site_id, id, admin_id, list, name, query, created_at, updated_at)
      select ${ownSite.id}::uuid, gen_random_uuid(), ${owner.id}::uuid, 'orders', 'own', '', ${clock.now()}::timestamptz, ${clock.now()}::timestamptz
      from generate_series(1, 50)`;
    expect(codeOf(await post(at(), { ...view, scope: "PERSONAL" }))).toBe("too_many_views");
  },
  "a saved view of somebody who is a member elsewhere": async (by, ownSite, other) => {
    const operator = await addMember(by, other, "OWNER", { isOperator: true });
    await enterSite(by, ownSite, operator.id);
    const view = { list: "orders", name: "Unpaid", query: "view=unpaid" };
    expect(codeOf(await asAdmin(by, operator).post(`/sites/${ownSite.slug}/views`, view))).toBe("not_a_member");
  },
};
