import { randomUUID } from "node:crypto";
import type { ProofServer } from "./proof-site.ts";
import type { TestSite } from "./harness.ts";
import { checkoutClient, dataOf } from "./checkout-client.ts";

/** An order of a lamp that nobody has paid. */
export async function pendingOrder(server: ProofServer, site: TestSite): Promise<string> {
  return (await orderLamp(server, site)).orderId;
}

/** The same, paid, with a buyer who left an address. */
export async function paidOrder(server: ProofServer, site: TestSite): Promise<string> {
  const { orderId, clientSecret } = await orderLamp(server, site);
  await server.sandbox.pay(clientSecret, "succeeds");
  await server.sandbox.settled();
  return orderId;
}

async function orderLamp(server: ProofServer, site: TestSite) {
  const { orderId = "", clientSecret = "" } = dataOf(
    await checkoutClient(server, site).intent({ "LYKT-28": 1 }, { customerEmail: `${randomUUID()}@example.com` }),
  );
  return { orderId, clientSecret };
}

export async function paymentIdOf({ deps: { sql } }: Pick<ProofServer, "deps">, site: TestSite, orderId: string): Promise<string> {
  const [payment] = await sql<{ id: string }>`select id from payments where site_id = ${site.id} and order_id = ${orderId}`;
  return payment?.id ?? "";
}

/** The order as somebody sees it who names it in a request to change several. */
export async function seenOrder({ deps: { sql } }: Pick<ProofServer, "deps">, site: TestSite, id: string) {
  const [order] = await sql<{ revision: number }>`select revision from orders where site_id = ${site.id} and id = ${id}`;
  return { id, revision: order?.revision ?? 0 };
}
