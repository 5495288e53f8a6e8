import { randomUUID } from "node:crypto";
import type { AdminAsker } from "./admin-proof.ts";
import { asAdmin } from "./admins.ts";
import { dataOf } from "./checkout-client.ts";

export interface ShownPlan {
  id: string;
  slug: string;
  name: string;
  status: string;
  price: number;
  revision: number;
}

/** A plan in the members of the admin API. */
export function planBody(name: string) {
  return { slug: `club-${name}`, name: "Club", price: 900, interval: "month" };
}

/** A new plan of the site. */
export async function madePlan({ server, site, owner }: Pick<AdminAsker, "server" | "site" | "owner">): Promise<ShownPlan> {
  return dataOf(await asAdmin(server, owner).post(`/sites/${site.slug}/plans`, planBody(randomUUID())));
}
