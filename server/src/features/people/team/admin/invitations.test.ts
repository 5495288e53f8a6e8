import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addAdmin, addMember, addSession, asAdmin, codeOf, cookiesOf, type TestAdmin } from "../../../../../../test/kit/admins.ts";
import { startServer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import { invite, removeInvitations } from "../../../../../../test/kit/invitations.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

type Who = Pick<TestAdmin, "headers">;
const outcome = (answer: { status: number; json: unknown }) => codeOf(answer) ?? answer.status;
const at = ({ slug }: TestSite, rest = "") => `/sites/${slug}/invitations${rest}`;
const send = (who: Who, site: TestSite, email: string, role = "EDITOR") => asAdmin(server, who).post(at(site), { email, role });
const idOf = ({ json }: { json: unknown }) => (json as { data: { id: string } }).data.id;
const mailsTo = async (email: string) => {
  await server.runTasks();
  return server.mails.filter(({ to }) => to === email);
};
const tokenFor = async (email: string) => /#token=([A-Za-z0-9_-]{43})/.exec((await mailsTo(email)).at(-1)?.text ?? "")?.[1] ?? "none";
const accept = (token: string, body: object = {}, who?: Who) => asAdmin(server, who).post(`/invitations/${token}/accept`, body);
const account = { name: "Grace Hopper", password: "a fresh long password" };
const membersOf = (site: TestSite) =>
  server.deps.sql<{ email: string; role: string }>`
    select admins.email, members.role from members join admins on admins.id = members.admin_id where site_id = ${site.id} order by members.id`;
let count = 0;
const newEmail = () => `invited-${(count += 1)}@example.com`;

test("a mailed link makes an account and a member, signed in, and works once", async () => {
  const site = await server.addSite();
  const owner = await addMember(server, site, "OWNER", { name: "Ada" });
  const email = newEmail();
  const answer = await send(owner, site, ` ${email.toUpperCase()}`);
  expect([answer.status, answer.json]).toMatchObject([201, { data: { email, role: "EDITOR", sentAt: null, invitedBy: { name: "Ada" } } }]);
  const [mail] = await mailsTo(email);
  expect(mail?.text).toMatch(/http:\/\/localhost:3000\/studio\/invitation#token=[A-Za-z0-9_-]{43}\n/);
  expect(mail?.text).toContain("Ada invites you");
  const token = await tokenFor(email);
  // The token is in the mail alone.
  const [row] = await server.deps.sql<{ text: string }>`select invitations::text as text from invitations where id = ${idOf(answer)}`;
  expect(row?.text).not.toContain(token);
  expect(server.logged()).not.toContain(token);
  expect((await asAdmin(server, owner).get(at(site))).text).not.toContain(token);

  const opened = await asAdmin(server).get(`/invitations/${token}`);
  expect(opened.json).toMatchObject({ data: { email, role: "EDITOR", site: { slug: site.slug }, invitedBy: "Ada", hasAccount: false } });
  expect(server.logged()).not.toContain(token);
  const joined = await accept(token, account);
  expect([joined.status, joined.json]).toMatchObject([
    201,
    { data: { admin: { email, name: "Grace Hopper" }, sites: [{ role: "EDITOR" }] } },
  ]);
  const session = { headers: { cookie: cookiesOf(joined) } };
  expect(outcome(await asAdmin(server, session).get(`/sites/${site.slug}/members`))).toBe(200);
  expect(outcome(await accept(token, account))).toBe("invitation_not_found");
  expect(outcome(await asAdmin(server).get(`/invitations/${token}`))).toBe("invitation_not_found");
  expect(outcome(await asAdmin(server).post("/session", { email, password: account.password }))).toBe(201);
  const log = await server.deps.sql<{ action: string }>`select action from audit_entries where site_id = ${site.id} order by at, id`;
  expect(log.map(({ action }) => action)).toEqual(["createInvitation", "acceptInvitation"]);
});

test("an account accepts with its own session, which gets a new cookie, and only an invitation to its address", async () => {
  const site = await server.addSite();
  const [grace, eve] = [await addAdmin(server), await addAdmin(server)];
  const { token } = await invite(server, site, { email: grace.email, role: "SALES" });
  expect((await asAdmin(server).get(`/invitations/${token}`)).json).toMatchObject({ data: { hasAccount: true, invitedBy: null } });
  expect(outcome(await accept(token))).toBe("session_missing");
  expect(outcome(await accept(token, {}, { headers: { cookie: `vitrine-3000=${"A".repeat(43)}` } }))).toBe("session_invalid");
  expect(outcome(await accept(token, {}, { headers: { cookie: `${eve.headers.cookie}; ${grace.headers.cookie}` } }))).toBe(
    "session_invalid",
  );
  expect(outcome(await accept(token, account))).toBe("email_taken");
  expect(outcome(await accept(token, {}, eve))).toBe("invitation_for_another");
  const half = await addSession(server, grace.id);
  await server.deps.sql`update admin_sessions set state = 'SECOND_FACTOR' where id = ${half.sessionId}`;
  expect(outcome(await accept(token, {}, half))).toBe("session_invalid");
  const cross = await asAdmin(server, grace).post(`/invitations/${token}/accept`, {}, { headers: { origin: "https://evil.example" } });
  expect(outcome(cross)).toBe("cross_site_request");
  const joined = await accept(token, {}, grace);
  expect([joined.status, joined.json]).toMatchObject([200, { data: { sites: [{ slug: site.slug, role: "SALES" }] } }]);
  expect(outcome(await asAdmin(server, grace).get("/me"))).toBe("session_invalid");
  expect(await membersOf(site)).toEqual([{ email: grace.email, role: "SALES" }]);
});

test("an invitation that is accepted twice at once gives one account, one session and one place", async () => {
  const site = await server.addSite();
  for (let round = 0; round < 3; round += 1) {
    const fresh = await invite(server, site);
    const answers = await Promise.all([accept(fresh.token, account), accept(fresh.token, { ...account, name: "Eve" })]);
    expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1);
    const grace = await addAdmin(server);
    const other = await addSession(server, grace.id);
    const { token } = await invite(server, site, { email: grace.email });
    const both = await Promise.all([accept(token, {}, grace), accept(token, {}, other)]);
    expect(both.map(outcome).sort()).toEqual([200, "invitation_not_found"]);
  }
  expect(await membersOf(site)).toHaveLength(6);
});

test("a link ends after a week, with a withdrawal, and with a later mail", async () => {
  const site = await server.addSite();
  const owner = await addMember(server, site, "OWNER");
  const email = newEmail();
  const id = idOf(await send(owner, site, email));
  const first = await tokenFor(email);
  expect(outcome(await asAdmin(server, owner).post(at(site, `/${id}/resend`)))).toBe(200);
  // Until the next mail is sent, the one before is good.
  expect(outcome(await asAdmin(server).get(`/invitations/${first}`))).toBe(200);
  const second = await tokenFor(email);
  expect(outcome(await accept(first, account))).toBe("invitation_not_found");
  server.clock.advance(7 * 24 * 3_600_000);
  expect(outcome(await accept(second, account))).toBe("invitation_not_found");
  const fresh = await addSession(server, owner.id);
  expect(outcome(await asAdmin(server, fresh).post(at(site, `/${id}/resend`)))).toBe(200);
  const third = await tokenFor(email);
  expect(outcome(await asAdmin(server).get(`/invitations/${third}`))).toBe(200);
  expect(outcome(await asAdmin(server, fresh).delete(at(site, `/${id}`)))).toBe(204);
  expect(outcome(await accept(third, account))).toBe("invitation_not_found");
  for (const token of ["x", "%00", "..", third.slice(1), `${third}A`]) {
    expect(outcome(await asAdmin(server).get(`/invitations/${encodeURIComponent(token)}`))).toMatch(/invitation_not_found|route_not_found/);
  }
});

test("an address is invited once, a member not at all, and an account that is somebody else's the same way as a new one", async () => {
  const site = await server.addSite();
  const [owner, stranger] = [await addMember(server, site, "OWNER"), await addAdmin(server)];
  const email = newEmail();
  const both = await Promise.all([send(owner, site, email), send(owner, site, email)]);
  expect(both.map(outcome).sort()).toEqual([201, "already_invited"]);
  expect(outcome(await send(owner, site, owner.email))).toBe("already_member");
  const [knownAnswer, unknown] = [await send(owner, site, stranger.email), await send(owner, site, newEmail())];
  const shape = ({ status, json, headers }: typeof knownAnswer) => [
    status,
    Object.keys((json as { data: object }).data),
    [...headers.keys()].sort(),
  ];
  expect(shape(knownAnswer)).toEqual(shape(unknown));
  expect(await mailsTo(email)).toHaveLength(1);
  // One that is too old makes room.
  server.clock.advance(8 * 24 * 3_600_000);
  const later = await addSession(server, owner.id);
  expect(outcome(await send(later, site, email))).toBe(201);
});

describe("a role with rights that the inviter lacks", () => {
  test("is neither given nor taken back", async () => {
    const site = await server.addSite();
    const [admin, owner] = [await addMember(server, site, "ADMIN"), await addMember(server, site, "OWNER", { signedInMsAgo: 16 * 60_000 })];
    expect(outcome(await send(admin, site, newEmail(), "OWNER"))).toBe("permission_missing");
    expect(outcome(await send(owner, site, newEmail(), "OWNER"))).toBe("confirmation_needed");
    const { id } = await invite(server, site, { role: "OWNER", by: owner.id });
    expect(outcome(await asAdmin(server, admin).delete(at(site, `/${id}`)))).toBe("permission_missing");
    expect(outcome(await asAdmin(server, admin).post(at(site, `/${id}/resend`)))).toBe("permission_missing");
    expect(outcome(await send(admin, site, newEmail(), "ADMIN"))).toBe(201);
  });

  test("is not given by somebody who lost theirs while the request was on its way", async () => {
    const site = await server.addSite();
    const owner = await addMember(server, site, "OWNER");
    for (let round = 0; round < 5; round += 1) {
      const admin = await addMember(server, site, "ADMIN");
      const [sent] = await Promise.all([
        send(admin, site, newEmail()),
        asAdmin(server, owner).delete(`/sites/${site.slug}/members/${admin.id}`, { revision: 1 }),
      ]);
      expect([201, "site_not_found", "permission_missing"]).toContain(outcome(sent));
      const left = await server.deps.sql`select id from invitations where invited_by = ${admin.id}`;
      expect(left).toEqual([]);
    }
  });
});

test("a site has a hundred invitations, fifty mails an hour, and an address five from all", async () => {
  const [site, other] = [await server.addSite(), await server.addSite()];
  const [owner, eve] = [await addMember(server, site, "OWNER"), await addMember(server, other, "OWNER")];
  for (let index = 0; index < 99; index += 1) await invite(server, site);
  expect([outcome(await send(owner, site, newEmail())), outcome(await send(owner, site, newEmail()))]).toEqual([
    201,
    "too_many_invitations",
  ]);
  await removeInvitations(server, site);
  const answers = [];
  for (let index = 0; index < 51; index += 1) answers.push(outcome(await send(owner, site, newEmail())));
  expect([answers.filter((one) => one === 201).length, answers.at(-1)]).toEqual([50, "rate_limited"]);
  expect(outcome(await send(eve, other, newEmail()))).toBe(201);
  const email = newEmail();
  const id = idOf(await send(eve, other, email));
  const again = () => asAdmin(server, eve).post(at(other, `/${id}/resend`));
  const outcomes = [];
  for (let index = 0; index < 5; index += 1) outcomes.push(outcome(await again()));
  expect(outcomes).toEqual([200, 200, 200, 200, "rate_limited"]);
  server.clock.advance(3_600_000);
  expect(outcome(await asAdmin(server, await addSession(server, eve.id)).post(at(other, `/${id}/resend`)))).toBe(200);
});

test("a mail is in the language of its reader, and carries no markup and no header of anybody", async () => {
  const site = await server.addSite();
  await server.deps.sql`
    update sites set name = ${'Ac\u202eme <script>"\r\nBcc: x@example.com'}, default_locale = 'de', locales = '{de}' where id = ${site.id}`;
  const owner = await addMember(server, site, "OWNER", { name: "Eve\nTo: y@example.com <img src=x>" });
  const [email, knownAdmin] = [newEmail(), await addAdmin(server, { name: "Zoë" })];
  await server.deps.sql`update admins set locale = 'pt-BR' where id = ${knownAdmin.id}`;
  for (const one of [email, knownAdmin.email]) expect(outcome(await send(owner, site, one))).toBe(201);
  const [stranger, [reader]] = [(await mailsTo(email))[0], await mailsTo(knownAdmin.email)];
  expect(stranger?.subject).toBe('Einladung zu Acme <script>" Bcc: x@example.com – Vitrine');
  expect(reader?.subject).toMatch(/^Convite para/);
  expect(reader?.text).toContain("Zoë");
  for (const mail of [stranger, reader]) {
    expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/\u202e/);
    expect(mail?.html).not.toMatch(/<script|<img/);
    expect(mail?.text).not.toMatch(/^(Bcc|To):/m);
  }
  expect(outcome(await send(owner, site, "a@example.com\r\nBcc: x@example.com"))).toBe("validation_failed");
});

test("a common password, and one without a name, make no account and use nothing up", async () => {
  const site = await server.addSite();
  const { token, email } = await invite(server, site);
  for (const body of [
    { name: "Grace", password: "password1" },
    { name: "Grace", password: email },
    { name: "Grace" },
    { password: "a long password" },
  ])
    expect(outcome(await accept(token, body))).toBe("validation_failed");
  expect(outcome(await accept(token, account))).toBe(201);
  const gone = await invite(server, site);
  await server.deps.sql`update sites set deleted_at = created_at where id = ${site.id}`;
  expect(outcome(await accept(gone.token, account))).toBe("invitation_not_found");
  expect(await server.deps.sql`select id from admins where email = ${gone.email}`).toEqual([]);
});
