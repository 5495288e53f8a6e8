import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { addMember, asAdmin } from "../kit/admins.ts";
import { dataOf } from "../kit/checkout-client.ts";
import type { TestServer } from "../kit/harness.ts";
import type { Bought, MoneyRows, MoneyTenants } from "./money-tenant-pair.ts";
import type { OrderDetails } from "../../server/src/features/shop/orders/index.ts";

/** The admin API of the own shop, for its owner. */
async function office(server: TestServer, { ownShop }: MoneyTenants) {
  const owner = await addMember(server, ownShop.site, "OWNER", { name: "Own owner" });
  const api = asAdmin(server, owner);
  const base = `/sites/${ownShop.site.slug}`;
  return {
    owner,
    list: async (path: string) => (await api.get(`${base}/${path}`)).json,
    get: async <T>(path: string) => dataOf<T>(await api.get(base + path)),
    post: async <T>(path: string, body: object = {}, headers: Record<string, string> = {}) =>
      dataOf<T>(await api.post(base + path, body, { headers })),
  };
}

/** A paid order of the own shop; the other one has the same ids. */
async function soldOrder(
  server: TestServer,
  tenants: MoneyTenants,
  cart: Record<string, number> = { CHAIR: 1 },
  otherOrders: object = {},
): Promise<Bought> {
  const { buy, copyOrders, sql, ownShop } = tenants;
  const bought = await buy(cart);
  await server.sandbox.pay(bought.handover);
  await sql`update orders set status = 'PAID', paid_at = ${server.clock.now()} where site_id = ${ownShop.id}`;
  await sql`update payments set status = 'SUCCEEDED' where site_id = ${ownShop.id}`;
  await copyOrders({ orders: otherOrders });
  return bought;
}

const lineOf = async ({ sql, ownShop }: MoneyTenants, sku: string) => {
  const [line] = await sql<{ id: string }>`select id from order_lines where site_id = ${ownShop.id} and sku = ${sku}`;
  return line?.id ?? "";
};

