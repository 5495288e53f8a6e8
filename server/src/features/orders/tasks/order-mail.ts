import { Type, type Static } from "typebox";
import type { Deps } from "../../../deps.ts";
import { task } from "../../../lib/tasks/task.ts";
import type { Sql } from "../../../ports/database.ts";
import { orderMail, type AboutOrderMail } from "../order-mail.ts";

const Payload = Type.Object({ siteId: Type.String(), orderId: Type.String() });

/**
 * Confirms a payment to the payer of an order, if the order still stands and there is an address. Many may wait: each was paid for, so that
 * nobody makes them for fun.
 */
export const sendOrderMail = task(
  { name: "order-mail", lane: "notices", waitingPerSite: 5_000, payload: Payload },
  ({ sql, mailer, mailFrom }: Pick<Deps, "sql" | "mailer" | "mailFrom">) =>
    async (payload) => {
      const order = await readPaidOrder(sql, payload);
      if (!order) return;
      const from = { name: order.senderName ?? order.siteName, address: mailFrom.address };
      await mailer.send({ to: order.email, from, ...orderMail(order) });
    },
);

interface PaidOrder extends AboutOrderMail {
  email: string;
  senderName: string | null;
}

async function readPaidOrder(sql: Sql, { siteId, orderId }: Static<typeof Payload>): Promise<PaidOrder | undefined> {
  const [row] = await sql<Omit<PaidOrder, "email" | "lines"> & { email: string | null; lines: string | null }>`
    select
      sites.name as "siteName",
      coalesce(orders.locale, sites.default_locale) as locale,
      sites.storefront_url as "storefrontUrl",
      sites.settings #>> '{mail,senderName}' as "senderName",
      orders.email,
      orders.number,
      orders.currency,
      orders.subtotal,
      orders.tax,
      orders.shipping,
      orders.total,
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
  if (!row || row.email === null) return undefined;
  return { ...row, email: row.email, lines: JSON.parse(row.lines ?? "[]") as PaidOrder["lines"] };
}
