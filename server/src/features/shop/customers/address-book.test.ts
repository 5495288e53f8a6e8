import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember, asAdmin, codeOf } from "../../../../../test/kit/admins.ts";
import { addressBook } from "../../../../../test/kit/address-book.ts";
import { startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { storefront } from "../../../../../test/kit/shopper.ts";
import { mostAddresses } from "./customer-address.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

async function twoCustomers() {
  const site = await server.addSite();
  const store = storefront(server, site);
  const books = [];
  for (const email of ["ada@example.com", "eve@example.com"]) {
    const id = await store.register(email);
    books.push({ id, ...addressBook(server, (await store.logIn(email)) ?? "") });
  }
  const [ada, eve] = books as [(typeof books)[0], (typeof books)[0]];
  return { site, ada, eve };
}

test("a customer keeps addresses, of which one is the default for each purpose, and staff see them", async () => {
  const { site, ada, eve } = await twoCustomers();
  const home = await ada.add(
    { name: "Ada", line1: "Storgata 1", city: "Oslo", country: "no" },
    { isShippingDefault: true, isBillingDefault: true },
  );
  const work = await ada.add({ company: "Engines Ltd", country: "GB" }, { isShippingDefault: true });
  expect(await ada.list()).toMatchObject([
    { id: home, address: { name: "Ada", country: "NO" }, isShippingDefault: false, isBillingDefault: true },
    { id: work, isShippingDefault: true, isBillingDefault: false },
  ]);
  expect((await ada.send("PUT", `/${home}`, { address: { country: "SE" } })).json).toMatchObject({
    data: { id: home, address: { country: "SE" }, isShippingDefault: false, isBillingDefault: false },
  });
  const owner = await addMember(server, site, "OWNER");
  expect((await asAdmin(server, owner).get(`/sites/${site.slug}/customers/${ada.id}`)).json).toMatchObject({
    data: { addresses: [{ id: home, address: { country: "SE" } }, { id: work }] },
  });
  expect((await ada.send("DELETE", `/${work}`)).json).toMatchObject({ data: [{ id: home }], total: 1 });
  expect(await eve.list()).toEqual([]);
});

test("another customer's address does not exist, and neither does one with a strange ID", async () => {
  const { ada, eve } = await twoCustomers();
  const home = await ada.add({ country: "NO" });
  for (const id of [home, "019a9f5e-3c1b-7d42-9b8e-2f6a1c4d5e6f", "%00", "x"]) {
    expect(codeOf(await eve.send("PUT", `/${id}`, { address: { country: "SE" } }))).toMatch(/^(address_not_found|bad_request)$/);
    expect(codeOf(await eve.send("DELETE", `/${id}`))).toMatch(/^(address_not_found|bad_request)$/);
  }
  expect(await ada.list()).toMatchObject([{ id: home, address: { country: "NO" } }]);
});

test("an address without a country that exists is refused with its place", async () => {
  const { ada } = await twoCustomers();
  for (const address of [{}, { country: "XX" }, { country: "EU" }, { country: "NO", street: "x" }, { country: "NO", name: "" }]) {
    const { status, json } = await ada.send("POST", "", { address });
    expect([status, json]).toMatchObject([400, { code: "validation_failed" }]);
    expect(((json as { errors: { path: string }[] }).errors[0]?.path ?? "").startsWith("/address")).toBe(true);
  }
});

test("an address book has a limit, also for addresses that arrive together", async () => {
  const { ada } = await twoCustomers();
  for (let count = 0; count < mostAddresses - 2; count++) await ada.add({ country: "NO" });
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => ada.send("POST", "", { address: { country: "NO" }, isShippingDefault: true })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409]);
  const addresses = await ada.list();
  expect([addresses.length, addresses.filter(({ isShippingDefault }) => isShippingDefault).length]).toEqual([mostAddresses, 1]);
});
