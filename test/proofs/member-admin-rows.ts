import { expect } from "vitest";
import { addMember, asAdmin, join } from "../kit/admins.ts";
import type { TestServer, TestSite } from "../kit/harness.ts";
import { madeUpload, tusHeaders } from "../kit/tus.ts";

/** A person who is a member of two sites, and one who may do more in one of them than in the other. */
export const memberTenantRows: Record<string, (by: TestServer, ownSite: TestSite, other: TestSite) => Promise<void>> = {
  "a member of two sites": async (by, ownSite, other) => {
    // Their places in the other site are the older ones.
    const owner = await addMember(by, other, "VIEWER");
    await join(by, ownSite, owner.id, "OWNER");
    await addMember(by, other, "OWNER");
    // The same revision as here, which a change could reach, and another one, which would refuse it.
    for (const revision of [1, 5]) {
      const member = await addMember(by, other, "SALES", { name: "Both" });
      await by.deps.sql`update members set revision = ${revision} where site_id = ${other.id} and admin_id = ${member.id}`;
      await join(by, ownSite, member.id, "EDITOR");
      const path = `/sites/${ownSite.slug}/members/${member.id}`;
      expect((await asAdmin(by, owner).get(path)).json).toMatchObject({ data: { name: "Both", role: "EDITOR" } });
      const changed = await asAdmin(by, owner).patch(path, { role: "AUTHOR" }, { revision: 1 });
      expect([changed.status, changed.json]).toMatchObject([200, { data: { role: "AUTHOR" } }]);
      const [there] = await by.deps.sql<{ role: string; revision: number }>`
        select role, revision from members where site_id = ${other.id} and admin_id = ${member.id}`;
      expect(there).toEqual({ role: "SALES", revision });
    }
  },
  "unfinished uploads of a person in two sites": async (by, ownSite, other) => {
    const [owner, there] = [await addMember(by, ownSite, "OWNER"), await addMember(by, other, "OWNER")];
    const { get, patch, delete: remove, ask } = asAdmin(by, owner);
    const listed = async (who: typeof owner, site: TestSite) => {
      const { data } = (await asAdmin(by, who).get(`/sites/${site.slug}/uploads`)).json as { data: { id: string }[] };
      return data.map(({ id }) => id);
    };
    for (const end of ["remove", "demote"]) {
      const member = await addMember(by, other, "AUTHOR");
      await join(by, ownSite, member.id, "AUTHOR");
      const foreign = await madeUpload({ server: by, site: other, sender: member }, 10);
      const upload = await madeUpload({ server: by, site: ownSite, sender: member }, 10);
      expect([await listed(owner, ownSite), await listed(there, other)]).toEqual([[upload], [foreign]]);
      expect((await ask("DELETE", `/sites/${ownSite.slug}/uploads/${foreign}`, { headers: tusHeaders })).status).toBe(404);
      const path = `/sites/${ownSite.slug}/members/${member.id}`;
      const { revision } = ((await get(path)).json as { data: { revision: number } }).data;
      await (end === "remove" ? remove(path, { revision }) : patch(path, { role: "VIEWER" }, { revision }));
      expect([await listed(owner, ownSite), await listed(there, other)]).toEqual([[], [foreign]]);
      expect((await asAdmin(by, there).ask("DELETE", `/sites/${other.slug}/uploads/${foreign}`, { headers: tusHeaders })).status).toBe(204);
    }
  },
};
