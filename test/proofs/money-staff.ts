import { expect } from "vitest";
import { fulfilOrder, listOrders } from "../../server/src/features/shop/orders/index.ts";
import { cancelOrder, refundOrder } from "../../server/src/features/shop/payments/index.ts";
import type { MoneyRows } from "./money-twins.ts";
import { byStaff } from "../kit/by-staff.ts";
import { dataOf } from "../kit/till.ts";

/** The actions of a shop's staff by the numbers of orders, which both shops have. */
export const staffRows: MoneyRows = {
  "the staff's list": async ({ deps }, { own, other, buy, copyOrders, untouched }) => {
    const { orderId, number } = await buy({ CHAIR: 2, LAMP: 1 });
    await copyOrders({ orders: { status: "PAID" }, payments: { status: "SUCCEEDED" } });
    dataOf(await other.till.intent({ CHAIR: 1 }));
    await untouched(async () => {
      const common = { id: orderId, number };
      const ownOrder = { ...common, status: "PENDING", paymentStatus: "PENDING", total: 2_500, currency: "eur", items: 3 };
      const othersOrder = { ...common, status: "PAID", paymentStatus: "SUCCEEDED", total: 70, currency: "usd", items: 18 };
      expect(await listOrders(deps, own.id, { status: null, limit: 10 })).toMatchObject([ownOrder]);
      expect(await listOrders(deps, other.id, { status: null, limit: 10 })).toMatchObject([{ number: 5_001 }, othersOrder]);
      expect(await listOrders(deps, own.id, { status: "PAID", limit: 10 })).toEqual([]);
    });
  },

  "the staff's fulfil": async ({ deps }, { own, other, sql, buy, copyOrders, untouched }) => {
    const { orderId, number } = await buy({ CHAIR: 1 });
    await sql`update orders set status = 'PAID' where site_id = ${own.id}`;
    await sql`update payments set status = 'SUCCEEDED' where site_id = ${own.id}`;
    await copyOrders();
    await untouched(async () => {
      expect(await fulfilOrder(deps, own.id, number, byStaff)).toEqual({ status: "FULFILLED", isFulfilled: true });
      expect(await fulfilOrder(deps, own.id, number, byStaff)).toEqual({ status: "FULFILLED", isFulfilled: false });
    });
    expect(await own.till.order(orderId)).toMatchObject({ status: "FULFILLED" });
    expect(await other.till.order(orderId)).toMatchObject({ status: "PAID" });
    dataOf(await other.till.intent({ CHAIR: 1 }));
    expect(await untouched(() => fulfilOrder(deps, own.id, 5_001, byStaff))).toBeUndefined();
  },

  "the staff's cancel": async ({ deps, sandbox }, { own, other, buy, copyOrders, untouched }) => {
    const { orderId, number } = await buy({ CHAIR: 1 }, { way: "session" });
    await copyOrders({ payments: { processor_session_id: "cs_other" } });
    expect(await untouched(() => cancelOrder(deps, own.id, number, byStaff))).toEqual({ status: "CANCELLED" });
    expect(await own.till.order(orderId)).toEqual({ status: "CANCELLED", paymentStatus: "CANCELLED" });
    expect(await own.till.stock("CHAIR")).toBe(5);
    const sessions = (await sandbox.ledger()).sessions.filter(({ account }) => account === own.account);
    expect(sessions.map(({ status }) => status)).toEqual(["expired"]);
    expect(await other.till.order(orderId)).toEqual({ status: "PENDING", paymentStatus: "PENDING" });
    dataOf(await other.till.intent({ CHAIR: 1 }));
    expect(await untouched(() => cancelOrder(deps, own.id, 5_001, byStaff))).toMatchObject({ refused: "no-such-order" });
  },

  "the staff's refund": async (server, { own, other, sql, buy, copyOrders, untouched }) => {
    const { deps, sandbox } = server;
    const { orderId, number, handover, intentId } = await buy({ CHAIR: 1 });
    await sandbox.pay(handover);
    await sql`update orders set status = 'PAID' where site_id = ${own.id}`;
    await sql`update payments set status = 'SUCCEEDED' where site_id = ${own.id}`;
    await copyOrders();
    expect(await untouched(() => refundOrder(deps, own.id, number, 100, byStaff))).toMatchObject({ status: "PARTIALLY_REFUNDED" });
    expect(await own.till.order(orderId)).toEqual({ status: "PARTIALLY_REFUNDED", paymentStatus: "PARTIALLY_REFUNDED" });
    expect(await untouched(() => refundOrder(deps, own.id, number, null, byStaff))).toMatchObject({ status: "REFUNDED" });
    const refunds = (await sandbox.ledger()).refunds.filter(({ account }) => account === own.account);
    expect(refunds.map(({ intent, amount }) => [intent, amount])).toEqual([
      [intentId, 100],
      [intentId, 900],
    ]);
    expect(await other.till.order(orderId)).toEqual({ status: "PAID", paymentStatus: "SUCCEEDED" });
    dataOf(await other.till.intent({ CHAIR: 1 }));
    expect(await untouched(() => refundOrder(deps, own.id, 5_001, null, byStaff))).toMatchObject({ refused: "no-such-order" });
  },
};
