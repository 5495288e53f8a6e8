import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember, asAdmin, codeOf } from "../../../../../../test/kit/admins.ts";
import { addressBook } from "../../../../../../test/kit/address-book.ts";
import { addShop, canariesOf, payAll, plant, tablesWith } from "../../../../../../test/kit/erasing.ts";
import { startServer, type TestServer } from "../../../../../../test/kit/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ takesPayments: true });
});
afterAll(() => server.stop());

async function plantedCustomer(mark: string, { isVerified }: { isVerified: boolean }) {
  const site = await addShop(server);
  const canaries = canariesOf(mark);
  const planted = await plant(server, site, canaries);
  await addressBook(server, planted.token).add({ name: canaries.first, line1: canaries.address, country: "NO" });
  if (isVerified) await server.deps.sql`update customers set email_verified_at = now() where site_id = ${site.id} and id = ${planted.id}`;
  const admin = asAdmin(server, await addMember(server, site, "OWNER"));
  const path = `/sites/${site.slug}/customers/${planted.id}`;
  await admin.patch(path, { note: `Lives in ${canaries.address}` }, { revision: 1 });
  const erase = (body: object = { confirm: canaries.email }, query = "") => admin.post(`${path}/erase${query}`, body);
  return { site, canaries, planted, admin, path, erase };
}

test("an export has all data about a customer, what guests did only if the address is confirmed", async () => {
  for (const isVerified of [true, false]) {
    const { admin, path, canaries } = await plantedCustomer(isVerified ? "61" : "62", { isVerified });
    const { status, json, headers } = await admin.get(`${path}/export`);
    expect([status, headers.get("content-disposition")]).toEqual([200, expect.stringContaining("attachment")]);
    const { data } = json as { data: { account: object; submissions: unknown[]; orders: unknown[] } };
    expect(data.account).toMatchObject({
      email: canaries.email,
      note: `Lives in ${canaries.address}`,
      addresses: [{ address: { line1: canaries.address, country: "NO" } }],
    });
    expect(data.submissions.length > 0).toBe(isVerified);
    expect(data.orders.length).toBe(isVerified ? 3 : 1);
  }
});

test("an erasure waits for open payments, needs the address, and leaves nothing", async () => {
  const { erase, planted, canaries, admin, path } = await plantedCustomer("63", { isVerified: true });
  expect((await erase()).json).toMatchObject({ code: "payments_open", orders: expect.any(Array), payments: expect.any(Array) });
  await payAll(server, planted);
  expect(codeOf(await erase({ confirm: "eve@example.com" }))).toBe("validation_failed");
  expect((await erase({ confirm: canaries.email }, "?dryRun=true")).json).toMatchObject({ data: { erased: false, submissions: 2 } });
  expect((await admin.get(path)).status).toBe(200);
  expect((await erase()).json).toMatchObject({ data: { erased: true, orders: expect.any(Array), submissions: 2 } });
  expect(await tablesWith(server.deps.sql, canaries)).toEqual([]);
  expect([codeOf(await admin.get(path)), codeOf(await erase())]).toEqual(["customer_not_found", "customer_not_found"]);
});
