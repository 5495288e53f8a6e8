import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember, asAdmin, codeOf, type TestAdmin } from "../../../../../../test/kit/admins.ts";
import { startServer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import { addCustomer } from "../../../../../../test/kit/made-sales.ts";
import { password, storefront, tokenIn } from "../../../../../../test/kit/shopper.ts";

let server: TestServer;
let site: TestSite;
let owner: TestAdmin;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

async function begin() {
  site = await server.addSite();
  owner = await addMember(server, site, "OWNER");
  const store = storefront(server, site);
  const base = `/sites/${site.slug}/customers`;
  const admin = asAdmin(server, owner);
  const list = async (query = "") => {
    const { data = [], total } = (await admin.get(`${base}${query}`)).json as { data?: { id: string; email: string }[]; total?: number };
    return { emails: data.map(({ email }) => email), total };
  };
  return { store, base, admin, list };
}
const audited = () =>
  server.deps.sql<{ action: string; label: string | null; changes: unknown }>`
    select action, target_label as label, changes from audit_entries where site_id = ${site.id} order by at, id`;

test("a list finds customers by the beginning of an address or words of a name, and by their state", async () => {
  const { list, admin, base } = await begin();
  await addCustomer(server, site, { email: "ada@example.com", firstName: "Ada", lastName: "Løvelace", isVerified: true });
  server.clock.advance(1);
  const eve = await addCustomer(server, site, { email: "eve@example.com", firstName: "Eve" });
  await addCustomer(server, await server.addSite(), { email: "ada.other@example.com", firstName: "Ada" });
  expect(await list()).toEqual({ emails: ["eve@example.com", "ada@example.com"], total: 2 });
  expect((await list("?sort=email")).emails).toEqual(["ada@example.com", "eve@example.com"]);
  expect(await list("?pageSize=1&page=2")).toEqual({ emails: ["ada@example.com"], total: 2 });
  for (const q of ["ADA@ex", "løvelace", "ada løve"])
    expect((await list(`?q=${encodeURIComponent(q)}`)).emails).toEqual(["ada@example.com"]);
  expect((await list("?q=nobody")).total).toBe(0);
  expect((await list("?verified=false")).emails).toEqual(["eve@example.com"]);
  await admin.post(`${base}/${eve}/block`);
  expect((await list("?blocked=true")).emails).toEqual(["eve@example.com"]);
  expect((await list("?blocked=false&verified=true")).emails).toEqual(["ada@example.com"]);
});

test("a change needs the revision that was seen, also if the customer made the other one, and records no words", async () => {
  const { base, admin, store } = await begin();
  const id = await store.register("ada@example.com", { firstName: "Ada" });
  const path = `${base}/${id}`;
  const change = (body: object, revision: number) => admin.patch(path, body, { revision });
  expect(codeOf(await admin.patch(path, { note: "x" }))).toBe("precondition_required");
  expect((await change({ note: "Rings twice", lastName: " " }, 1)).json).toMatchObject({
    data: { note: "Rings twice", firstName: "Ada", lastName: null, revision: 2 },
  });
  expect((await change({ note: "Rings twice" }, 2)).json).toMatchObject({ data: { revision: 2 } });
  const token = await store.logIn("ada@example.com");
  await server.ask("/api/v1/shop/account", {
    method: "PATCH",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ phone: "1" }),
  });
  expect(codeOf(await change({ phone: "2" }, 2))).toBe("revision_conflict");
  expect((await change({ email: "eve@example.com" }, 3)).status).toBe(400);
  expect((await change({ note: "x".repeat(5_001) }, 3)).status).toBe(400);
  // The customer does not see the note.
  expect((await store.account(token ?? "")).text).not.toContain("Rings");
  expect(await audited()).toEqual([{ action: "updateCustomer", label: null, changes: [{ member: "note" }] }]);
});

test("a blocked customer's sessions end, and the right password alone tells why", async () => {
  const { base, admin, store } = await begin();
  const id = await store.register("ada@example.com");
  const token = (await store.logIn("ada@example.com")) ?? "";
  const command = (name: string) => admin.post(`${base}/${id}/${name}`);
  for (const _time of [1, 2]) expect((await command("block")).status).toBe(200);
  expect((await store.account(token)).status).toBe(401);
  const logIn = async (entered: string) => codeOf(await store.post("/auth/login", { email: "ada@example.com", password: entered }));
  expect([await logIn(password), await logIn("wrong password")]).toEqual(["customer_blocked", "invalid_credentials"]);
  for (const _time of [1, 2]) expect((await command("unblock")).json).toMatchObject({ data: { blockedAt: null } });
  const next = (await store.logIn("ada@example.com")) ?? "";
  expect([(await store.account(token)).status, (await store.account(next)).status]).toEqual([401, 200]);
  expect((await command("end-sessions")).status).toBe(200);
  expect((await store.account(next)).status).toBe(401);
  expect((await audited()).map(({ action }) => action)).toEqual(["blockCustomer", "unblockCustomer", "endCustomerSessions"]);
});

