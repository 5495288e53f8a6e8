import { afterAll, beforeAll, expect, test } from "vitest";
import { asAdmin, codeOf, cookiesOf } from "../../test/kit/admins.ts";
import { startServer, type TestServer } from "../../test/kit/harness.ts";
import { demoGreeting, demoSlug, issueDemoSignIn } from "./demo.ts";
import type { CommandContext } from "./lib/cli/command.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const issue = () => issueDemoSignIn({ ...server.deps, progress: () => undefined } satisfies CommandContext);
const signIn = (token = "") => asAdmin(server).post("/session/link", { token });
const email = "owner@fjord-and-form.example";

test("without a demo site there is no admin of it, and no link", async () => {
  expect(await issue()).toBeUndefined();
  expect(demoGreeting("http://localhost:3000", undefined)).not.toContain("studio");
});

test("each start makes a link for the owner of the demo site, whose account is made once and has no password", async () => {
  const { id } = await server.addSite({ site: { slug: demoSlug } });
  const [first, second] = [await issue(), await issue()];
  expect(codeOf(await signIn(first))).toBe("token_invalid");
  const used = await signIn(second);
  expect([used.status, used.json]).toMatchObject([201, { data: { admin: { email }, sites: [{ slug: demoSlug, role: "OWNER" }] } }]);
  expect(codeOf(await asAdmin(server).post("/session", { email, password: "" }))).toBe("invalid_credentials");
  const audit = await asAdmin(server, { headers: { cookie: cookiesOf(used) } }).get(`/sites/${demoSlug}/audit`);
  expect(audit.json).toMatchObject({ data: [{ actor: { kind: "CLI" }, action: "serve", target: { type: "member" } }], total: 1 });
  const owners = await server.deps.sql<{ id: string }>`select id from members where site_id = ${id}`;
  expect(owners).toHaveLength(1);
  expect(demoGreeting("http://localhost:3000", second)).toContain(`http://localhost:3000/studio/sign-in#token=${second ?? ""}`);
});

test("a demo whose only owner is disabled gets no second one", async () => {
  await server.deps.sql`update admins set disabled_at = ${server.clock.now()} where email = ${email}`;
  expect(await issue()).toBeUndefined();
});
