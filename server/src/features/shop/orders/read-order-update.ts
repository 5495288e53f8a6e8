import type { Sql } from "../../../ports/database.ts";
import type { LineQuantity, Tracking } from "./order-event.ts";
import type { AboutOrderUpdate } from "./order-update.ts";

interface Details {
  lines?: LineQuantity[];
  tracking?: Tracking;
  fulfilment?: string;
  amount?: number;
}

/** The site's own texts of mails, by kind. */
type OwnTexts = Readonly<Record<string, unknown>>;

/** The event of an order that its buyer is told, with their address: unless the address is gone, or the site is suspended. */
export async function readOrderUpdate(
  sql: Sql,
  { siteId, orderId, eventId }: { siteId: string; orderId: string; eventId: string },
): Promise<{ email: string; senderName: string | null; ownTexts: OwnTexts | null; update: AboutOrderUpdate } | undefined> {
  const [row] = await sql<{
    siteName: string;
    storefrontUrl: string | null;
    senderName: string | null;
    ownTexts: OwnTexts | null;
    locale: string;
    email: string | null;
    number: number;
    currency: string;
    kind: string;
    details: Details;
  }>`
    select
      sites.name as "siteName",
      sites.storefront_url as "storefrontUrl",
      sites.settings #>> '{mail,senderName}' as "senderName",
      sites.settings -> 'mails' as "ownTexts",
      coalesce(orders.locale, sites.default_locale) as locale,
      orders.email, orders.number, orders.currency, order_events.kind, order_events.details
    from order_events
    join orders on orders.site_id = ${siteId} and orders.id = order_events.order_id
    join sites on sites.id = orders.site_id
    where order_events.site_id = ${siteId} and order_events.order_id = ${orderId} and order_events.id = ${eventId}
      and sites.suspended_at is null`;
  if (!row || row.email === null) return undefined;
  const { email, senderName, ownTexts, kind, details, ...about } = row;
  const event = await eventOf(sql, siteId, orderId, kind, details);
  return event && { email, senderName, ownTexts, update: { ...about, event } };
}

async function eventOf(
  sql: Sql,
  siteId: string,
  orderId: string,
  kind: string,
  details: Details,
): Promise<AboutOrderUpdate["event"] | undefined> {
  if (kind === "CANCELLED") return { kind };
  if (kind === "REFUNDED") return { kind, amount: details.amount ?? 0 };
  if (kind !== "FULFILLED") return undefined;
  const titles = new Map(
    (
      await sql<{ id: string; title: string }>`
        select id, title from order_lines where site_id = ${siteId} and order_id = ${orderId} order by position`
    ).map(({ id, title }) => [id, title]),
  );
  const units = details.lines ?? [];
  return {
    kind,
    isWhole: details.fulfilment !== "PARTIAL",
    lines: units.map(({ id, quantity }) => ({ title: titles.get(id) ?? "", quantity })),
    tracking: details.tracking ?? null,
  };
}
