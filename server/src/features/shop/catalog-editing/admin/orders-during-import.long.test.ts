import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember, asAdmin } from "../../../../../../test/kit/admins.ts";
import { catalogItems, checkoutClient, paymentPlugin } from "../../../../../../test/kit/checkout-client.ts";
import { startServer, type TestServer } from "../../../../../../test/kit/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ takesPayments: true });
});
afterAll(() => server.stop());

const products = 3_000;

// An import locks the products of one transaction at a time: a buyer who waits too long for them reads a 503.
test("buyers can order while a table of products changes every price and stock", async () => {
  const skus = Array.from({ length: products }, (_, index) => `SKU-${index}`);
  const site = await server.addSite({
    plugins: paymentPlugin(),
    products: catalogItems(Object.fromEntries(skus.map((sku) => [sku, { price: 1_000, stock: 100 }]))),
  });
  const api = asAdmin(server, await addMember(server, site, "EDITOR"));
  const store = checkoutClient(server, site);
  await Promise.all(skus.slice(0, 200).map((sku) => store.variantId(sku)));
  const table = `product,sku,price,stock\n${skus.map((sku) => `${sku.toLowerCase()},${sku},12.00,50\n`).join("")}`;
  const progress = { isOver: false };
  const imported = api
    .ask("POST", `/sites/${site.slug}/products.csv`, { body: table, headers: { "content-type": "text/csv" } })
    .finally(() => (progress.isOver = true));
  const answers: { status: number; json: unknown }[] = [];
  const shops = [0, 1, 2, 3].map(async (buyer) => {
    for (let turn = buyer; !progress.isOver; turn += 4) {
      answers.push(await store.intent({ [skus[(turn * 37) % 200] ?? ""]: 1 }));
    }
  });
  expect((await imported).json).toMatchObject({ data: { products: { changed: products } } });
  await Promise.all(shops);
  expect(answers.filter(({ status }) => status !== 201).map(({ json }) => json)).toEqual([]);
  expect(answers.length).toBeGreaterThan(10);
});
