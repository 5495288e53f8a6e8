import { randomUUID } from "node:crypto";
import type { AdminAsker } from "./admin-proof.ts";
import { asAdmin } from "./admins.ts";
import { dataOf } from "./checkout-client.ts";

export interface ShownProduct {
  id: string;
  slug: string;
  title: string;
  status: string;
  revision: number;
  categoryId: string | null;
  variants: { id: string; sku: string; title: string; price: number; stock: number | null }[];
}

/** A product with one variant, in the members of the admin API. */
export function productBody(name: string) {
  const slug = `stool-${name}`;
  return { slug, title: "Stool", variants: [{ sku: slug.toUpperCase(), price: 4_900, stock: 3 }] };
}

/** A new product of the site. */
export async function madeProduct({ server, site, owner }: Pick<AdminAsker, "server" | "site" | "owner">): Promise<ShownProduct> {
  return dataOf(await asAdmin(server, owner).post(`/sites/${site.slug}/products`, productBody(randomUUID())));
}
