import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addAdmin, addMember, addSession, addToken, asAdmin, codeOf } from "../../../../../../test/kit/admins.ts";
import { startServer, type TestServer } from "../../../../../../test/kit/harness.ts";
import { password } from "../../../../../../test/kit/shopper.ts";
import { adminCreate } from "./admin-create.ts";
import { adminDisable } from "./admin-disable.ts";
import { adminList } from "./admin-list.ts";
import { adminResetSecondFactor } from "./admin-reset-second-factor.ts";
import { adminSignIn } from "./admin-sign-in.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ mailsPerClient: 1_000 });
});
afterAll(() => server.stop());

const context = () => ({ ...server.deps, publicUrl: "https://cms.example", progress: () => undefined });
const nothing = { isOperator: false, site: null, role: null };
const create = (email: string, more: Partial<Parameters<typeof adminCreate.run>[1]> = {}) =>
  adminCreate.run(context(), { email, ...nothing, ...more });
const fresh = "a fresh long password";
const signIn = (email: string, sentPassword: string) => asAdmin(server).post("/session", { email, password: sentPassword });

describe("admin create", () => {
  test("prints a link on which a person chooses a password, once, within a day", async () => {
    const site = await server.addSite();
    const output = await create(" New@Example.com", { site: site.slug, role: "EDITOR" });
    expect(output).toEqual({
      email: "new@example.com",
      existed: false,
      isOperator: false,
      site: site.slug,
      role: "EDITOR",
      link: expect.stringMatching(/^https:\/\/cms\.example\/studio\/password\?token=[A-Za-z0-9_-]{43}$/),
    });
    expect(adminCreate.print(output)).toContain(output.link);
    expect((await signIn("new@example.com", "")).status).toBe(401);
    const token = new URL(output.link!).searchParams.get("token");
    const choose = () => asAdmin(server).post("/password-reset/confirm", { token, password: fresh });
    expect([(await choose()).status, codeOf(await choose())]).toEqual([204, "token_invalid"]);
    const session = await signIn("new@example.com", fresh);
    expect(session.json).toMatchObject({
      data: { admin: { isOperator: false, name: "new" }, sites: [{ slug: site.slug, role: "EDITOR" }] },
    });
    const log = await server.deps.sql`select actor_kind as kind, action from audit_entries where site_id = ${site.id}`;
    expect(log).toEqual([{ kind: "CLI", action: "admin create" }]);
  });

  test("makes a new link while no password was chosen, and the earlier one is worth nothing", async () => {
    const [first, second] = [await create("late@example.com"), await create("late@example.com")];
    expect([first.existed, second.existed]).toEqual([false, true]);
    const choose = (link: string | null) =>
      asAdmin(server).post("/password-reset/confirm", { token: new URL(link!).searchParams.get("token"), password: fresh });
    expect(codeOf(await choose(first.link))).toBe("token_invalid");
    server.clock.advance(25 * 3_600_000);
    expect(codeOf(await choose(second.link))).toBe("token_invalid");
    expect((await choose((await create("late@example.com")).link)).status).toBe(204);
  });

  test("adds rights to an account that there is, and prints no link for it", async () => {
    const site = await server.addSite();
    const { email, ...admin } = await addAdmin(server);
    await expect(create(email)).rejects.toThrow("There is an account");
    expect(await create(email, { isOperator: true })).toMatchObject({ existed: true, isOperator: true, link: null });
    expect(await create(email, { site: site.slug, role: "OWNER" })).toMatchObject({ isOperator: true, link: null });
    expect((await asAdmin(server, admin).get("/session")).json).toMatchObject({
      data: { admin: { isOperator: true }, sites: [{ slug: site.slug, role: "OWNER" }] },
    });
    expect((await signIn(email, password)).status).toBe(201);
    await expect(create(email, { site: site.slug, role: "VIEWER" })).rejects.toThrow("is a member of");
  });

  test("makes nothing when a part of it is wrong", async () => {
    const people = async () => (await adminList.run(context(), {})).length;
    const before = await people();
    await expect(create("ada")).rejects.toThrow("is not an e-mail address");
    await expect(create("nobody@example.com", { site: "no-such-site", role: "OWNER" })).rejects.toThrow("There is no site");
    expect(() => adminCreate.input("a@example.com" as never, { site: "x" } as never)).toThrow("together");
    expect(await people()).toBe(before);
  });
});

