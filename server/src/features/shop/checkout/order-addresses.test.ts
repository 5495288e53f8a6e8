import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addMember, asAdmin, codeOf } from "../../../../../test/kit/admins.ts";
import { catalogItems, checkoutClient, dataOf, paymentPlugin } from "../../../../../test/kit/checkout-client.ts";
import { shop, startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { password, storefront } from "../../../../../test/kit/shopper.ts";
import { eraseBuyers, type OrderDetails } from "../orders/index.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ takesPayments: true });
});
afterAll(() => server.stop());

const newShop = async () => {
  const site = await server.addSite({ plugins: paymentPlugin(), products: catalogItems({ CHAIR: { price: 10_000 } }) });
  const api = asAdmin(server, await addMember(server, site, "OWNER"));
  return { site, ...checkoutClient(server, site), get: (path: string) => api.get(`/sites/${site.slug}/orders${path}`) };
};

const shippingAddress = {
  name: "Ada Lovelace",
  line1: "Hauptstraße 1",
  postalCode: "10115",
  city: "Berlin",
  country: "de",
  phone: "+49 30 1",
};
const billingAddress = { company: "Analytical Engines Ltd", country: "GB" };
const metadata = { giftWrap: "yes", "Note to the carrier": "Ring twice" };

test.each(["session", "intent"] as const)(
  "an order by %s keeps its addresses and its metadata, for its customer and for the shop's people, until its buyer is erased",
  async (way) => {
    const store = await newShop();
    const { register, logIn } = storefront(server, store.site);
    await register("ada@example.com");
    const headers = { authorization: `Bearer ${(await logIn("ada@example.com", password)) ?? ""}` };
    const { orderId = "" } = dataOf(await store[way]({ CHAIR: 1 }, { shippingAddress, billingAddress, metadata }, headers));
    const expected = { shippingAddress: { ...shippingAddress, country: "DE" }, billingAddress, metadata };
    const read = await server.ask(`${shop}/account/orders/${orderId}`, { key: store.site.key, headers });
    expect(dataOf(read)).toMatchObject(expected);
    const details = dataOf<OrderDetails>(await store.get(`/${orderId}`));
    expect(details).toMatchObject(expected);
    for (const query of ["ada%20love", "Ada"]) expect((await store.get(`?q=${query}`)).json).toMatchObject({ total: 1 });
    expect((await store.get("?q=lovelace%20a")).json).toMatchObject({ total: 0 });

    await eraseBuyers(server.deps.sql, { now: server.clock.now() }, store.site.id, [orderId]);
    const erased = dataOf<OrderDetails>(await store.get(`/${orderId}`));
    expect(erased).toMatchObject({ shippingAddress: null, billingAddress: null, metadata: {} });
    expect((await store.get("?q=ada%20love")).json).toMatchObject({ total: 0 });
  },
);

test("an order without addresses has none", async () => {
  const store = await newShop();
  const { orderId = "" } = dataOf(await store.session({ CHAIR: 1 }));
  expect(dataOf(await store.get(`/${orderId}`))).toMatchObject({ shippingAddress: null, billingAddress: null, metadata: {} });
});

test.each([
  [{ shippingAddress: { country: "XX" } }, "/shippingAddress/country"],
  [{ billingAddress: { country: "EU" } }, "/billingAddress/country"],
  [{ shippingAddress: { country: "Germany" } }, "/shippingAddress/country"],
  [{ shippingAddress: { name: "Ada" } }, "/shippingAddress/country"],
  [{ shippingAddress: { country: "DE", street: "Hauptstraße" } }, "/shippingAddress/street"],
  [{ shippingAddress: { country: "DE", line1: "x".repeat(201) } }, "/shippingAddress/line1"],
  [{ metadata: { key: "x".repeat(501) } }, "/metadata/key"],
  [{ metadata: { key: 1 } }, "/metadata/key"],
  [{ metadata: Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`key${index}`, ""])) }, "/metadata"],
])("an order with %j is refused, and nothing is stored", async (more, path) => {
  const store = await newShop();
  const answer = await store.session({ CHAIR: 1 }, more);
  expect([codeOf(answer), (answer.json as { errors?: { path: string }[] }).errors?.[0]?.path]).toEqual(["validation_failed", path]);
  expect((await store.get("")).json).toMatchObject({ total: 0 });
});

describe("a shop whose payment page asks for addresses", () => {
  const entered = { name: " Grace Hopper ", line1: "Storgata 2", line2: "", postal_code: "9008", city: "Tromsø", country: "NO" };
  const asked = { name: "Grace Hopper", line1: "Storgata 2", postalCode: "9008", city: "Tromsø", country: "NO" };
  const newAskingShop = async () => {
    const store = await newShop();
    const settings = { checkout: { collectAddress: { countries: ["DE", "NO"] } }, orders: { confirmationMail: true } };
    await server.deps.sql`update sites set settings = ${JSON.stringify(settings)}::json where id = ${store.site.id}`;
    const details = async (orderId: string) => dataOf<OrderDetails>(await store.get(`/${orderId}`));
    return { ...store, details };
  };

  test("keeps what the buyer enters there, and the mail names it", async () => {
    const store = await newAskingShop();
    const { orderId = "", checkoutUrl = "" } = dataOf(await store.session({ CHAIR: 1 }, { customerEmail: "grace@example.com" }));
    await server.sandbox.pay(checkoutUrl, "succeeds", { address: entered });
    await server.sandbox.settled();
    expect(await store.details(orderId)).toMatchObject({ status: "PAID", shippingAddress: asked, billingAddress: asked });
    await server.runTasks();
    const mail = server.mails.find(({ to }) => to === "grace@example.com");
    expect(mail?.text).toContain("Storgata 2\n9008 Tromsø\nNorway");
  });

  test("asks for none when the order has a shipping address, and none for a payment on the shop's own page", async () => {
    const store = await newAskingShop();
    const { orderId = "", checkoutUrl = "" } = dataOf(await store.session({ CHAIR: 1 }, { shippingAddress }));
    await server.sandbox.pay(checkoutUrl, "succeeds", { address: entered });
    await server.sandbox.settled();
    expect(await store.details(orderId)).toMatchObject({ status: "PAID", shippingAddress: { city: "Berlin" }, billingAddress: null });
    const intent = dataOf(await store.intent({ CHAIR: 1 }));
    await server.sandbox.pay(intent.clientSecret ?? "");
    await server.sandbox.settled();
    expect(await store.details(intent.orderId ?? "")).toMatchObject({ status: "PAID", shippingAddress: null });
  });

  test("does not bring back the address of an erased buyer", async () => {
    const store = await newAskingShop();
    const { orderId = "", checkoutUrl = "" } = dataOf(await store.session({ CHAIR: 1 }));
    await eraseBuyers(server.deps.sql, { now: server.clock.now() }, store.site.id, [orderId]);
    await server.sandbox.pay(checkoutUrl, "succeeds", { address: entered });
    await server.sandbox.settled();
    expect(await store.details(orderId)).toMatchObject({ status: "PAID", shippingAddress: null, billingAddress: null });
  });
});
