import { expect } from "vitest";
import { sendOrderMail } from "../../server/src/features/shop/orders/index.ts";
import { refundPayment } from "../../server/src/features/shop/payments/index.ts";
import type { TestServer } from "../kit/harness.ts";
import type { MoneyRows, MoneyTenants } from "./money-tenant-pair.ts";

/** The processor's objects of the own shop: its pages by their status. */
async function pagesOf(server: TestServer, { ownShop }: MoneyTenants): Promise<string[]> {
  const { sessions } = await server.sandbox.ledger();
  return sessions.filter(({ account }) => account === ownShop.account).map(({ status }) => status);
}

/** Work outside of requests. */
export const jobRows: MoneyRows = {
  "the job that checks payments": async (server, tenants) => {
    const { ownShop, other, sql, buy, copyOrders, untouched } = tenants;
    const expired = await buy({ CHAIR: 1 }, { way: "session" });
    const waiting = await buy({ CHAIR: 1 }, { way: "session" });
    const paid = await buy({ CHAIR: 1 }, { way: "session" });
    const unopened = await buy({ CHAIR: 1 }, { way: "session" });
    await server.sandbox.pay(paid.handover);
    await sql`update payments set processor_session_id = null where site_id = ${ownShop.id} and id = ${unopened.paymentId}`;
    // In the other shop all of them are long over, but nothing is due.
    await copyOrders();
    const now = server.clock.now();
    await sql`update payments set check_at = ${now} where site_id = ${ownShop.id}`;
    await sql`update orders set expires_at = ${now} where site_id = ${ownShop.id} and id = ${expired.orderId}`;
    await untouched(async () => {
      await server.checkPayments();
      expect(await ownShop.checkoutClient.order(expired.orderId)).toEqual({ status: "CANCELLED", paymentStatus: "CANCELLED" });
      expect(await ownShop.checkoutClient.order(waiting.orderId)).toEqual({ status: "PENDING", paymentStatus: "PENDING" });
      expect(await ownShop.checkoutClient.order(paid.orderId)).toEqual({ status: "PAID", paymentStatus: "SUCCEEDED" });
      expect(await ownShop.checkoutClient.order(unopened.orderId)).toEqual({ status: "CANCELLED", paymentStatus: "CANCELLED" });
      expect(await ownShop.checkoutClient.stock("CHAIR")).toBe(3);
      expect((await ownShop.rows()).outbox.map(({ kind }) => kind)).toEqual(["order-mail"]);
      expect((await pagesOf(server, tenants)).sort()).toEqual(["complete", "expired", "expired", "open"]);
    });

    // The waiting one is over where there is no key for the processor any more: here, and not there.
    await sql`delete from plugins where site_id = ${ownShop.id}`;
    await sql`update payments set check_at = ${now} where site_id = ${ownShop.id} and id = ${waiting.paymentId}`;
    await sql`update orders set expires_at = ${now} where site_id = ${ownShop.id} and id = ${waiting.orderId}`;
    await untouched(() => server.checkPayments());
    expect(await ownShop.checkoutClient.order(waiting.orderId)).toEqual({ status: "CANCELLED", paymentStatus: "CANCELLED" });
    expect(await ownShop.checkoutClient.stock("CHAIR")).toBe(4);

    // And the other way round.
    await sql`update payments set check_at = ${now} where site_id = ${other.id} and id = ${unopened.paymentId}`;
    const before = await ownShop.rows();
    await server.checkPayments();
    expect(await ownShop.rows()).toEqual(before);
    expect(await other.checkoutClient.order(unopened.orderId)).toEqual({ status: "CANCELLED", paymentStatus: "CANCELLED" });
  },

  "the job that ends cancelled payments": async (server, tenants) => {
    const { ownShop, other, sql, buy, copyOrders, untouched } = tenants;
    const [knownPurchase, unknown] = [await buy({ CHAIR: 1 }, { way: "session" }), await buy({ CHAIR: 1 }, { way: "session" })];
    await sql`
      update payments set processor_session_id = null where site_id = ${ownShop.id} and id = ${unknown.paymentId}`;
    // Cancelled here, and not yet there; in the other shop nothing is due.
    await sql`update orders set status = 'CANCELLED' where site_id = ${ownShop.id}`;
    await sql`update payments set status = 'CANCELLED', check_at = ${server.clock.now()} where site_id = ${ownShop.id}`;
    await copyOrders({ payments: { processor_intent_id: null, check_at: null } });
    await sql`update payments set processor_session_id = 'cs_' || id where site_id = ${other.id}`;
    await untouched(async () => {
      await server.checkPayments();
      expect(await pagesOf(server, tenants)).toEqual(["expired", "expired"]);
      for (const { orderId } of [knownPurchase, unknown]) {
        expect(await ownShop.checkoutClient.order(orderId)).toEqual({ status: "CANCELLED", paymentStatus: "CANCELLED" });
      }
    });
  },

  "the task that refunds": async (server, { ownShop, sql, buy, copyOrders, untouched }) => {
    const { orderId, paymentId, handover, intentId } = await buy({ CHAIR: 1 });
    await server.sandbox.pay(handover);
    await sql`update payments set status = 'SUCCEEDED' where site_id = ${ownShop.id}`;
    await sql`update orders set status = 'CANCELLED' where site_id = ${ownShop.id}`;
    await copyOrders({ payments: { processor_intent_id: "pi_other" } });
    await untouched(() => refundPayment.handle(server.deps)({ payload: { siteId: ownShop.id, paymentId }, attempt: 1 }));
    expect(await ownShop.checkoutClient.order(orderId)).toEqual({ status: "CANCELLED", paymentStatus: "REFUNDED" });
    const { refunds } = await server.sandbox.ledger();
    expect(refunds.filter(({ account }) => account === ownShop.account)).toMatchObject([{ intent: intentId, amount: 1_000 }]);
  },

  "the confirmation mail": async (server, { ownShop, other, sql, buy, copyOrders, untouched }) => {
    const { orderId } = await buy({ CHAIR: 1 });
    await sql`update orders set status = 'PAID' where site_id = ${ownShop.id}`;
    await copyOrders();
    await untouched(() => sendOrderMail.handle(server.deps)({ payload: { siteId: ownShop.id, orderId }, attempt: 1 }));
    expect(server.mails).toMatchObject([{ to: "own@example.com", from: { name: "Own shop" } }]);
    expect(server.mails[0]?.text).toContain("1 × Product CHAIR");
    expect(server.mails[0]?.text).not.toMatch(/other/i);
    server.mails.length = 0;
    await sendOrderMail.handle(server.deps)({ payload: { siteId: other.id, orderId }, attempt: 1 });
    expect(server.mails).toMatchObject([{ to: "other@example.com", from: { name: "Other shop" } }]);
    expect(server.mails[0]?.text).toContain("9 × Other product");
    expect(server.mails[0]?.text).not.toMatch(/own|CHAIR/i);
  },
};
