import { expect } from "vitest";
import { addMember, asAdmin, join } from "../kit/admins.ts";
import type { TestServer, TestSite } from "../kit/harness.ts";

/** A person who is a member of two sites, and one who may do more in one of them than in the other. */
export const memberTenantRows: Record<string, (by: TestServer, own: TestSite, other: TestSite) => Promise<void>> = {
  "a member of two sites": async (by, own, other) => {
    // Their places in the other site are the older ones.
    const owner = await addMember(by, other, "VIEWER");
    await join(by, own, owner.id, "OWNER");
    await addMember(by, other, "OWNER");
    // The same revision as here, which a change could reach, and another one, which would refuse it.
    for (const revision of [1, 5]) {
      const member = await addMember(by, other, "SALES", { name: "Both" });
      await by.deps.sql`update members set revision = ${revision} where site_id = ${other.id} and admin_id = ${member.id}`;
      await join(by, own, member.id, "EDITOR");
      const path = `/sites/${own.slug}/members/${member.id}`;
      expect((await asAdmin(by, owner).get(path)).json).toMatchObject({ data: { name: "Both", role: "EDITOR" } });
      const changed = await asAdmin(by, owner).patch(path, { role: "AUTHOR" }, { revision: 1 });
      expect([changed.status, changed.json]).toMatchObject([200, { data: { role: "AUTHOR" } }]);
      const [there] = await by.deps.sql<{ role: string; revision: number }>`
        select role, revision from members where site_id = ${other.id} and admin_id = ${member.id}`;
      expect(there).toEqual({ role: "SALES", revision });
    }
  },
};
