import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { cms, shop, type Answer, type TestServer } from "../kit/harness.ts";
import type { Quote } from "../../server/src/features/shop/checkout/quote.ts";
import type { MoneyRows, MoneyTenants } from "./money-tenant-pair.ts";
import { dataOf, returnUrls } from "../kit/checkout-client.ts";

const checksOut =
  (way: "session" | "intent"): MoneyRows[string] =>
  async (server, { ownShop, other, sql, customer, copy, untouched }) => {
    // Orders and their numbers are counted by each.
    dataOf(await other.checkoutClient[way]({ CHAIR: 1 }));
    // A customer is identified by the address alone: only here may the two not have the same.
    const { email, ofOwn } = await customer({ email: `other-${randomUUID()}@example.com` });
    const answer = await untouched(() =>
      ownShop.checkoutClient[way]({ CHAIR: 2, LAMP: 1 }, { locale: "de" }, { ...ofOwn, "idempotency-key": "same" }),
    );
    const { orderId } = dataOf(answer);
    const { orders, order_lines: lines, payments, variants } = await ownShop.rows();
    const expiresAt = new Date(server.clock.now().getTime() + 60 * 60_000).toISOString().replace(".000Z", "+00:00");
    expect(orders).toMatchObject([{ id: orderId, number: 1001, email, total: 2_500, currency: "eur", expires_at: expiresAt }]);
    expect(lines).toMatchObject([
      { title: "Stuhl", unit_price: 1_000, quantity: 2, reserved: 2 },
      { title: "Product LAMP", unit_price: 500, quantity: 1, reserved: 0 },
    ]);
    expect(payments).toMatchObject([{ order_id: orderId, amount: 2_500, currency: "eur", status: "PENDING" }]);
    expect(variants.map(({ sku, stock }) => [sku, stock]).sort()).toEqual([
      ["CHAIR", 3],
      ["LAMP", null],
      ["TABLE", 5],
    ]);
    const { sessions, intents } = await server.sandbox.ledger();
    const ownPayments = (way === "session" ? sessions : intents).filter(({ account }) => account === ownShop.account);
    expect(ownPayments).toMatchObject([{ amount: 2_500, currency: "eur" }]);

    // Customers and products of the other shop alone.
    const stranger = await other.store.register(`stranger-${randomUUID()}@example.com`);
    const refused = await untouched(() => ownShop.checkoutClient[way]({ CHAIR: 1 }, { customerId: stranger }));
    expect(refused).toMatchObject({ status: 400, json: { code: "customer_unknown" } });
    const [hat, cap] = [randomUUID(), randomUUID()];
    await sql`delete from products where site_id = ${other.id}`;
    await copy("products", {});
    await copy("variants", {});
    await sql.begin(async (tx) => {
      // Nothing else changes an id: the history of prices refuses to follow.
      await tx.script("set local session_replication_role = replica");
      await tx`
        update variants set id = case sku when 'CHAIR' then ${hat}::uuid else ${cap}::uuid end
        where site_id = ${other.id} and sku <> 'LAMP'`;
    });
    const path = way === "session" ? "session" : "payment-intent";
    const items = [{ variantId: hat, quantity: 1 }];
    const unavailable = await untouched(() => ownShop.checkoutClient.post(`${shop}/checkout/${path}`, { items, ...returnUrls }));
    expect(unavailable).toMatchObject({ status: 400, json: { code: "variant_unavailable" } });
  };