test("a block ends a sign-in that runs at the same moment, whichever comes first", async () => {
  const { base, admin, store } = await begin();
  const id = await store.register("ada@example.com");
  const tokens = await Promise.all([
    ...Array.from({ length: 4 }, () => store.logIn("ada@example.com")),
    admin.post(`${base}/${id}/block`).then(() => undefined),
  ]);
  for (const token of tokens) if (token !== undefined) expect((await store.account(token)).status).toBe(401);
});

test("staff send the mails that confirm an address and reset a password, by the same limits as everybody", async () => {
  const { base, admin, store } = await begin();
  const id = await store.register("ada@example.com");
  await store.mailsTo("ada@example.com");
  server.mails.length = 0;
  expect((await admin.post(`${base}/${id}/send-password-reset`)).status).toBe(200);
  expect((await admin.post(`${base}/${id}/send-verification`)).status).toBe(200);
  const mails = await store.mailsTo("ada@example.com");
  expect(mails.length).toBe(2);
  const verify = mails.find(({ text }) => text.includes("verify-email"));
  expect((await store.post("/auth/verify-email", { token: tokenIn(verify) })).status).toBe(200);
  expect(codeOf(await admin.post(`${base}/${id}/send-verification`))).toBe("customer_verified");
  for (let count = 0; count < 5; count++) await admin.post(`${base}/${id}/send-password-reset`);
  expect((await store.mailsTo("ada@example.com")).length).toBe(4);
});

test("staff enter a new address, which the customer confirms there; the present address is told", async () => {
  const { base, admin, store } = await begin();
  const id = await store.register("ada@example.com");
  const verify = (mail: { text: string } | undefined) => store.post("/auth/verify-email", { token: tokenIn(mail) });
  await verify((await store.mailsTo("ada@example.com")).at(-1));
  await store.register("eve@example.com");
  const session = (await store.logIn("ada@example.com")) ?? "";
  await store.post("/auth/request-password-reset", { email: "ada@example.com", resetUrlBase: "https://shop.example/r" });
  const reset = (await store.mailsTo("ada@example.com")).at(-1);
  server.mails.length = 0;
  const enter = (email: string) => admin.post(`${base}/${id}/change-email`, { email });

  expect([codeOf(await enter("EVE@example.com")), codeOf(await enter("no address"))]).toEqual(["email_taken", "validation_failed"]);
  expect((await enter("typo@example.com")).json).toMatchObject({ data: { email: "ada@example.com", newEmail: "typo@example.com" } });
  const typo = (await store.mailsTo("typo@example.com")).at(-1);
  expect((await enter("Grace@Example.com")).json).toMatchObject({ data: { newEmail: "grace@example.com" } });
  const right = (await store.mailsTo("grace@example.com")).at(-1);
  expect((await store.mailsTo("ada@example.com")).map(({ subject }) => subject)).toHaveLength(2);
  expect(JSON.stringify(await store.mailsTo("ada@example.com"))).not.toContain(tokenIn(right));
  // A link confirms the address that it was mailed to, and no later one.
  expect((await verify(typo)).status).toBe(400);
  const { status, json } = await verify(right);
  expect([status, json]).toMatchObject([200, { data: { id, email: "grace@example.com", emailVerified: true } }]);
  expect((await verify(right)).status).toBe(400);
  expect((await admin.get(`${base}/${id}`)).json).toMatchObject({
    data: { email: "grace@example.com", newEmail: null, emailVerified: true },
  });
  // Whoever reads the former address gets no further with it.
  expect((await store.post("/auth/reset-password", { token: tokenIn(reset), password: "another long password" })).status).toBe(400);
  expect([await store.logIn("ada@example.com"), typeof (await store.logIn("grace@example.com"))]).toEqual([undefined, "string"]);
  expect((await store.account(session)).status).toBe(200);
  expect((await audited()).map(({ action, changes }) => [action, changes])).toEqual([
    ["changeCustomerEmail", [{ member: "newEmail" }]],
    ["changeCustomerEmail", [{ member: "newEmail" }]],
  ]);
});

test("a new address that is withdrawn, or that somebody else registers first, changes nothing", async () => {
  const { base, admin, store } = await begin();
  const id = await store.register("ada@example.com");
  const enter = (email: string) => admin.post(`${base}/${id}/change-email`, { email });
  await enter("grace@example.com");
  const mail = (await store.mailsTo("grace@example.com")).at(-1);
  expect((await enter("ada@example.com")).json).toMatchObject({ data: { newEmail: null } });
  expect((await store.post("/auth/verify-email", { token: tokenIn(mail) })).status).toBe(400);
  await enter("eve@example.com");
  const second = (await store.mailsTo("eve@example.com")).at(-1);
  await store.register("eve@example.com");
  expect((await store.post("/auth/verify-email", { token: tokenIn(second) })).status).toBe(400);
  expect((await admin.get(`${base}/${id}`)).json).toMatchObject({ data: { email: "ada@example.com", newEmail: "eve@example.com" } });
});
