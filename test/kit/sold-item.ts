import { expect } from "vitest";
import { shop, type TestServer, type TestSite } from "./harness.ts";

export const day = 24 * 3_600_000;

export interface Save {
  price: number;
  currency?: string;
}

let count = 0;
/** A new product of the site with one variant, its saves and its history. */
export function soldItem(server: TestServer, site: TestSite, compareAtPrice: number | null = 99_999) {
  const slug = `item-${(count += 1)}`;
  const read = async () => {
    await server.directory.poll();
    const { json } = await server.ask(`${shop}/products/slug/${slug}`, { key: site.key });
    return (json as { data: { priorPrice?: number | null; variants: { id: string; priorPrice?: number | null }[] } }).data;
  };
  return {
    slug,
    sku: slug.toUpperCase(),
    save: async ({ price, currency = "eur" }: Save) => {
      const variants = [{ sku: slug.toUpperCase(), price, compareAtPrice }];
      const shell = { slug: site.slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur" };
      await server.import({ bundle: 1, site: shell, products: [{ slug, title: slug, currency, variants }] });
    },
    read,
    priorPrice: async () => {
      const { priorPrice, variants } = await read();
      expect(variants[0]?.priorPrice).toBe(priorPrice);
      return priorPrice;
    },
    history: async () => {
      const rows = await server.deps.sql<{ price: number; currency: string; since: Date }>`
        select price, currency, since from variant_prices
        where site_id = ${site.id}
          and variant_id = (select id from variants where site_id = ${site.id} and sku = ${slug.toUpperCase()})
          and price is not null
        order by since`;
      return rows.map(({ price, currency, since }) => [price, currency, since.toISOString()]);
    },
  };
}
