import { expect } from "vitest";
import { findOrderId, fulfilOrder, listOrders, type OrderFilter } from "../../server/src/features/shop/orders/index.ts";
import { cancelOrder, refundOrder } from "../../server/src/features/shop/payments/index.ts";
import type { MoneyRows } from "./money-tenant-pair.ts";
import { byStaff } from "../kit/by-staff.ts";
import { dataOf } from "../kit/checkout-client.ts";

/** The actions of a shop's staff by the numbers of orders, which both shops have. */
export const staffRows: MoneyRows = {
  "the staff's list": async ({ deps }, { ownShop, other, buy, copyOrders, untouched }) => {
    const { orderId, number } = await buy({ CHAIR: 2, LAMP: 1 });
    await copyOrders({ orders: { status: "PAID" }, payments: { status: "SUCCEEDED" } });
    dataOf(await other.checkoutClient.intent({ CHAIR: 1 }));
    await untouched(async () => {
      const common = { id: orderId, number };
      const ownOrder = { ...common, status: "PENDING", paymentStatus: "PENDING", total: 2_500, currency: "eur", units: 3 };
      const othersOrder = { ...common, status: "PAID", paymentStatus: "SUCCEEDED", total: 70, currency: "usd", units: 18 };
      const listed = async (siteId: string, filter: OrderFilter = {}) =>
        (await listOrders(deps.sql, siteId, filter, { sort: "number", isDescending: true }, { page: 1, pageSize: 50 })).orders;
      expect(await listed(ownShop.id)).toMatchObject([ownOrder]);
      expect(await listed(other.id)).toMatchObject([{ number: 5_001 }, othersOrder]);
      expect(await listed(ownShop.id, { status: "PAID" })).toEqual([]);
    });
  },

  "the staff's fulfil": async ({ deps }, { ownShop, other, sql, buy, copyOrders, untouched }) => {
    const ctx = { now: deps.clock.now(), ids: deps.ids };
    const everything = { lines: null, tracking: null, notify: true };
    const fulfil = (id: string) => deps.sql.begin((tx) => fulfilOrder(tx, ctx, ownShop.id, id, everything, byStaff));
    const { orderId, number } = await buy({ CHAIR: 1 });
    await sql`update orders set status = 'PAID' where site_id = ${ownShop.id}`;
    await sql`update payments set status = 'SUCCEEDED' where site_id = ${ownShop.id}`;
    await copyOrders();
    await untouched(async () => {
      const id = (await findOrderId(sql, ownShop.id, number)) ?? "";
      expect(id).toBe(orderId);
      expect(await fulfil(id)).toEqual({ status: "FULFILLED" });
      await expect(fulfil(id)).rejects.toThrow("order_not_fulfillable");
    });
    expect(await ownShop.checkoutClient.order(orderId)).toMatchObject({ status: "FULFILLED" });
    expect(await other.checkoutClient.order(orderId)).toMatchObject({ status: "PAID" });
    dataOf(await other.checkoutClient.intent({ CHAIR: 1 }));
    expect(await untouched(() => findOrderId(sql, ownShop.id, 5_001))).toBeUndefined();
  },

  "the staff's cancel": async ({ deps, sandbox }, { ownShop, other, buy, copyOrders, untouched }) => {
    const { orderId, number } = await buy({ CHAIR: 1 }, { way: "session" });
    await copyOrders({ payments: { processor_session_id: "cs_other" } });
    expect(await untouched(() => cancelOrder(deps, ownShop.id, number, byStaff))).toEqual({ status: "CANCELLED" });
    expect(await ownShop.checkoutClient.order(orderId)).toEqual({ status: "CANCELLED", paymentStatus: "CANCELLED" });
    expect(await ownShop.checkoutClient.stock("CHAIR")).toBe(5);
    const sessions = (await sandbox.ledger()).sessions.filter(({ account }) => account === ownShop.account);
    expect(sessions.map(({ status }) => status)).toEqual(["expired"]);
    expect(await other.checkoutClient.order(orderId)).toEqual({ status: "PENDING", paymentStatus: "PENDING" });
    dataOf(await other.checkoutClient.intent({ CHAIR: 1 }));
    expect(await untouched(() => cancelOrder(deps, ownShop.id, 5_001, byStaff))).toMatchObject({ refused: "no-such-order" });
  },

  "the staff's refund": async (server, { ownShop, other, sql, buy, copyOrders, untouched }) => {
    const { deps, sandbox } = server;
    const { orderId, number, handover, intentId } = await buy({ CHAIR: 1 });
    await sandbox.pay(handover);
    await sql`update orders set status = 'PAID' where site_id = ${ownShop.id}`;
    await sql`update payments set status = 'SUCCEEDED' where site_id = ${ownShop.id}`;
    await copyOrders();
    expect(await untouched(() => refundOrder(deps, ownShop.id, number, { amount: 100, key: null, by: byStaff }))).toMatchObject({
      status: "PARTIALLY_REFUNDED",
    });
    expect(await ownShop.checkoutClient.order(orderId)).toEqual({ status: "PARTIALLY_REFUNDED", paymentStatus: "PARTIALLY_REFUNDED" });
    expect(await untouched(() => refundOrder(deps, ownShop.id, number, { amount: null, key: null, by: byStaff }))).toMatchObject({
      status: "REFUNDED",
    });
    const refunds = (await sandbox.ledger()).refunds.filter(({ account }) => account === ownShop.account);
    expect(refunds.map(({ intent, amount }) => [intent, amount])).toEqual([
      [intentId, 100],
      [intentId, 900],
    ]);
    expect(await other.checkoutClient.order(orderId)).toEqual({ status: "PAID", paymentStatus: "SUCCEEDED" });
    dataOf(await other.checkoutClient.intent({ CHAIR: 1 }));
    expect(await untouched(() => refundOrder(deps, ownShop.id, 5_001, { amount: null, key: null, by: byStaff }))).toMatchObject({
      refused: "no-such-order",
    });
  },
};
