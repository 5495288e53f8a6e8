import { expect } from "vitest";
import { addMember, asAdmin, codeOf } from "../kit/admins.ts";
import { catalogItems, dataOf } from "../kit/checkout-client.ts";
import { countingIds } from "../kit/counting-ids.ts";
import type { TestServer, TestSite } from "../kit/harness.ts";
import { addOrder } from "../kit/made-sales.ts";
import { variantOf, type ShownMovement } from "../kit/stock.ts";

/** Rows of `adminTenantRows` about the stock ledger. */
export const stockAdminRows: Record<string, (by: TestServer, ownSite: TestSite, other: TestSite) => Promise<void>> = {
  "the stock ledger": async (by, ownSite, other) => {
    const fill = async (site: TestSite, products: object[]) => {
      const shell = { slug: site.slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur" };
      await by.import({ bundle: 1, site: shell, products }, { ids: countingIds() });
    };
    await fill(ownSite, catalogItems({ OWN: { price: 1, stock: 5 } }));
    await fill(other, catalogItems({ THEIRS: { price: 1, stock: 9 }, MORE: { price: 1, stock: 2 } }));
    const { get, post } = asAdmin(by, await addMember(by, ownSite, "OWNER", { name: "Ada" }));
    const { id } = await variantOf(by, ownSite, "OWN");
    expect((await variantOf(by, other, "THEIRS")).id).toBe(id);
    const { id: more } = await variantOf(by, other, "MORE");
    const orderId = "01900000-0000-7000-8000-00000000aaaa";
    const number = await addOrder(by, ownSite, { id: orderId });
    await addOrder(by, other, { id: orderId });
    for (const site of [ownSite, other]) {
      await by.deps.sql`
        insert into stock_movements (site_id, id, variant_id, at, kind, change, order_id)
        values (${site.id}, ${orderId}, ${id}, ${by.clock.now()}, 'ORDER', -1, ${orderId})`;
    }
    const adjust = (variantId: string, change: number) =>
      post(`/sites/${ownSite.slug}/stock`, { items: [{ variantId, adjust: change }], reason: "RECEIVED" });
    expect(await adjust(id, 3)).toMatchObject({ status: 201, json: { data: { stocks: [{ sku: "OWN", stock: 7 }] } } });
    expect(codeOf(await adjust(more, 1))).toBe("variant_not_found");
    const answer = await get(`/sites/${ownSite.slug}/variants/${id}/stock-movements`);
    expect(dataOf<ShownMovement[]>(answer).map(({ change, order }) => [change, order?.number])).toEqual([
      [3, undefined],
      [-1, number],
      [5, undefined],
    ]);
    expect(answer.json).toMatchObject({ total: 3 });
    expect(codeOf(await get(`/sites/${ownSite.slug}/variants/${more}/stock-movements`))).toBe("variant_not_found");
    // The other tenant's variant of the same id has been cheaper before.
    const priceAt = (site: TestSite, price: number, days: number) => by.deps.sql`
      insert into variant_prices (site_id, id, variant_id, price, currency, since)
      values (${site.id}, gen_random_uuid(), ${id}, ${price}, 'eur', ${new Date(by.clock.now().getTime() - days * 24 * 60 * 60_000)})`;
    await priceAt(other, 0, 2);
    await priceAt(ownSite, 7, 3);
    const prices = await get(`/sites/${ownSite.slug}/variants/${id}/price-history`);
    expect(prices.json).toMatchObject({
      total: 2,
      data: [
        { price: 1, priorPrice: 7 },
        { price: 7, priorPrice: null },
      ],
    });
    expect(codeOf(await get(`/sites/${ownSite.slug}/variants/${more}/price-history`))).toBe("variant_not_found");
    expect([(await variantOf(by, other, "THEIRS")).stock, (await variantOf(by, other, "MORE")).stock]).toEqual([8, 2]);
  },
};
