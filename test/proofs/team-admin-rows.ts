import { expect } from "vitest";
import { addAdmin, addMember, addToken, asAdmin, codeOf, cookiesOf, join } from "../kit/admins.ts";
import { addInvitationTask, invite } from "../kit/invitations.ts";
import type { TestServer, TestSite } from "../kit/harness.ts";

type Listed = { data: { id: string; role: string; email: string }[]; total: number };
const at = ({ slug }: TestSite, path: string) => `/sites/${slug}${path}`;

/** The people of sites, for `adminTenantRows`. */
export const teamAdminRows: Record<string, (by: TestServer, ownSite: TestSite, other: TestSite) => Promise<void>> = {
  "the members of a site": async (by, ownSite, other) => {
    const owner = await addMember(by, ownSite, "OWNER", { name: "Ada" });
    await join(by, other, owner.id, "EDITOR");
    await addMember(by, other, "OWNER", { name: "Adam" });
    for (const query of ["", "?q=ada"]) {
      const { data, total } = (await asAdmin(by, owner).get(at(ownSite, `/members${query}`))).json as Listed;
      expect([data.map(({ id, role }) => [id, role]), total]).toEqual([[[owner.id, "OWNER"]], 1]);
    }
    expect((await asAdmin(by, owner).get(at(ownSite, `/members/${owner.id}`))).json).toMatchObject({ data: { role: "OWNER" } });
  },
  updateMember: async (by, ownSite, other) => {
    const [owner, ada] = [await addMember(by, ownSite, "OWNER"), await addMember(by, ownSite, "VIEWER")];
    await join(by, other, ada.id, "OWNER");
    await by.deps.sql`update members set revision = 5 where site_id = ${other.id} and admin_id = ${ada.id}`;
    await invite(by, other, { by: ada.id, role: "OWNER" });
    const change = () => asAdmin(by, owner).patch(at(ownSite, `/members/${ada.id}`), { role: "EDITOR" }, { revision: 1 });
    expect((await change()).json).toMatchObject({ data: { role: "EDITOR", revision: 2 } });
    const roles = await by.deps.sql<{ role: string; revision: number }>`
      select role, revision from members where site_id = ${other.id} and admin_id = ${ada.id}`;
    expect(roles).toEqual([{ role: "OWNER", revision: 5 }]);
    expect(await by.deps.sql`select id from invitations where site_id = ${other.id}`).toHaveLength(1);
  },
  "the rights of a sender": async (by, ownSite, other) => {
    const [admin, owner] = [await addMember(by, ownSite, "ADMIN"), await addMember(by, ownSite, "OWNER")];
    await join(by, other, admin.id, "OWNER");
    const demote = () => asAdmin(by, admin).patch(at(ownSite, `/members/${owner.id}`), { role: "VIEWER" }, { revision: 1 });
    expect(codeOf(await demote())).toBe("permission_missing");
    expect(codeOf(await asAdmin(by, admin).post(at(ownSite, "/invitations"), { email: "a@example.com", role: "OWNER" }))).toBe(
      "permission_missing",
    );
  },
  removeMember: async (by, ownSite, other) => {
    const [owner, ada, eve] = [
      await addMember(by, ownSite, "OWNER"),
      await addMember(by, ownSite, "EDITOR"),
      await addMember(by, other, "OWNER"),
    ];
    await join(by, other, ada.id, "EDITOR");
    const [keptMember, gone] = [
      await addToken(by, ada.id, { role: "EDITOR", site: other }),
      await addToken(by, ada.id, { role: "EDITOR", site: ownSite }),
    ];
    await invite(by, other, { by: ada.id });
    await invite(by, ownSite, { by: ada.id });
    expect((await asAdmin(by, owner).delete(at(ownSite, `/members/${ada.id}`), { revision: 1 })).status).toBe(204);
    expect((await asAdmin(by, keptMember).get(at(other, "/members"))).status).toBe(200);
    const tokens = await by.deps.sql<{ id: string }>`select id from admin_tokens where admin_id = ${ada.id} and revoked_at is not null`;
    expect(tokens).toEqual([{ id: gone.id }]);
    const left = await by.deps.sql<{
      siteId: string;
    }>`select site_id as "siteId" from invitations where site_id in (${ownSite.id}, ${other.id})`;
    expect(left).toEqual([{ siteId: other.id }]);
    // Each is the only owner, whoever owns the other site.
    expect(codeOf(await asAdmin(by, owner).delete(at(ownSite, `/members/${owner.id}`), { revision: 1 }))).toBe("last_owner");
    expect(codeOf(await asAdmin(by, eve).delete(at(other, `/members/${eve.id}`), { revision: 1 }))).toBe("last_owner");
  },
  invitations: async (by, ownSite, other) => {
    const [owner, eve] = [await addMember(by, ownSite, "OWNER"), await addMember(by, other, "OWNER")];
    const email = `${ownSite.slug}@example.com`;
    const foreign = await invite(by, other, { email, by: eve.id });
    for (let index = 0; index < 100; index += 1) await invite(by, other);
    await by.deps.sql`update invitations set expires_at = created_at where id = ${foreign.id}`;
    await join(by, other, (await addAdmin(by, { email: `member-${email}` })).id, "VIEWER");
    const as = asAdmin(by, owner);
    const invitationAnswer = await as.post(at(ownSite, "/invitations"), { email, role: "EDITOR" });
    const { id } = (invitationAnswer.json as { data: { id: string } }).data;
    expect((await as.post(at(ownSite, "/invitations"), { email: `member-${email}`, role: "EDITOR" })).status).toBe(201);
    expect(await by.deps.sql`select id from invitations where id = ${foreign.id}`).toHaveLength(1);
    const listed = (await as.get(at(ownSite, "/invitations"))).json as Listed;
    expect([listed.data.map((one) => one.email).sort(), listed.total]).toEqual([[email, `member-${email}`].sort(), 2]);
    for (const path of [`/invitations/${foreign.id}`]) {
      expect(codeOf(await as.get(at(ownSite, path)))).toBe("invitation_not_found");
      expect(codeOf(await as.post(at(ownSite, `${path}/resend`)))).toBe("invitation_not_found");
      expect(codeOf(await as.delete(at(ownSite, path)))).toBe("invitation_not_found");
    }
    expect((await as.post(at(ownSite, `/invitations/${id}/resend`))).status).toBe(200);
    expect((await as.delete(at(ownSite, `/invitations/${id}`))).status).toBe(204);
  },
  "the mail of an invitation": async (by, ownSite, other) => {
    await by.deps.sql`update sites set name = 'Own site' where id = ${ownSite.id}`;
    await by.deps.sql`update sites set name = 'Other site' where id = ${other.id}`;
    const [mine, theirs] = [await invite(by, ownSite), await invite(by, other)];
    await addInvitationTask(by, ownSite, mine.id);
    // One that names an invitation of the other site mails nothing.
    await addInvitationTask(by, ownSite, theirs.id);
    await by.runTasks();
    const invited = by.mails.filter(({ to }) => [mine.email, theirs.email].includes(to));
    expect(invited.map(({ to, subject }) => [to, subject])).toEqual([[mine.email, "Invitation to Own site – Vitrine"]]);
    expect((await asAdmin(by).get(`/invitations/${theirs.token}`)).json).toMatchObject({ data: { site: { name: "Other site" } } });
  },
  acceptInvitation: async (by, ownSite, other) => {
    const admin = await addMember(by, other, "VIEWER");
    const { token } = await invite(by, ownSite, { email: admin.email, role: "SALES" });
    const answer = await asAdmin(by, admin).post(`/invitations/${token}/accept`);
    const renewed = { headers: { cookie: cookiesOf(answer) } };
    const roleIn = async (site: TestSite) =>
      ((await asAdmin(by, renewed).get(at(site, `/members/${admin.id}`))).json as { data: { role: string } }).data.role;
    expect([await roleIn(ownSite), await roleIn(other)]).toEqual(["SALES", "VIEWER"]);
  },
};