/** The shop's people at work in the admin API, on orders whose ids both shops have. */
export const orderRows: MoneyRows = {
  "listOrders of the admin API": async (server, tenants) => {
    const { untouched, customer, ownShop, sql, copy, buy, copyOrders } = tenants;
    const { orderId, number } = await buy({ CHAIR: 1 });
    // A customer of the other shop alone has the name, and a line of it the SKU, that are looked for.
    const { email } = await customer({ first_name: "Zoe" });
    const [known] = await sql<{ id: string }>`select id from customers where site_id = ${ownShop.id} and email = ${email}`;
    await sql`update orders set customer_id = ${known?.id ?? null} where site_id = ${ownShop.id}`;
    await copyOrders({ lines: { sku: "OTHER" } });
    await copy("orders", { id: randomUUID(), number: 7_777, status: "PENDING" });
    const { list } = await office(server, tenants);
    const ownOrder = { id: orderId, number, total: 1_000, email: "own@example.com", units: 1, paymentStatus: "PENDING" };
    await untouched(async () => {
      const ownList = { data: [ownOrder], total: 1 };
      const queries = ["", `q=${number}`, "q=own@", "q=CHAIR", `q=${email.slice(0, 10)}`, "status=PENDING", "sort=total"];
      for (const query of queries) expect([query, await list(`orders?${query}`)]).toMatchObject([query, ownList]);
      for (const query of ["q=LAMP", "q=OTHER", "q=zoe", "q=other@", "q=7777"])
        expect([query, await list(`orders?${query}`)]).toMatchObject([query, { data: [], total: 0 }]);
    });
  },

  "exportOrders of the admin API": async (server, tenants) => {
    const { untouched, ownShop, copy, buy, copyOrders } = tenants;
    const { number } = await buy({ CHAIR: 2 });
    await copyOrders({ orders: { email: "other@example.com" }, payments: { status: "FAILED" }, lines: { sku: "OTHER" } });
    await copy("orders", { id: randomUUID(), number: 7_777, status: "PENDING" });
    const owner = await addMember(server, ownShop.site, "OWNER");
    const { text } = await untouched(() => asAdmin(server, owner).get(`/sites/${ownShop.site.slug}/orders.csv`));
    const [head, row, ...more] = text.trimEnd().split("\r\n");
    expect([head?.includes('"sku"'), more]).toEqual([true, []]);
    for (const cell of [String(number), "PENDING", "own@example.com", "CHAIR"]) expect(row).toContain(`"${cell}"`);
    expect(row).not.toMatch(/FAILED|other@|OTHER/i);
  },

  "listPackingSlips of the admin API": async (server, tenants) => {
    const { untouched, copyOrders, buy } = tenants;
    const { orderId, number } = await buy({ CHAIR: 2 });
    await copyOrders({ orders: { email: "other@example.com", revision: 7 }, lines: { sku: "OTHER" } });
    const { get } = await office(server, tenants);
    const slips = await untouched(() => get<object[]>(`/orders/packing-slips?ids=${orderId}`));
    expect(slips).toMatchObject([{ id: orderId, number, email: "own@example.com", lines: [{ sku: "CHAIR", left: 2 }] }]);
    expect(slips).toHaveLength(1);
  },

  "bulkOrders of the admin API": async (server, tenants) => {
    const { untouched, sql, ownShop, copyOrders, buy } = tenants;
    const { post } = await office(server, tenants);
    const results = (action: string, id: string, revision: number) =>
      untouched(() => post<{ results: object[] }>("/orders/bulk", { action, items: [{ id, revision }] }));
    const sold = await soldOrder(server, tenants, { CHAIR: 1 }, { revision: 7, status: "CANCELLED" });
    const [paid] = await sql<{ revision: number }>`select revision from orders where site_id = ${ownShop.id} and id = ${sold.orderId}`;
    expect(await results("fulfil", sold.orderId, paid?.revision ?? 0)).toMatchObject({
      results: [{ id: sold.orderId, orderStatus: "FULFILLED", revision: (paid?.revision ?? 0) + 1 }],
    });
    for (const { id } of [tenants.other, ownShop]) await sql`delete from orders where site_id = ${id}`;
    await sql`delete from order_numbers where site_id = ${tenants.other.id}`;
    const { orderId } = await buy({ CHAIR: 1 });
    await post(`/orders/${orderId}/notes`, { text: "Own note" });
    const [pending] = await sql<{ revision: number }>`select revision from orders where site_id = ${ownShop.id} and id = ${orderId}`;
    await copyOrders({ orders: { revision: 7, status: "PAID" } });
    await tenants.copy("order_events", { kind: "CANCELLED", details: {}, admin_id: null, at: "2030-01-01T00:00:00Z" });
    expect(await results("cancel", orderId, pending?.revision ?? 0)).toMatchObject({
      results: [{ id: orderId, outcome: "DONE", orderStatus: "CANCELLED" }],
    });
  },

  "getOrder, notes and shipments": async (server, tenants) => {
    const { untouched, sql, copy } = tenants;
    const { orderId } = await soldOrder(server, tenants, { CHAIR: 2 });
    const { get, post } = await office(server, tenants);
    await untouched(() => post(`/orders/${orderId}/notes`, { text: "Own note" }));
    await copy("order_events", { details: { text: "Other note" }, admin_id: null });
    const line = await lineOf(tenants, "CHAIR");
    const order = await untouched(() => get<OrderDetails>(`/orders/${orderId}`));
    expect(order).toMatchObject({
      total: 2_000,
      notes: null,
      email: "own@example.com",
      lines: [{ id: line, title: "Product CHAIR", quantity: 2 }],
    });
    expect(order.timeline).toMatchObject([{ kind: "NOTE", text: "Own note", by: { name: "Own owner" } }, { kind: "PLACED" }]);
    const sent = await untouched(() => post<OrderDetails>(`/orders/${orderId}/fulfil`, { lines: [{ id: line, quantity: 1 }] }));
    expect([sent.fulfilment, sent.lines[0]?.fulfilled]).toEqual(["PARTIAL", 1]);
    await sql`delete from order_events where site_id = ${tenants.other.id}`;
    await copy("order_events", { kind: "CANCELLED", details: {} });
    await untouched(() => server.runTasks());
    const mails = server.mails.filter(({ subject }) => subject.includes("on its way"));
    expect(mails.map(({ to, from }) => [to, from?.name])).toEqual([["own@example.com", "Own shop"]]);
    expect(mails[0]?.text).toContain("1 × Product CHAIR");
    const [{ kinds } = { kinds: "" }] = await sql<{ kinds: string | null }>`
      select string_agg(kind, ' ' order by kind) as kinds from order_events where site_id = ${tenants.ownShop.id}`;
    expect(kinds).toBe("FULFILLED MAIL NOTE");
  },

  "refunds by line": async (server, tenants) => {
    const { untouched, ownShop, copy } = tenants;
    const { orderId, number } = await soldOrder(server, tenants, { CHAIR: 2, LAMP: 1 }, { subtotal: 40, shipping: 30 });
    const { get, post } = await office(server, tenants);
    const line = await lineOf(tenants, "CHAIR");
    const refund = (quantity: number, key: string) =>
      post<OrderDetails>(
        `/orders/${orderId}/refund`,
        { lines: [{ id: line, quantity }], restock: true, reason: "Own reason" },
        { "idempotency-key": key },
      );
    const first = await untouched(() => refund(1, "one"));
    expect(first).toMatchObject({ refundedAmount: 1_000, refunds: [{ amount: 1_000, reason: "Own reason", by: { name: "Own owner" } }] });
    expect(await ownShop.checkoutClient.stock("CHAIR")).toBe(4);
    // In the other shop everything was refunded by another person for another reason.
    const othersRefund = { lines: [{ id: line, quantity: 2 }], reason: "Other reason", admin_id: null };
    await copy("refunds", { ...othersRefund, status: "PENDING", created_at: "2020-01-01T00:00:00Z" });
    const second = await untouched(() => refund(1, "two"));
    expect(second.refunds).toMatchObject([{ amount: 1_000 }, { amount: 1_000, reason: "Own reason" }]);
    expect(second.timeline[0]).toMatchObject({ kind: "REFUNDED", reason: "Own reason", by: { name: "Own owner" } });
    expect(second.lines.map(({ refunded, removed }) => [refunded, removed])).toEqual([
      [2, 2],
      [0, 0],
    ]);
    const lamp = { lines: [{ id: await lineOf(tenants, "LAMP"), quantity: 1 }] };
    await untouched(() => post(`/orders/${orderId}/refund`, lamp, { "idempotency-key": "three" }));
    const last = await get<OrderDetails>(`/orders/${orderId}`);
    expect(last).toMatchObject({ number, status: "REFUNDED", refundedAmount: 2_500, fulfilment: "FULFILLED" });
  },

  "a refund that finishes by itself": async (server, tenants) => {
    const { untouched, copy, sql, ownShop } = tenants;
    const { orderId } = await soldOrder(server, tenants);
    const owner = await addMember(server, ownShop.site, "OWNER");
    await server.sandbox.behave("error-before", { operation: "refunds.create" });
    const path = `/sites/${ownShop.site.slug}/orders/${orderId}/refund`;
    await asAdmin(server, owner).post(path, { amount: 300 }, { headers: { "idempotency-key": "lost" } });
    await server.sandbox.behave("none");
    await copy("refunds", { amount: 70, request_key: "other" });
    server.clock.advance(3 * 60_000);
    await untouched(() => server.runTasks());
    const refunds = await sql<{ amount: number; status: string }>`select amount, status from refunds where site_id = ${ownShop.id}`;
    expect(refunds).toEqual([{ amount: 300, status: "SUCCEEDED" }]);
    expect((await server.sandbox.ledger()).refunds.filter(({ account }) => account === ownShop.account)).toMatchObject([{ amount: 300 }]);
  },

  "payments of the admin API": async (server, tenants) => {
    const { untouched, buy, copyOrders, ownShop } = tenants;
    const { orderId, number, paymentId, handover } = await buy({ CHAIR: 1 });
    await copyOrders({ orders: { number: 4_444 }, payments: { processor_intent_id: "pi_other" } });
    const { get, post, list } = await office(server, tenants);
    const ownPayment = { id: paymentId, order: { id: orderId, number }, amount: 1_000, currency: "eur", status: "PENDING" };
    await untouched(async () => {
      for (const path of ["payments", `payments?order=${orderId}`])
        expect(await list(path)).toMatchObject({ data: [ownPayment], total: 1 });
      expect(await get(`/payments/${paymentId}`)).toMatchObject(ownPayment);
    });
    await server.sandbox.pay(handover);
    expect(await untouched(() => post(`/payments/${paymentId}/check`))).toMatchObject({ status: "SUCCEEDED" });
    expect(await ownShop.checkoutClient.order(orderId)).toMatchObject({ status: "PAID" });
    const confirmation = await untouched(() => post(`/orders/${orderId}/resend-confirmation`));
    expect(confirmation).toEqual({ accepted: true });
  },
};