const takesPayment =
  (way: "pluginIntent" | "pluginSession"): MoneyRows[string] =>
  async (server, { ownShop, other, untouched }) => {
    dataOf(await other.checkoutClient[way]({ amount: 80 }));
    const { paymentId, currency, publishableKey } = await untouched(async () => dataOf(await ownShop.checkoutClient[way]({ amount: 500 })));
    expect(currency).toBe("eur");
    expect(publishableKey).toBe(way === "pluginIntent" ? ownShop.account.replace("sk_", "pk_") : undefined);
    expect((await ownShop.rows()).payments).toMatchObject([{ id: paymentId, amount: 500, currency: "eur", order_id: null }]);
    const { sessions, intents } = await server.sandbox.ledger();
    const ownPayments = (way === "pluginSession" ? sessions : intents).filter(({ account }) => account === ownShop.account);
    expect(ownPayments).toMatchObject([{ amount: 500, currency: "eur" }]);
    for (const amount of [80, 1_001]) {
      const refused = await untouched(() => ownShop.checkoutClient[way]({ amount }));
      expect(refused).toMatchObject({ status: 400, json: { code: "amount_out_of_range" } });
    }
  };

/** The same order in both shops, and each shop's requests with its customer's token. */
async function orderedByCustomer(server: TestServer, { other, customer, buy, copyOrders }: MoneyTenants) {
  const { ofOwn, ofOther } = await customer();
  const { orderId } = await buy({ CHAIR: 2, LAMP: 1 }, { headers: ofOwn });
  await copyOrders({ orders: { status: "PAID" }, payments: { status: "SUCCEEDED" } });
  const theirs = dataOf(await other.checkoutClient.intent({ CHAIR: 1 }, {}, ofOther)).orderId ?? "";
  const asOwn = (path: string): Promise<Answer> => server.ask(shop + path, { headers: ofOwn });
  const asOther = (path: string): Promise<Answer> => server.ask(shop + path, { headers: ofOther });
  const ownOrder = {
    id: orderId,
    status: "PENDING",
    paymentStatus: "PENDING",
    currency: "eur",
    total: 2_500,
    notes: null,
    lines: [
      { title: "Product CHAIR", quantity: 2, unitPrice: 1_000 },
      { title: "Product LAMP", quantity: 1, unitPrice: 500 },
    ],
  };
  const line = { title: "Other product", quantity: 9, unitPrice: 70 };
  const othersOrder = {
    id: orderId,
    status: "PAID",
    paymentStatus: "SUCCEEDED",
    currency: "usd",
    total: 70,
    notes: "Other notes",
    lines: [line, line],
  };
  return { orderId, theirs, asOwn, asOther, ownOrder, othersOrder, ofOwn };
}

