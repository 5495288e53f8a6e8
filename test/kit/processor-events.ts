import { createHmac, randomUUID } from "node:crypto";
import type { TestServer, TestSite } from "./harness.ts";
import { sessionIdOf } from "./sandbox-client.ts";
import { dataOf, catalogItems, paymentPlugin, checkoutClient } from "./checkout-client.ts";

/** A shop with one product, and the secret that signs its events. */
type EventShop = ReturnType<typeof checkoutClient> & { site: TestSite; secret: string };

/** Sends a server the events that a test makes up, as its payment processor. The server starts after this call. */
export function processorEvents(server: () => TestServer) {
  const newShop = async (): Promise<EventShop> => {
    const plugins = paymentPlugin();
    const site = await server().addSite({ plugins, products: catalogItems({ CHAIR: { price: 42_000, stock: 5 } }) });
    return { site, secret: plugins["svc.payments"].config.webhookSecrets[0] ?? "", ...checkoutClient(server(), site) };
  };
  const signed = (body: string | Uint8Array, secret: string, ahead = 0) => {
    const time = Math.floor(server().clock.now().getTime() / 1_000) + ahead;
    return { "processor-signature": `t=${time},v1=${createHmac("sha256", secret).update(`${time}.`).update(body).digest("hex")}` };
  };
  const eventOf = (
    type: string,
    object: object,
    { id = `evt_${randomUUID()}`, created = Math.floor(server().clock.now().getTime() / 1_000) } = {},
  ) => ({
    id,
    object: "event",
    type,
    created,
    livemode: false,
    data: { object },
  });
  /** As Stripe sends them beside the others: https://docs.stripe.com/event-destinations#thin-events. */
  const thinEvent = (type: string) => ({
    id: `evt_${randomUUID()}`,
    object: "v2.core.event",
    type,
    livemode: false,
    created: server().clock.now().toISOString(),
    related_object: { id: "mtr_1", type: "billing.meter", url: "/v1/billing/meters/mtr_1" },
  });
  const tell = (shop: Pick<EventShop, "webhook" | "secret">, event: object) => {
    const body = JSON.stringify(event);
    return shop.webhook(body, signed(body, shop.secret));
  };
  /** An order on the processor's page, and the form of its events. */
  const newOrder = async (shop: EventShop) => {
    const { orderId = "", checkoutUrl = "" } = dataOf(await shop.session({ CHAIR: 1 }));
    const [payment] = await server().deps.sql<{ id: string }>`
      select id from payments where site_id = ${shop.site.id} and order_id = ${orderId}`;
    const reference = payment?.id ?? "";
    const intentId = `pi_${randomUUID()}`;
    const [amount, currency] = [42_000, "eur"];
    return {
      orderId,
      reference,
      intentId,
      sessionId: sessionIdOf(checkoutUrl),
      session: (more: object = {}) => ({
        id: sessionIdOf(checkoutUrl),
        object: "checkout.session",
        client_reference_id: reference,
        payment_intent: intentId,
        amount_total: amount,
        currency,
        payment_status: "paid",
        ...more,
      }),
      intent: (more: object = {}) => ({
        id: intentId,
        object: "payment_intent",
        amount,
        amount_received: amount,
        currency,
        metadata: { vitrine_payment: reference },
        ...more,
      }),
      charge: (refunded: number, more: object = {}) => ({
        id: `ch_${randomUUID()}`,
        object: "charge",
        amount,
        currency,
        amount_refunded: refunded,
        refunded: refunded === amount,
        payment_intent: intentId,
        metadata: { vitrine_payment: reference },
        ...more,
      }),
    };
  };
  return { newShop, newOrder, signed, eventOf, thinEvent, tell };
}
