import type { MailKind } from "../../../lib/mails/mail-kinds.ts";
import type { SampleSite, SiteMail } from "../../../lib/mails/site-mail.ts";
import { orderSiteMail, sampleOrder } from "./order-mail.ts";
import { orderSiteNotice } from "./order-notice.ts";
import { orderSiteUpdate, type AboutOrderUpdate } from "./order-update.ts";

const lines = [
  { title: "Sample A", quantity: 2 },
  { title: "Sample B", quantity: 1 },
];
const tracking = { carrier: "DHL", number: "00340434161094042557", url: "https://carrier.example/00340434161094042557" };
const shipment = { kind: "FULFILLED", lines, tracking } as const;

const updateMail = (event: AboutOrderUpdate["event"]) => (site: SampleSite) => orderSiteUpdate({ ...sampleOrder(site), event });

/** The mails about orders with values that nobody has, by kind. */
export const sampleOrderMails = {
  "order-paid": (site: SampleSite) => orderSiteMail(sampleOrder(site)),
  "order-shipped": updateMail({ ...shipment, isWhole: true }),
  "order-partly-shipped": updateMail({ ...shipment, isWhole: false }),
  "order-refunded": updateMail({ kind: "REFUNDED", amount: 9_00 }),
  "order-cancelled": updateMail({ kind: "CANCELLED" }),
  "order-notice": (site: SampleSite) => orderSiteNotice({ ...sampleOrder(site), email: "ada@example.com" }),
} satisfies Partial<Record<MailKind, (site: SampleSite) => SiteMail>>;