test("a disabled person is signed out, opens nothing, and comes back when that is undone", async () => {
  const admin = await addAdmin(server);
  const token = await addToken(server, admin.id, { role: "OWNER" });
  await addSession(server, admin.id);
  const disable = (isDisabled = true) => adminDisable.run(context(), { email: admin.email, isDisabled });
  expect(await disable()).toEqual({ email: admin.email, isDisabled: true, sessions: 2 });
  expect((await disable()).sessions).toBe(0);
  expect(codeOf(await asAdmin(server, admin).get("/me"))).toBe("session_invalid");
  expect(codeOf(await asAdmin(server, token).get("/me"))).toBe("access_token_invalid");
  expect(codeOf(await signIn(admin.email, password))).toBe("invalid_credentials");
  await expect(create(admin.email, { isOperator: true })).rejects.toThrow("is disabled");
  await disable(false);
  expect((await signIn(admin.email, password)).status).toBe(201);
  expect((await asAdmin(server, token).get("/me")).status).toBe(200);
  await expect(adminDisable.run(context(), { email: "nobody@example.com", isDisabled: true })).rejects.toThrow("There is no account");
});

test("a reset of the second factor removes all of them, signs out, and tells by mail", async () => {
  const admin = await addAdmin(server, { hasSecondFactor: true });
  const { sql, ids, clock } = server.deps;
  await sql`
    insert into passkeys (id, admin_id, credential_id, public_key, counter, name, created_at)
    values (${ids.next()}, ${admin.id}, ${Buffer.from(admin.id)}, ${Buffer.alloc(4)}, 0, 'Key', ${clock.now()})`;
  await sql`
    insert into recovery_codes (id, admin_id, code_hash, created_at)
    values (${ids.next()}, ${admin.id}, ${Buffer.alloc(32)}, ${clock.now()})`;
  const reset = () => adminResetSecondFactor.run(context(), { email: admin.email });
  expect([(await reset()).removed, (await reset()).removed]).toEqual([true, false]);
  expect(codeOf(await asAdmin(server, admin).get("/me"))).toBe("session_invalid");
  const signedIn = await signIn(admin.email, password);
  expect([signedIn.status, signedIn.json]).toMatchObject([201, { data: { admin: { secondFactors: [] } } }]);
  await server.runTasks();
  const subjects = server.mails.filter(({ to }) => to === admin.email).map(({ subject }) => subject);
  expect(subjects.filter((one) => one.startsWith("Your second factors were removed"))).toHaveLength(1);
});

test("a list names everybody with their sites and what keeps them out", async () => {
  const site = await server.addSite();
  await create("listed@example.com", { isOperator: true, site: site.slug, role: "SALES" });
  const people = await adminList.run(context(), {});
  expect(people.find(({ email }) => email === "listed@example.com")).toEqual({
    email: "listed@example.com",
    name: "listed",
    isOperator: true,
    isDisabled: false,
    hasPassword: false,
    hasSecondFactor: false,
    sites: [`${site.slug} SALES`],
  });
  expect(adminList.print(people)).toContain(`listed@example.com  listed  operator, no password yet, ${site.slug} SALES`);
  expect(adminList.print([])).toBe("There are no accounts.");
});

describe("admin sign-in", () => {
  const link = async (site: string) => {
    const { link: address } = await adminSignIn.run({ ...context(), hasViewers: true }, { site });
    expect(adminSignIn.print({ link: address })).toContain(address);
    return new URL(address);
  };
  const enter = async ({ hash }: URL) => {
    const { headers, status } = await asAdmin(server).post("/session/link", { token: new URLSearchParams(hash.slice(1)).get("token") });
    return { status, cookie: headers.get("set-cookie")?.split(";")[0] ?? "" };
  };
  const sitesOf = async (cookie: string) =>
    ((await server.ask("/api/admin/v1/session", { headers: { cookie } })).json as { data: { sites: { slug: string; role: string }[] } })
      .data.sites;

  test("prints a link that signs the owner of a site in once, and leads to the site", async () => {
    const site = await server.addSite();
    const ada = await addMember(server, site, "OWNER", { name: "Ada" });
    const address = await link(site.slug);
    expect([address.pathname, new URLSearchParams(address.hash.slice(1)).get("next")]).toEqual(["/studio/sign-in", `sites/${site.slug}`]);
    const { status, cookie } = await enter(address);
    expect([status, (await sitesOf(cookie)).map(({ slug }) => slug)]).toEqual([201, [site.slug]]);
    expect((await enter(address)).status).not.toBe(201);
    await adminDisable.run(context(), { email: ada.email, isDisabled: true });
    await expect(link(site.slug)).rejects.toThrow(`No owner of ${site.slug} may sign in`);
  });

  test("gives a site without members the account on the machine that has no password", async () => {
    const [first, second] = [await server.addSite(), await server.addSite()];
    await create("keeper@example.com");
    await link(first.slug);
    const { cookie } = await enter(await link(second.slug));
    const sites = await sitesOf(cookie);
    expect(sites).toEqual(
      expect.arrayContaining([first, second].map(({ slug }) => expect.objectContaining({ slug, role: "OWNER" }) as object)),
    );
  });

  test("is refused for an unknown site, and on a server that is not on a laptop", async () => {
    const { slug } = await server.addSite();
    await expect(link("of-nobody")).rejects.toThrow('There is no site "of-nobody".');
    await expect(adminSignIn.run(context(), { site: slug })).rejects.toThrow("vitrine admin create");
  });
});
