import { expect } from "vitest";
import { returnStock } from "../../server/src/features/shop/catalog/index.ts";
import { addMember, asAdmin } from "./admins.ts";
import { catalogItems, checkoutClient, dataOf, orderPatiently, paymentPlugin } from "./checkout-client.ts";
import type { TestServer } from "./harness.ts";
import { ledgerErrors, variantOf } from "./stock.ts";

/**
 * Sends a quarter of the requests each as checkouts, cancellations, refunds and changes by hand, all at once, on the same three variants. Then each stock
 * must be the sum of its movements, and what the answers say.
 */
export async function mixStocks(server: TestServer, requests: number): Promise<void> {
  const each = Math.floor(requests / 4);
  const skus = ["CHAIR", "LAMP", "TABLE"];
  const start = 10 * requests;
  const site = await server.addSite({
    plugins: paymentPlugin(),
    products: catalogItems(Object.fromEntries(skus.map((sku) => [sku, { price: 1_000, stock: start }]))),
  });
  const api = asAdmin(server, await addMember(server, site, "SALES"));
  const { intent, variantId, stock } = checkoutClient(server, site);
  const [chair = "", lamp = "", table = ""] = await Promise.all(skus.map(variantId));
  const times = <T>(count: number, work: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, index) => work(index)));
  const cart = (index: number): Record<string, number> => (index % 2 === 0 ? { CHAIR: 1, LAMP: 1 } : { LAMP: 1, CHAIR: 1 });
  const buy = (index: number) => orderPatiently((headers) => intent(cart(index), {}, headers));
  // Orders that nobody pays, which are due now.
  const abandoned = await times(each, async (index) => dataOf(await buy(index)));
  server.clock.advance(61 * 60_000);
  const adjust = async (index: number) => {
    const seen = (await variantOf(server, site, "TABLE")).stock ?? 0;
    const counted = { variantId: table, set: seen + 1, expected: seen };
    const moved = { variantId: index % 2 === 0 ? chair : lamp, adjust: index % 3 === 0 ? -1 : 1 };
    const items = index % 4 < 2 ? [counted, moved] : [moved, counted];
    const { status } = await api.post(`/sites/${site.slug}/stock`, { items, reason: "COUNTED" });
    expect([201, 409]).toContain(status);
    return { isMade: status === 201, index };
  };
  const refund = (index: number) =>
    server.deps.sql.begin(async (tx) => {
      const ctx = { now: server.clock.now(), ids: server.deps.ids };
      const quantities = [chair, lamp].map((id) => ({ variantId: id, quantity: 1 }));
      const orderId = abandoned[index]?.orderId ?? "";
      await returnStock(tx, ctx, site.id, index % 2 === 0 ? quantities : quantities.reverse(), { kind: "REFUND", orderId });
    });
  const [bought, adjusted] = await Promise.all([
    times(each, buy),
    times(each, adjust),
    times(each, refund),
    server.checkPayments(),
    server.checkPayments(),
  ]);
  await server.checkPayments();
  expect(bought.map(({ status }) => status)).toEqual(bought.map(() => 201));
  const madeAdjustments = adjusted.filter(({ isMade }) => isMade).map(({ index }) => index);
  expect(madeAdjustments.length).toBeGreaterThan(0);
  const byHand = (indices: readonly number[]) => indices.reduce((sum, index) => sum + (index % 3 === 0 ? -1 : 1), 0);
  // The stock of abandoned orders came back, and buyers took as much as refunds returned.
  expect([await stock("CHAIR"), await stock("LAMP"), await stock("TABLE")]).toEqual([
    start + byHand(madeAdjustments.filter((index) => index % 2 === 0)),
    start + byHand(madeAdjustments.filter((index) => index % 2 === 1)),
    start + madeAdjustments.length,
  ]);
  expect(await ledgerErrors(server, site)).toEqual([]);
  const kinds = await server.deps.sql<{ kind: string; count: number }>`
    select kind, count(*)::int as count from stock_movements
    where site_id = ${site.id} and variant_id = ${chair} and kind <> 'HAND'
    group by kind order by kind`;
  expect(Object.fromEntries(kinds.map(({ kind, count }) => [kind, count]))).toEqual({
    CANCELLATION: each,
    INITIAL: 1,
    ORDER: 2 * each,
    REFUND: each,
  });
}