/** By operation. */
export const requestRows: MoneyRows = {
  quoteCheckout: async (_server, { ownShop, other, sql, untouched }) => {
    const rulesOf = (percent: string) => ({
      checkout: { totals: "rules" },
      tax: { pricesInclude: false, country: "DE", rates: [{ country: "DE", percent, title: { en: `VAT ${percent}` } }] },
    });
    await sql`update sites set settings = ${JSON.stringify(rulesOf("10"))}::json where id = ${ownShop.id}`;
    await sql`update sites set settings = ${JSON.stringify(rulesOf("20"))}::json where id = ${other.id}`;
    const quote = async (variantId: string) =>
      untouched(async () =>
        dataOf<Quote>(await ownShop.checkoutClient.post(`${shop}/checkout/quote`, { items: [{ variantId, quantity: 2 }], locale: "de" })),
      );
    expect(await quote(await ownShop.checkoutClient.variantId("CHAIR"))).toMatchObject({
      lines: [{ title: "Stuhl", unitPrice: 1_000 }],
      tax: 200,
      total: 2_200,
    });
  },
  createCheckoutSession: checksOut("session"),
  createCheckoutPaymentIntent: checksOut("intent"),
  createPaymentIntent: takesPayment("pluginIntent"),
  createPaymentCheckoutSession: takesPayment("pluginSession"),
  "a checkout that replaces an order": async (_server, { ownShop, other, buy, copyOrders, untouched }) => {
    const { orderId } = await buy({ CHAIR: 5 });
    await copyOrders({ orders: { status: "CANCELLED" }, payments: { status: "CANCELLED" } });
    await untouched(async () => dataOf(await ownShop.checkoutClient.intent({ CHAIR: 5 }, { replaces: orderId })));
    expect(await ownShop.checkoutClient.order(orderId)).toEqual({ status: "CANCELLED", paymentStatus: "CANCELLED" });
    const theirs = dataOf(await other.checkoutClient.session({ CHAIR: 1 })).orderId ?? "";
    await untouched(async () => dataOf(await ownShop.checkoutClient.session({ TABLE: 1 }, { replaces: theirs })));
    expect(await other.checkoutClient.order(theirs)).toEqual({ status: "PENDING", paymentStatus: "PENDING" });
  },
  getCheckoutOrder: async (server, tenants) => {
    const { ownShop, other } = tenants;
    const { orderId, theirs, asOwn, asOther } = await orderedByCustomer(server, tenants);
    const path = `/checkout/order/${orderId}`;
    const pending = { data: { id: orderId, status: "PENDING", paymentStatus: "PENDING" } };
    const paid = { data: { id: orderId, status: "PAID", paymentStatus: "SUCCEEDED" } };
    expect((await server.ask(shop + path, { key: ownShop.site.key })).json).toEqual(pending);
    expect((await server.ask(shop + path, { key: other.site.key })).json).toEqual(paid);
    expect((await asOwn(path)).json).toEqual(pending);
    expect((await asOther(path)).json).toEqual(paid);
    expect((await server.ask(`${shop}/checkout/order/${theirs}`, { key: ownShop.site.key })).status).toBe(404);
    expect((await asOwn(`/checkout/order/${theirs}`)).status).toBe(404);
  },
  listOwnOrders: async (server, tenants) => {
    const { theirs, asOwn, asOther, ownOrder, othersOrder } = await orderedByCustomer(server, tenants);
    const [seen, seenByOther] = [await asOwn("/account/orders"), await asOther("/account/orders")];
    expect(seen.json).toMatchObject({ data: [ownOrder], total: 1 });
    expect(dataOf<unknown[]>(seen)).toHaveLength(1);
    expect(seenByOther.json).toMatchObject({ total: 2 });
    const orders = dataOf<{ id: string }[]>(seenByOther);
    expect(orders.map(({ id }) => id).sort()).toEqual([ownOrder.id, theirs].sort());
    expect(orders.find(({ id }) => id === ownOrder.id)).toMatchObject(othersOrder);
  },
  getOwnOrder: async (server, tenants) => {
    const { orderId, theirs, asOwn, asOther, ownOrder, othersOrder } = await orderedByCustomer(server, tenants);
    expect((await asOwn(`/account/orders/${orderId}`)).json).toMatchObject({ data: ownOrder });
    expect((await asOther(`/account/orders/${orderId}`)).json).toMatchObject({ data: othersOrder });
    expect((await asOwn(`/account/orders/${theirs}`)).status).toBe(404);
  },
  getPayment: async (server, { ownShop, other, copyOrders, buy, untouched }) => {
    const { paymentId = "" } = dataOf(
      await ownShop.checkoutClient.pluginIntent({ amount: 500, description: "Own", metadata: { of: "own" } }),
    );
    const { paymentId: ofOrder } = await buy({ CHAIR: 1 });
    await copyOrders({ payments: { status: "SUCCEEDED" } });
    const theirs = dataOf(await other.checkoutClient.pluginIntent({ amount: 80 })).paymentId ?? "";
    await untouched(async () => {
      const own500 = { amount: 500, currency: "eur", description: "Own", status: "PENDING", metadata: { of: "own" } };
      expect(await ownShop.checkoutClient.payment(paymentId)).toMatchObject({ id: paymentId, ...own500 });
      const others70 = { amount: 70, currency: "usd", description: "Other payment", status: "SUCCEEDED", metadata: { of: "other" } };
      expect(await other.checkoutClient.payment(paymentId)).toMatchObject({ id: paymentId, ...others70 });
      for (const id of [theirs, ofOrder]) {
        expect((await server.ask(`${cms}/plugins/svc.payments/payments/${id}`, { key: ownShop.site.key })).status).toBe(404);
      }
    });
  },
};
