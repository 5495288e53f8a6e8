import { expect } from "vitest";
import { shop, type TestServer, type TestSite } from "./harness.ts";

/** A product with words to find. */
export const product = (slug: string, title: string, description: string, more: object = {}) => ({
  slug,
  title,
  description,
  variants: [{ sku: `SKU-${slug.toUpperCase()}`, price: 100 }],
  ...more,
});

/** A site with a few products and categories to search for. */
export function addSearchShop(server: TestServer): Promise<TestSite> {
  return server.addSite({
    products: [
      product("fjell", "Fjell chair", "Smoked oak, with a seat of paper cord."),
      product("lamp", "Lykt lamp", "Hangs over a table; a chair may stand below it."),
      product("table", "Holm table", "For eight. Straße nach Süden, 4.62 kg, Smørrebrød.", {
        variants: [{ sku: "HOLM-180-OAK", price: 1 }],
      }),
      product("throw", "Vind throw", "Wool from Norway, in six colours."),
      product("chest", "Kasse chest", "Ash, with three drawers. Upholstery is extra."),
      product("draft", "Zanzibar", "Timbuktu", { status: "DRAFT" }),
    ],
    categories: [
      { slug: "seats", title: "Seats", description: "Everything to sit on" },
      { slug: "secret", title: "Ouagadougou", status: "HIDDEN" },
    ],
  });
}

/** Searches the products of a site: their slugs, in order. */
export function finder(server: TestServer, { key }: TestSite) {
  return async (q: string, more = "") => {
    const { status, json } = await server.ask(`${shop}/products?q=${encodeURIComponent(q)}${more}`, { key });
    expect([q, status]).toEqual([q, 200]);
    const { data, total } = json as { data: { slug: string }[]; total: number };
    expect(total).toBe(data.length);
    return data.map(({ slug }) => slug);
  };
}
