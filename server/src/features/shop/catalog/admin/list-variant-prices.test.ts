import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember, asAdmin, codeOf } from "../../../../../../test/kit/admins.ts";
import { startServer, type TestServer } from "../../../../../../test/kit/harness.ts";
import { day, soldItem } from "../../../../../../test/kit/sold-item.ts";
import { variantOf } from "../../../../../../test/kit/stock.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

test("each price comes with the lowest of the 30 days before it, the present one's as storefronts show it", async () => {
  const site = await server.addSite();
  const item = soldItem(server, site);
  for (const [price, days] of [
    [500, 0],
    [400, 5],
    [450, 40],
    [300, 10],
  ] as const) {
    server.clock.advance(days * day);
    await item.save({ price });
  }
  const { id } = await variantOf(server, site, item.sku);
  const { get } = asAdmin(server, await addMember(server, site, "VIEWER"));
  const path = `/sites/${site.slug}/variants/${id}/price-history`;
  const { json } = await get(path);
  const { data, total } = json as {
    data: { price: number; priorPrice: number | null; isReduction: boolean; until: string | null }[];
    total: number;
  };
  expect(total).toBe(4);
  expect(data.map(({ price, priorPrice, isReduction }) => [price, priorPrice, isReduction])).toEqual([
    [300, 400, true],
    [450, 400, false],
    [400, 500, true],
    [500, null, false],
  ]);
  expect(data[0]?.priorPrice).toBe(await item.priorPrice());
  expect(data.map(({ until }) => until === null)).toEqual([true, false, false, false]);
  // A later page counts with the earlier prices, too.
  expect((await get(`${path}?page=2&pageSize=1`)).json).toMatchObject({ data: [{ price: 450, priorPrice: 400 }], total: 4 });
  expect(codeOf(await get(path.replace(id, "no-id")))).toBe("variant_not_found");
});

test("a price in another currency is no reduction, and not compared", async () => {
  const site = await server.addSite();
  const item = soldItem(server, site, null);
  await item.save({ price: 500 });
  server.clock.advance(day);
  await item.save({ price: 400, currency: "sek" });
  const { id } = await variantOf(server, site, item.sku);
  const { get } = asAdmin(server, await addMember(server, site, "VIEWER"));
  expect((await get(`/sites/${site.slug}/variants/${id}/price-history`)).json).toMatchObject({
    data: [
      { price: 400, currency: "sek", priorPrice: null, isReduction: false },
      { price: 500, currency: "eur", isReduction: false },
    ],
  });
});
