import { randomUUID } from "node:crypto";
import { checkedClient } from "./checked-client.ts";
import { cms, shop, type Answer, type TestServer, type TestSite } from "./harness.ts";

/** The payment settings of a site in tests: an account of its own at the sandbox. */
export function paymentPlugin(account = `sk_test_${randomUUID().replaceAll("-", "")}`) {
  const config = { secretKey: account, publishableKey: account.replace("sk_", "pk_"), webhookSecrets: [`whsec_${account.slice(8)}`] };
  return { "svc.payments": { enabled: true, config: { ...config, currency: "eur" } } };
}

/** Things to buy: by SKU, with their prices and stocks. */
export function catalogItems(
  items: Record<string, { price: number; stock?: number | null; currency?: string; status?: string; giftCard?: boolean }>,
) {
  return Object.entries(items).map(([sku, { price, stock, currency, status, giftCard }]) => ({
    slug: sku.toLowerCase(),
    title: `Product ${sku}`,
    ...(currency ? { currency } : {}),
    ...(status ? { status } : {}),
    ...(giftCard ? { giftCard } : {}),
    variants: [{ sku, price, ...(stock === undefined ? {} : { stock }) }],
  }));
}

export const returnUrls = {
  successUrl: "https://shop.example/thanks?session={CHECKOUT_SESSION_ID}",
  cancelUrl: "https://shop.example/cart",
};

/** A storefront's calls to sell, and the state of the books. */
export function checkoutClient(server: Pick<TestServer, "ask" | "deps">, site: TestSite) {
  const { sql } = server.deps;
  const { checkout, payments } = checkedClient(server, site);
  const variantIds = new Map<string, string>();
  const variantId = async (sku: string): Promise<string> => {
    const cachedId = variantIds.get(sku);
    if (cachedId) return cachedId;
    const [variant] = await sql<{ id: string }>`select id from variants where site_id = ${site.id} and sku = ${sku}`;
    if (!variant) throw new Error(`There is no variant ${sku}.`);
    variantIds.set(sku, variant.id);
    return variant.id;
  };
  const post = (path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> =>
    server.ask(path, {
      method: "POST",
      key: site.key,
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", ...headers },
    });
  const itemsOf = (cart: Record<string, number>) =>
    Promise.all(Object.entries(cart).map(async ([sku, quantity]) => ({ variantId: await variantId(sku), quantity })));
  return {
    variantId,
    post,
    /** `POST /checkout/session` for quantities by SKU. */
    session: async (cart: Record<string, number>, more: object = {}, headers: Record<string, string> = {}) =>
      post(`${shop}/checkout/session`, { items: await itemsOf(cart), ...returnUrls, ...more }, headers),
    /** `POST /checkout/payment-intent`. */
    intent: async (cart: Record<string, number>, more: object = {}, headers: Record<string, string> = {}) =>
      post(`${shop}/checkout/payment-intent`, { items: await itemsOf(cart), ...more }, headers),
    pluginIntent: (body: object, headers: Record<string, string> = {}) =>
      post(`${cms}/plugins/svc.payments/payment-intents`, body, headers),
    pluginSession: (body: object, headers: Record<string, string> = {}) =>
      post(`${cms}/plugins/svc.payments/checkout-sessions`, { ...returnUrls, ...body }, headers),
    payment: (id: string) => payments.getPayment({ id }),
    order: async (id: string) => {
      const { status, paymentStatus } = await checkout.getCheckoutOrder({ id });
      return { status, paymentStatus };
    },
    /** The stock of a SKU; null: not tracked. */
    stock: async (sku: string): Promise<number | null> => {
      const [variant] = await sql<{ stock: number | null }>`select stock from variants where site_id = ${site.id} and sku = ${sku}`;
      return variant?.stock ?? null;
    },
    webhook: (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>, slug = site.slug): Promise<Answer> =>
      server.ask(`${cms}/webhooks/svc.payments/${slug}`, {
        method: "POST",
        body: body as string,
        headers: { "content-type": "application/json", ...headers },
      }),
  };
}

/** Sends an order as a client does: one that a busy server refused is sent again, under the same key. */
export async function orderPatiently(send: (headers: Record<string, string>) => Promise<Answer>): Promise<Answer> {
  const headers = { "idempotency-key": randomUUID() };
  for (;;) {
    const answer = await send(headers);
    if (answer.status !== 503 && answer.status !== 504) return answer;
  }
}

/** The data of a success. Throws with the whole response otherwise. */
export function dataOf<T = Record<string, string>>({ status, text, json }: Answer): T {
  if (status < 200 || status > 299) throw new Error(`Not a success: ${status} ${text}`);
  return (json as { data: T }).data;
}
