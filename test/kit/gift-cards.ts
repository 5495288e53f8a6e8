import type { AdminAsker } from "./admin-proof.ts";
import { asAdmin } from "./admins.ts";
import { dataOf } from "./checkout-client.ts";

/** A new gift card of the site, with its code. */
export async function madeGiftCard(
  { server, site, owner }: Pick<AdminAsker, "server" | "site" | "owner">,
  more: object = {},
): Promise<{ id: string; code: string; last4: string; balance: number; revision: number }> {
  return dataOf(await asAdmin(server, owner).post(`/sites/${site.slug}/gift-cards`, { amount: 5_000, ...more }));
}
