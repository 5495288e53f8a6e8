import { afterAll, beforeAll, expect, test } from "vitest";
import { addAdmin, addMember, addToken, asAdmin, codeOf, cookiesOf, markDeleted } from "../../../../../../test/kit/admins.ts";
import { startServer, type TestServer } from "../../../../../../test/kit/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const hourMs = 60 * 60_000;

test("an operator has the rights of an owner for an hour, and the owners know why", async () => {
  const site = await server.addSite({ site: { name: "Acme" } });
  const [owner, german] = [await addMember(server, site, "OWNER"), await addMember(server, site, "OWNER")];
  await asAdmin(server, german).patch("/me", { locale: "de" });
  await addMember(server, site, "EDITOR");
  const operator = await addAdmin(server, { isOperator: true, name: "Olga" });
  expect(codeOf(await asAdmin(server, operator).get(`/sites/${site.slug}`))).toBe("site_not_found");
  const entered = await asAdmin(server, operator).post(`/server/sites/${site.slug}/enter`, { reason: " The form is broken " });
  const expiresAt = new Date(server.clock.now().getTime() + hourMs).toISOString();
  expect([entered.status, entered.json]).toEqual([200, { data: { site: site.slug, reason: "The form is broken", expiresAt } }]);
  // The cookie that the operator had before is worth nothing.
  expect(codeOf(await asAdmin(server, operator).get("/me"))).toBe("session_invalid");
  const inside = asAdmin(server, { headers: { cookie: cookiesOf(entered) } });
  expect((await inside.get(`/sites/${site.slug}`)).status).toBe(200);
  const log = await inside.get(`/sites/${site.slug}/audit`);
  expect(log.json).toMatchObject({
    total: 1,
    data: [{ action: "enterSite", actor: { admin: { name: "Olga" } }, changes: [{ member: "reason", to: "The form is broken" }] }],
  });
  await server.runTasks();
  const told = server.mails.filter(({ text }) => text.includes("The form is broken"));
  expect(told.map(({ to }) => to).sort()).toEqual([owner.email, german.email].sort());
  expect(told.find(({ to }) => to === german.email)?.subject).toContain("betreten");
  server.clock.advance(hourMs + 1);
  expect(codeOf(await inside.get(`/sites/${site.slug}`))).toBe("site_not_found");
});

test("a whole token of an operator enters, a deleted site can be entered to bring it back, and nobody else enters", async () => {
  const site = await server.addSite();
  const operator = await addAdmin(server, { isOperator: true });
  const token = asAdmin(server, await addToken(server, operator.id, { role: "OWNER" }));
  await markDeleted(server, site);
  const entered = await token.post(`/server/sites/${site.slug}/enter`, { reason: "Restore it" });
  expect([entered.status, cookiesOf(entered)]).toEqual([200, ""]);
  expect((await token.post(`/sites/${site.slug}/restore`)).status).toBe(200);
  for (const reason of ["", "  ", "x".repeat(501)]) {
    expect(codeOf(await token.post(`/server/sites/${site.slug}/enter`, { reason }))).toBe("validation_failed");
  }
  expect(codeOf(await token.post("/server/sites/nobody/enter", { reason: "x" }))).toBe("site_not_found");
  const owner = asAdmin(server, await addMember(server, site, "OWNER"));
  expect(codeOf(await owner.post(`/server/sites/${site.slug}/enter`, { reason: "x" }))).toBe("permission_missing");
});

test("an operator enters a site ten times an hour", async () => {
  const site = await server.addSite();
  const operator = await addAdmin(server, { isOperator: true });
  const token = asAdmin(server, await addToken(server, operator.id, { role: "OWNER" }));
  const statuses: number[] = [];
  for (let count = 0; count < 11; count += 1) statuses.push((await token.post(`/server/sites/${site.slug}/enter`, { reason: "x" })).status);
  expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
});
