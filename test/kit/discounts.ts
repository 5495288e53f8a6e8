import { randomUUID } from "node:crypto";
import type { AdminAsker } from "./admin-proof.ts";
import { asAdmin } from "./admins.ts";
import { dataOf } from "./checkout-client.ts";

/** A discount in the members of the admin API. */
export const discountBody = (more: object = {}) => ({ title: { en: "Autumn" }, kind: "PERCENT", value: "10", ...more });

/** A new discount of the site, with a code. */
export async function madeDiscount(
  { server, site, owner }: Pick<AdminAsker, "server" | "site" | "owner">,
  more: object = {},
): Promise<{ id: string; code: string; revision: number }> {
  const body = discountBody({ code: randomUUID(), ...more });
  return dataOf(await asAdmin(server, owner).post(`/sites/${site.slug}/discounts`, body));
}
