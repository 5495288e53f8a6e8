import type { MailKind } from "../../../lib/mails/mail-kinds.ts";
import type { SampleSite, SiteMail } from "../../../lib/mails/site-mail.ts";
import type { Sql } from "../../../ports/database.ts";
import { orderSiteMail, sampleOrder, type AboutOrderMail } from "./order-mail.ts";
import { orderSiteNotice } from "./order-notice.ts";
import { orderSiteUpdate, type AboutOrderUpdate } from "./order-update.ts";
import { readPaidOrder } from "./read-paid-order.ts";

type MailedOrder = AboutOrderMail & { email: string | null };

const tracking = { carrier: "DHL", number: "00340434161094042557", url: "https://carrier.example/00340434161094042557" };

const updateMail = (eventOf: (order: MailedOrder) => AboutOrderUpdate["event"]) => (order: MailedOrder) =>
  orderSiteUpdate({ ...order, event: eventOf(order) });
const shipped = (isWhole: boolean) => updateMail(({ lines }) => ({ kind: "FULFILLED", isWhole, lines, tracking }));

/** The mails about an order, by kind. What has not happened to it is made up: a shipment, a refund of its last line, a cancellation. */
const orderMails = {
  "order-paid": orderSiteMail,
  "order-shipped": shipped(true),
  "order-partly-shipped": shipped(false),
  "order-refunded": updateMail(({ lines, total }) => ({ kind: "REFUNDED", amount: lines.at(-1)?.total ?? total })),
  "order-cancelled": updateMail(() => ({ kind: "CANCELLED" })),
  "order-notice": orderSiteNotice,
} satisfies Partial<Record<MailKind, (order: MailedOrder) => SiteMail>>;

type OrderMailKind = keyof typeof orderMails;

export const isOrderMail = (kind: MailKind): kind is OrderMailKind => Object.hasOwn(orderMails, kind);

/** The mails about orders with values that nobody has, by kind. */
export const sampleOrderMails = Object.fromEntries(
  Object.entries(orderMails).map(([kind, mail]) => [kind, (site: SampleSite) => mail({ ...sampleOrder(site), email: "ada@example.com" })]),
) as Record<OrderMailKind, (site: SampleSite) => SiteMail>;

/** The mail of a kind about a paid order of the site, in a locale. Undefined: there is no such order. */
export async function orderMailOf(
  sql: Sql,
  kind: OrderMailKind,
  of: { siteId: string; orderId: string; locale: string },
): Promise<SiteMail | undefined> {
  const order = await readPaidOrder(sql, of);
  return order && orderMails[kind]({ ...order, locale: of.locale });
}
