import type { Deps } from "../../../deps.ts";
import { sendSiteMail } from "../../../lib/mails/send-site-mail.ts";
import type { Sql } from "../../../ports/database.ts";
import { codeContext } from "./code.ts";
import { giftCardSiteMail } from "./gift-card-mail.ts";

/** Cards whose codes have not been mailed: those of an order, or a single one. */
export type UnmailedCards = { orderId: string } | { cardId: string };

/**
 * Mails the codes that wait for it to an address, all in one mail, and forgets them. If the process dies in between, the next try mails the same codes. False:
 * none waits, or the site is suspended.
 */
export async function mailCodes(
  deps: Pick<Deps, "sql" | "secrets" | "log" | "mailer" | "mailFrom">,
  siteId: string,
  which: UnmailedCards,
  { to, locale }: { to: string; locale: string | null },
): Promise<boolean> {
  const { sql, secrets } = deps;
  const [site] = await sql<{
    siteName: string;
    defaultLocale: string;
    storefrontUrl: string | null;
    senderName: string | null;
    timeZone: string | null;
    ownTexts: unknown;
  }>`
    select
      name as "siteName", default_locale as "defaultLocale", storefront_url as "storefrontUrl", settings #>> '{mail,senderName}' as "senderName",
      settings ->> 'timeZone' as "timeZone", settings #> '{mails,gift-cards}' as "ownTexts"
    from sites
    where id = ${siteId} and suspended_at is null`;
  const cards = site ? await readUnmailed(sql, siteId, which) : [];
  if (!site || cards.length === 0) return false;
  const opened = cards.map(({ id, sealed, ...card }) => ({ ...card, code: secrets.open(sealed, codeContext(siteId, id)) }));
  const { siteName, storefrontUrl, timeZone, defaultLocale } = site;
  const about = { siteName, storefrontUrl, timeZone: timeZone ?? "UTC", locale: locale ?? defaultLocale, cards: opened };
  await sendSiteMail(deps, siteId, site, giftCardSiteMail(about), { to: [to], texts: site.ownTexts });
  for (const { id, sealed } of cards)
    // A code that was replaced meanwhile waits for its own mail.
    await sql`update gift_cards set sealed_code = null where site_id = ${siteId} and id = ${id} and sealed_code = ${sealed}`;
  return true;
}

interface UnmailedCard {
  id: string;
  sealed: Uint8Array;
  balance: number;
  currency: string;
  expiresAt: Date | null;
}

async function readUnmailed(sql: Sql, siteId: string, which: UnmailedCards): Promise<UnmailedCard[]> {
  const [orderId, cardId] = "orderId" in which ? [which.orderId, null] : [null, which.cardId];
  const rows = await sql<Omit<UnmailedCard, "sealed"> & { sealed: Uint8Array | null }>`
    select id, sealed_code as sealed, balance, currency, expires_at as "expiresAt"
    from gift_cards
    where site_id = ${siteId} and (order_id = ${orderId}::uuid or id = ${cardId}::uuid) and sealed_code is not null and voided_at is null
    order by line_id, unit, id`;
  return rows.flatMap(({ sealed, ...card }) => (sealed ? [{ ...card, sealed }] : []));
}
