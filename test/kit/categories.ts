import { randomUUID } from "node:crypto";
import type { AdminAsker } from "./admin-proof.ts";
import { asAdmin } from "./admins.ts";
import { dataOf } from "./checkout-client.ts";

export interface ShownCategory {
  id: string;
  slug: string;
  title: string;
  status: string;
  parentId: string | null;
  position: number;
  productCount: number;
  revision: number;
}

/** A category in the members of the admin API. */
export function categoryBody(name: string) {
  return { slug: `seats-${name}`, title: "Seats" };
}

/** A new category of the site. */
export async function madeCategory({ server, site, owner }: Pick<AdminAsker, "server" | "site" | "owner">): Promise<ShownCategory> {
  return dataOf(await asAdmin(server, owner).post(`/sites/${site.slug}/categories`, categoryBody(randomUUID())));
}
