import { performance } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import { eventRequest, type EventPattern } from "./checkout-event.ts";
import { postText, requestText, type Read } from "./exchange.ts";
import { keepConnection, type Asked } from "./kept-connection.ts";
import { preparedIds } from "./prepared-orders.ts";
import { clients, type CheckoutTarget } from "./checkout-client.ts";

/** A shop, and its guests' purchases. */
export interface Shopping {
  port: number;
  headers: Read["headers"];
  siteSlug: string;
  webhookSecret: string;
  /** One for each client. */
  variantIds: readonly string[];
  /** Absent: nothing is paid, and only sessions are opened. */
  event: EventPattern | undefined;
}

export interface Opened {
  orderId: string;
  sessionId: string;
}

export interface Shopper extends CheckoutTarget {
  /** Orders, and returns the order's id and the processor's id of the payment page. */
  open(client: number): Promise<Opened>;
  /** Pays it, and checks that it is paid. */
  settle(client: number, opened: Opened): Promise<void>;
  close(): void;
}

/** Guests who buy: order, pay, send the processor's event to the shop, and read the order's status. Throws after any fault. */
export function shopping({ port, headers, siteSlug, webhookSecret, variantIds, event }: Shopping): Shopper {
  const connections = Array.from({ length: clients }, () => keepConnection(port));
  /** Sends it again after a 503, as clients and processors do: nothing happened. */
  const ask = async (client: number, request: string, tries = 10): Promise<Asked> => {
    const answer = await (connections[client] as (typeof connections)[number]).ask(request);
    if (answer.status !== 503 || tries === 1) return answer;
    await setTimeout(1_000);
    return ask(client, request, tries - 1);
  };
  const orders = variantIds.map((variantId) => {
    const urls = { successUrl: "https://shop.example/thanks?session={CHECKOUT_SESSION_ID}", cancelUrl: "https://shop.example/cart" };
    return postText({ path: "/api/v1/shop/checkout/session", headers }, { items: [{ variantId, quantity: 1 }], ...urls });
  });
  const webhook = `/api/public/v1/webhooks/svc.payments/${siteSlug}`;
  const eventOf = (sessionId: string) => {
    if (!event) throw new Error("The payment has no event.");
    return eventRequest(event, webhook, webhookSecret, sessionId);
  };

  const open = async (client: number): Promise<Opened> => {
    const { body } = wanted(await ask(client, orders[client % orders.length] as string), 201, "");
    const { orderId, checkoutUrl } = (JSON.parse(body) as { data: { orderId: string; checkoutUrl: string } }).data;
    return { orderId, sessionId: checkoutUrl.slice(checkoutUrl.lastIndexOf("/") + 1) };
  };
  const settle = async (client: number, { orderId, sessionId }: Opened) => {
    wanted(await ask(client, eventOf(sessionId)), 200, '"handled":true');
    wanted(await ask(client, requestText({ path: `/api/v1/shop/checkout/order/${orderId}`, headers })), 200, '"status":"PAID"');
  };
  return {
    open,
    settle,
    checkOut: async (client) => {
      const beganAt = performance.now();
      const opened = await open(client);
      const openMs = performance.now() - beganAt;
      await settle(client, opened);
      return openMs;
    },
    prepareEvent: (number) => {
      const request = eventOf(preparedIds(number).sessionId);
      return async (client) => void wanted(await ask(client, request), 200, '"handled":true');
    },
    close: () => {
      for (const connection of connections) connection.close();
    },
  };
}

function wanted(answer: Asked, status: number, part: string): Asked {
  if (answer.status !== status || !answer.body.includes(part)) {
    throw new Error(`Answered ${answer.status} instead of ${status} ${part}:\n${answer.body}`);
  }
  return answer;
}
