import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { sandboxEndpoints } from "../../server/src/features/shop/payments/index.ts";
import { savePlugin } from "../../server/src/features/server/sites/index.ts";
import type { MoneyRows } from "./money-tenant-pair.ts";
import { dataOf } from "../kit/checkout-client.ts";

const handled = (isHandled: boolean) => ({ status: 200, json: { data: { handled: isHandled } } });

/** The processor's events, and their receiver. */
export const eventRows: MoneyRows = {
  receiveProcessorEvent: async (_server, { ownShop, other, sql, copy, buy, copyOrders, tell, untouched }) => {
    const paid = await buy({ CHAIR: 1 }, { way: "session" });
    const late = await buy({ CHAIR: 2, TABLE: 1 });
    const gone = await buy({ TABLE: 1 });
    // The other shop knows all of it to be paid, from the same events, and has more in each of the orders.
    await tell(paid, "payment_intent.processing", { id: "evt_same" });
    await copyOrders({ orders: { status: "PAID" }, payments: { status: "SUCCEEDED" } });
    await copy("processor_events", {});
    await sql`delete from processor_events where site_id = ${ownShop.id}`;
    const [lamp] = await sql<{ id: string }>`select id from variants where site_id = ${ownShop.id} and sku = 'LAMP'`;
    for (const { orderId } of [late, gone]) {
      await sql`
        update order_lines set variant_id = ${lamp?.id ?? ""}, position = 9
        where site_id = ${other.id} and order_id = ${orderId} and position = 0`;
    }
    await sql`update variants set stock = 100 where site_id = ${ownShop.id} and sku = 'LAMP'`;

    const stocks = async () => Object.fromEntries((await ownShop.rows()).variants.map(({ sku, stock }) => [sku, stock]));
    await untouched(async () => {
      expect((await tell(paid, "payment_intent.succeeded", { secret: other.secret })).json).toMatchObject({ code: "signature_invalid" });
      expect(await tell(paid, "payment_intent.succeeded", { id: "evt_same" })).toMatchObject(handled(true));
      expect(await ownShop.checkoutClient.order(paid.orderId)).toEqual({ status: "PAID", paymentStatus: "SUCCEEDED" });
      expect((await ownShop.rows()).outbox).toMatchObject([{ kind: "order-mail", payload: { orderId: paid.orderId } }]);
      expect(await stocks()).toEqual({ CHAIR: 2, LAMP: 100, TABLE: 3 });

      for (const order of [late, gone]) expect(await tell(order, "payment_intent.canceled")).toMatchObject(handled(true));
      expect(await stocks()).toEqual({ CHAIR: 4, LAMP: 100, TABLE: 5 });
    });

    // The tables are not counted any more: a customer who ordered one has it all the same.
    await sql`update variants set stock = null where site_id = ${ownShop.id} and sku = 'TABLE'`;
    await untouched(() => tell(late, "payment_intent.succeeded"));
    expect(await ownShop.checkoutClient.order(late.orderId)).toEqual({ status: "PAID", paymentStatus: "SUCCEEDED" });
    expect(await stocks()).toEqual({ CHAIR: 2, LAMP: 100, TABLE: null });
    const reserved = (await ownShop.rows()).order_lines
      .filter(({ order_id: id }) => id === late.orderId)
      .map((line) => [line.sku, line.reserved]);
    expect(Object.fromEntries(reserved)).toEqual({ CHAIR: 2, TABLE: 0 });

    // Now there are none at all, but in the other shop.
    await sql`delete from variants where site_id = ${ownShop.id} and sku = 'TABLE'`;
    await untouched(() => tell(gone, "payment_intent.succeeded"));
    expect(await ownShop.checkoutClient.order(gone.orderId)).toEqual({ status: "CANCELLED", paymentStatus: "SUCCEEDED" });
    expect((await ownShop.rows()).outbox.filter(({ kind }) => kind === "refund-payment")).toMatchObject([
      { payload: { siteId: ownShop.id, paymentId: gone.paymentId } },
    ]);

    // Payments that only the other shop has opened.
    const { paymentId = "" } = dataOf(await other.checkoutClient.pluginIntent({ amount: 80 }));
    const theirs = await untouched(() =>
      tell({ ...paid, paymentId, intentId: `pi_${randomUUID()}`, amount: 80 }, "payment_intent.succeeded"),
    );
    expect(theirs).toMatchObject(handled(false));
  },

  "the sandbox's endpoints": async (server, { ownShop, other }) => {
    const url = "http://server.example";
    for (const { account, secret, site } of [ownShop, other]) {
      const endpoint = { url: `${url}/api/public/v1/webhooks/svc.payments/${site.slug}`, secret };
      expect(await sandboxEndpoints(server.deps, url, account)).toEqual([endpoint]);
    }
  },

  "an account that two sites share": async (server, { ownShop, other, sql, buy, untouched }) => {
    const { secrets, ids, clock } = server.deps;
    const config = { secretKey: ownShop.account, publishableKey: "pk_test_shared", webhookSecrets: [ownShop.secret], currency: "usd" };
    await savePlugin(sql, { now: clock.now(), ids, secrets }, other.id, "svc.payments", { enabled: true, config });
    await server.sandbox.webhooks({ mode: "hold" });
    dataOf(await other.checkoutClient.intent({ CHAIR: 1 }));
    const { orderId, handover } = await buy({ CHAIR: 1 }, { way: "session" });
    const before = new Set((await server.sandbox.events()).map(({ id }) => id));
    const deliveries = await untouched(async () => {
      await server.sandbox.pay(handover);
      const events = (await server.sandbox.events()).filter(({ id, account }) => account === ownShop.account && !before.has(id));
      return server.sandbox.deliver(events.map(({ id }) => id));
    });
    expect(await ownShop.checkoutClient.order(orderId)).toEqual({ status: "PAID", paymentStatus: "SUCCEEDED" });
    // Both receive each event, and only one of them is concerned.
    const answers = deliveries.map(({ status, body }) => [status, body.includes('"handled":true')]);
    expect(answers.filter(([, isHandled]) => isHandled === false).length).toBeGreaterThanOrEqual(answers.length / 2);
    expect(answers).toContainEqual([200, true]);
  },
};
