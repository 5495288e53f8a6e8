import { issueCards } from "../../server/src/features/shop/gift-cards/index.ts";
import type { AdminAsker } from "./admin-proof.ts";
import { asAdmin } from "./admins.ts";
import { dataOf } from "./checkout-client.ts";
import type { TestServer } from "./harness.ts";

/** A new gift card of the site, with its code. */
export async function madeGiftCard(
  { server, site, owner }: Pick<AdminAsker, "server" | "site" | "owner">,
  more: object = {},
): Promise<{ id: string; code: string; last4: string; balance: number; revision: number }> {
  return dataOf(await asAdmin(server, owner).post(`/sites/${site.slug}/gift-cards`, { amount: 5_000, ...more }));
}

/** The code of a new gift card of a site in euros, with an amount in cents. */
export async function issuedCode(
  { deps }: { deps: Pick<TestServer["deps"], "sql" | "clock" | "ids" | "secrets"> },
  siteId: string,
  amount: number,
) {
  const ctx = { now: deps.clock.now(), ids: deps.ids, secrets: deps.secrets };
  const card = { amount, currency: "eur", expiresAt: null, note: "", adminId: null, sold: null, isToBeMailed: false };
  const [issued] = await deps.sql.begin((tx) => issueCards(tx, ctx, siteId, [card]));
  return issued?.code ?? "";
}
