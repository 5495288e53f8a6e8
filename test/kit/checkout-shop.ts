import type { TestServer, TestSite } from "./harness.ts";
import { catalogItems, paymentPlugin } from "./checkout-client.ts";

/** The goods of a shop: with a stock, without one, for nothing, and in another currency. */
export const stockOf = {
  CHAIR: { price: 42_000, stock: 5 },
  LAMP: { price: 18_900 },
  GIFT: { price: 0 },
  DOLLAR: { price: 100, currency: "usd" },
};

/** A site that takes payments for orders. */
export function addCheckoutShop(server: TestServer, products: object[] = catalogItems(stockOf), site: object = {}): Promise<TestSite> {
  return server.addSite({ plugins: paymentPlugin(), products, site: { allowedOrigins: ["https://shop.example"], ...site } });
}

export const invalidBody = { status: 400, json: { code: "validation_failed" } };
