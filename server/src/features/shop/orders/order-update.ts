import type { SiteMail } from "../../../lib/mails/site-mail.ts";
import { messages } from "../../../lib/messages/index.ts";
import { html } from "../../../lib/text/html.ts";
import { languageOf } from "../../../lib/text/language.ts";
import { layOutMail, plainLine } from "../../../lib/text/mail-layout.ts";
import { formatMoney } from "../../../lib/text/money.ts";
import type { Tracking } from "./order-event.ts";

/** An event of an order for a mail to its buyer. Amounts in minor units. */
export interface AboutOrderUpdate {
  locale: string;
  siteName: string;
  storefrontUrl: string | null;
  number: number;
  currency: string;
  event:
    | { kind: "CANCELLED" }
    | { kind: "REFUNDED"; amount: number }
    | { kind: "FULFILLED"; isWhole: boolean; lines: readonly { title: string; quantity: number }[]; tracking: Tracking | null };
}

/** Tells the buyer what happened to their order, in their language where there is a translation, else in English. */
function orderUpdate(about: AboutOrderUpdate): { subject: string; text: string; html: string } {
  const language = languageOf(about.locale);
  const { event, number, currency } = about;
  const texts = messages[language].orderUpdate;
  const site = plainLine(about.siteName, 100);
  const shop = about.storefrontUrl === null ? null : { url: about.storefrontUrl, button: messages[language].commonMail.goToShop };
  const common = { language, site, name: null, link: shop, closing: [] };
  switch (event.kind) {
    case "CANCELLED":
      return layOutMail({ ...common, subject: texts.cancelled.subject(number, site), opening: texts.cancelled.opening(number, site) });
    case "REFUNDED": {
      const amount = formatMoney(event.amount, currency, language);
      return layOutMail({
        ...common,
        subject: texts.refunded.subject(number, site),
        opening: texts.refunded.opening(number, amount),
        closing: [texts.refunded.duration],
      });
    }
    case "FULFILLED": {
      const { isWhole, tracking } = event;
      const { items, parcel } = shipmentParts(event);
      return layOutMail({
        ...common,
        subject: texts.shipped.subject(number, site),
        opening: isWhole ? texts.shipped.opening(number) : texts.shipped.openingOfPart(number),
        details: items,
        link: tracking?.url === undefined ? shop : { url: tracking.url, button: texts.shipped.button },
        closing: parcel === "" ? [] : [texts.shipped.parcel(parcel)],
      });
    }
  }
}

type Shipment = Extract<AboutOrderUpdate["event"], { kind: "FULFILLED" }>;

function shipmentParts({ lines, tracking }: Shipment) {
  const items = lines.map(({ title, quantity }) => `${quantity} × ${plainLine(title, 250)}`);
  const parcel = [tracking?.carrier, tracking?.number].flatMap((part) => (part === undefined ? [] : [plainLine(part, 200)])).join(" ");
  const list = html`<ul>
    ${items.map((item) => html`<li><span dir="auto">${item}</span></li>`)}
  </ul>`;
  return { items: { text: items.join("\n"), html: list }, parcel };
}

/** The mail, also for a text of the site's own. */
export function orderSiteUpdate(about: AboutOrderUpdate): SiteMail {
  const { event, locale, currency, storefrontUrl: shopLink } = about;
  const common = { site: plainLine(about.siteName, 100), number: String(about.number), shopLink };
  const mail = { locale, ours: orderUpdate(about) };
  switch (event.kind) {
    case "CANCELLED":
      return { ...mail, kind: "order-cancelled", values: common } satisfies SiteMail<"order-cancelled">;
    case "REFUNDED": {
      const values = { ...common, amount: formatMoney(event.amount, currency, languageOf(locale)) };
      return { ...mail, kind: "order-refunded", values } satisfies SiteMail<"order-refunded">;
    }
    case "FULFILLED": {
      const kind = event.isWhole ? "order-shipped" : "order-partly-shipped";
      const values = { ...common, ...shipmentParts(event), trackingLink: event.tracking?.url ?? null };
      return { ...mail, kind, values } satisfies SiteMail<"order-shipped" | "order-partly-shipped">;
    }
  }
}
