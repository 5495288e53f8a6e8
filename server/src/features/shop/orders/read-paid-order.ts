import type { Sql } from "../../../ports/database.ts";
import type { AboutOrderMail } from "./order-mail.ts";
import type { NotifiedSite } from "./notified-site.ts";

/** A paid order for the mails about it. */
export interface PaidOrder extends Omit<AboutOrderMail, "locale">, NotifiedSite {
  /** Of the buyer: null for a site that never asked. */
  locale: string | null;
  /** The site's own. */
  defaultLocale: string;
  email: string | null;
}

/** The order, if it is still paid and its site is not suspended. */
export async function readPaidOrder(sql: Sql, { siteId, orderId }: { siteId: string; orderId: string }): Promise<PaidOrder | undefined> {
  const [row] = await sql<Omit<PaidOrder, "lines"> & { lines: string | null }>`
    select
      sites.name as "siteName",
      orders.locale,
      sites.default_locale as "defaultLocale",
      sites.storefront_url as "storefrontUrl",
      sites.settings #>> '{mail,senderName}' as "senderName",
      sites.settings -> 'mails' as "ownTexts",
      sites.settings #> '{orders,notify}' as notify,
      orders.email,
      orders.number,
      orders.currency,
      orders.subtotal,
      orders.discounts,
      orders.tax,
      orders.tax_included as "taxIncluded",
      orders.taxes,
      orders.shipping,
      orders.shipping_option as "shippingOption",
      orders.total,
      orders.gift_cards as "giftCards",
      orders.shipping_address as "shippingAddress",
      (
        select json_agg(
          json_build_object('title', title, 'quantity', quantity, 'total', quantity * unit_price) order by position
        )::text
        from order_lines
        where order_lines.site_id = ${siteId} and order_lines.order_id = orders.id
      ) as lines
    from orders
    join sites on sites.id = orders.site_id
    where orders.site_id = ${siteId} and orders.id = ${orderId}
      and orders.status in ('PAID', 'FULFILLED')
      and sites.suspended_at is null`;
  return row && { ...row, lines: JSON.parse(row.lines ?? "[]") as PaidOrder["lines"] };
}
