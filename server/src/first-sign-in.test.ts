import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { asAdmin, codeOf, cookiesOf } from "../../test/kit/admins.ts";
import { startServer, type TestServer } from "../../test/kit/harness.ts";
import type { Config } from "./config.ts";
import { demoSlug } from "./demo.ts";
import { prepareSignIn, type FirstSignIn } from "./first-sign-in.ts";
import { greeting } from "./greeting.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
beforeEach(() => server.deps.sql`delete from admins`);
afterAll(() => server.stop());

const url = "http://localhost:3000";
type Surroundings = Pick<Config, "database" | "host" | "publicUrl">;
const laptop: Surroundings = { database: { kind: "embedded" }, host: "127.0.0.1", publicUrl: url };
const container: Surroundings = { ...laptop, host: "0.0.0.0" };
const production = { ...container, publicUrl: "https://cms.example", database: { kind: "postgres" } } as Surroundings;
const prepare = (where = laptop, demo = false) => prepareSignIn(where, { ...server.deps, progress: () => undefined }, demo);
const secretOf = (signIn: FirstSignIn | undefined) => (signIn && "secret" in signIn ? signIn.secret : "");
const enter = (signIn: FirstSignIn | undefined) => asAdmin(server).post("/session/link", { token: secretOf(signIn) });
const demoOwner = "owner@fjord-and-form.example";

test("a laptop's first owner comes in by a link, is an operator, and owns the sites that nobody owned", async () => {
  const { slug } = await server.addSite();
  const [first, second] = [await prepare(), await prepare()];
  expect(codeOf(await enter(first))).toBe("token_invalid");
  const entered = await enter(second);
  const sites = expect.arrayContaining([expect.objectContaining({ slug, role: "OWNER" })]) as unknown;
  expect([entered.status, entered.json]).toMatchObject([201, { data: { admin: { isOperator: true }, sites } }]);
  const owner = asAdmin(server, { headers: { cookie: cookiesOf(entered) } });
  expect((await owner.post("/sites", { slug: "admin", name: "A site of my own" })).status).toBe(201);
  expect((await owner.get(`/sites/${slug}/audit`)).json).toMatchObject({ data: [{ actor: { kind: "CLI" }, action: "serve" }] });
  expect(greeting({ url, demo: false, signIn: second })).toContain(`${url}/studio/sign-in#token=${secretOf(second)}`);
  expect((await prepare())?.kind).toBe("link");
});

test("nobody gets a link once somebody has an account, or the first owner a password", async () => {
  await prepare();
  await server.deps.sql`update admins set password_hash = 'x'`;
  expect(await prepare()).toBeUndefined();
  await server.deps.sql`update admins set password_hash = null, email = 'ada@example.com'`;
  expect(await prepare()).toBeUndefined();
  expect(greeting({ url, demo: false, signIn: undefined })).not.toContain("token=");
});

test.each([
  ["in a container", container, false, "--operator"],
  ["in production", production, false, "--operator"],
  ["with the demo on PostgreSQL", production, true, `--site ${demoSlug} --role OWNER`],
] as const)("%s there is a command instead, until somebody has an account", async (_, where, demo, rights) => {
  const signIn = await prepare(where, demo);
  expect(signIn).toEqual({ kind: "command", command: `vitrine admin create you@example.com ${rights}` });
  expect(greeting({ url, demo, signIn })).toContain(`vitrine admin create you@example.com ${rights}`);
  await prepare();
  expect(await prepare(where, demo)).toBeUndefined();
});

test("each start makes a link for the owner of the demo site, whose account is made once and has no password", async () => {
  expect(await prepare(laptop, true)).toBeUndefined();
  const { id } = await server.addSite({ site: { slug: demoSlug } });
  const [first, second] = [await prepare(laptop, true), await prepare(laptop, true)];
  expect(codeOf(await enter(first))).toBe("token_invalid");
  const used = await enter(second);
  expect([used.status, used.json]).toMatchObject([
    201,
    { data: { admin: { email: demoOwner }, sites: [{ slug: demoSlug, role: "OWNER" }] } },
  ]);
  expect(codeOf(await asAdmin(server).post("/session", { email: demoOwner, password: "" }))).toBe("invalid_credentials");
  const audit = await asAdmin(server, { headers: { cookie: cookiesOf(used) } }).get(`/sites/${demoSlug}/audit`);
  expect(audit.json).toMatchObject({ data: [{ actor: { kind: "CLI" }, action: "serve", target: { type: "member" } }], total: 1 });
  const owners = await server.deps.sql<{ id: string }>`select id from members where site_id = ${id}`;
  expect(owners).toHaveLength(1);
  await server.deps.sql`update admins set disabled_at = ${server.clock.now()} where email = ${demoOwner}`;
  expect(await prepare(laptop, true)).toBeUndefined();
});

test("the owner of a demo in a container chooses a password by a link, once", async () => {
  const signIn = await prepare(container, true);
  const text = greeting({ url, demo: true, signIn });
  expect(text).toContain(`${url}/studio/password?token=${secretOf(signIn)}`);
  expect(text).toContain(demoOwner);
  const password = "a fresh long password";
  const choose = () => asAdmin(server).post("/password-reset/confirm", { token: secretOf(signIn), password });
  expect([(await choose()).status, codeOf(await choose())]).toEqual([204, "token_invalid"]);
  expect((await asAdmin(server).post("/session", { email: demoOwner, password })).status).toBe(201);
  expect(await prepare(container, true)).toBeUndefined();
});
