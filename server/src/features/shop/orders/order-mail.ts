import type { SampleSite, SiteMail } from "../../../lib/mails/site-mail.ts";
import { messages } from "../../../lib/messages/index.ts";
import { html, type Html, type HtmlValue } from "../../../lib/text/html.ts";
import { languageOf, type Language } from "../../../lib/text/language.ts";
import { layOutMail, plainLine } from "../../../lib/text/mail-layout.ts";
import { formatMoney } from "../../../lib/text/money.ts";
import { addressLines, type Address } from "./address.ts";
import type { ChosenShipping, OrderDiscount, OrderGiftCard, OrderTax } from "./order.ts";

/** Amounts in minor units. */
export interface AboutOrderMail {
  locale: string;
  siteName: string;
  storefrontUrl: string | null;
  number: number;
  currency: string;
  /** Without discounts. */
  lines: readonly { title: string; quantity: number; total: number }[];
  subtotal: number;
  discounts: readonly OrderDiscount[];
  tax: number;
  taxIncluded: boolean;
  taxes: readonly Pick<OrderTax, "title" | "amount">[];
  shipping: number;
  shippingOption: Pick<ChosenShipping, "title"> | null;
  total: number;
  giftCards: readonly OrderGiftCard[];
  shippingAddress: Address | null;
}

/**
 * Tells the payer of an order which items it contains, in the buyer's language where there is a translation, else in English. It greets
 * nobody by name, because the owner of an address is not known.
 */
export function orderMail(about: AboutOrderMail): { subject: string; text: string; html: string } {
  const language = languageOf(about.locale);
  const texts = messages[language].orderMail;
  const site = plainLine(about.siteName, 100);
  return layOutMail({
    language,
    site,
    subject: texts.subject(about.number, site),
    name: null,
    opening: texts.opening(site),
    details: orderDetails(about, language),
    link: about.storefrontUrl === null ? null : { url: about.storefrontUrl, button: messages[language].commonMail.goToShop },
    closing: [],
  });
}

/** The mail, also for a text of the site's own. */
export function orderSiteMail(about: AboutOrderMail): SiteMail<"order-paid"> {
  const { locale, storefrontUrl: shopLink } = about;
  return { kind: "order-paid", locale, ours: orderMail(about), values: { ...orderValues(about), shopLink } };
}

/** The values of the placeholders that mails about orders share. */
export function orderValues(about: AboutOrderMail) {
  const language = languageOf(about.locale);
  return {
    site: plainLine(about.siteName, 100),
    number: String(about.number),
    order: orderDetails(about, language),
    total: formatMoney(about.total, about.currency, language),
  };
}

/** An order that nobody has placed. */
export function sampleOrder({ siteName, storefrontUrl, currency, locale }: SampleSite): AboutOrderMail {
  const lines = [
    { title: "Sample A", quantity: 2, total: 84_00 },
    { title: "Sample B", quantity: 1, total: 9_00 },
  ];
  const sums = {
    subtotal: 93_00,
    discounts: [],
    tax: 0,
    taxIncluded: false,
    taxes: [],
    shipping: 5_00,
    shippingOption: null,
    total: 98_00,
    giftCards: [],
  };
  const shippingAddress = { name: "Ada Lovelace", line1: "1 Sample Street", postalCode: "12345", city: "Sampletown", country: "DE" };
  return { locale, siteName, storefrontUrl, number: 1_001, currency, lines, ...sums, shippingAddress };
}

/** The lines of an order, its sums, and where it goes. */
export function orderDetails(about: Omit<AboutOrderMail, "locale">, language: Language): { text: string; html: Html } {
  const texts = messages[language].orderMail;
  const words = messages[language].order;
  const money = (amountMinor: number) => formatMoney(amountMinor, about.currency, language);
  const lines = about.lines.map(({ title, quantity, total }) => ({ title: plainLine(title, 250), quantity, amount: money(total) }));
  const taxes =
    about.taxes.length > 0
      ? about.taxes.map(({ title, amount }) => ({ name: plainLine(title, 200), amount: money(amount) }))
      : about.tax > 0
        ? [{ name: words.tax, amount: money(about.tax) }]
        : [];
  const paidByCards = about.giftCards.reduce((sum, { amount }) => sum + amount, 0);
  const shippingName = about.shippingOption ? `${words.shipping} (${plainLine(about.shippingOption.title, 200)})` : words.shipping;
  const sums = [
    { name: texts.subtotal, amount: money(about.subtotal) },
    ...about.discounts.map(({ title, code, amount }) => ({
      name: plainLine(code === null ? title : `${title} (${code})`, 260),
      amount: money(-amount),
    })),
    ...(about.taxIncluded ? [] : taxes),
    ...(about.shipping > 0 || about.shippingOption ? [{ name: shippingName, amount: money(about.shipping) }] : []),
    ...(about.taxIncluded ? taxes.map(({ name, amount }) => ({ name: words.taxIncluded(name), amount })) : []),
    { name: texts.total, amount: money(about.total) },
    ...about.giftCards.map(({ last4, amount }) => ({ name: words.giftCard(last4), amount: money(-amount) })),
    ...(about.giftCards.length > 0 ? [{ name: words.toPay, amount: money(about.total - paidByCards) }] : []),
  ];
  const heading = words.order(about.number);
  const address = about.shippingAddress && {
    heading: words.shippingAddress,
    lines: addressLines(about.shippingAddress, language).map((line) => plainLine(line, 200)),
  };
  return { text: textOf(heading, lines, sums, address), html: htmlOf(heading, lines, sums, address) };
}

interface Line {
  title: string;
  quantity: number;
  amount: string;
}

/** The last one is the most important. */
type Sums = readonly { name: string; amount: string }[];

type Label = { heading: string; lines: readonly string[] } | null;

function textOf(heading: string, lines: readonly Line[], sums: Sums, address: Label): string {
  return [
    heading,
    lines.map(({ title, quantity, amount }) => `${quantity} × ${title}: ${amount}`).join("\n"),
    sums.map(({ name, amount }) => `${name}: ${amount}`).join("\n"),
    ...(address ? [[address.heading, ...address.lines].join("\n")] : []),
  ].join("\n\n");
}

const ruled = "padding:8px 0;border-top:1px solid #8a8f98;vertical-align:top";
// Short, since each row has them: Gmail cuts off an email of more than 102 kB.
const style = {
  heading: "margin:24px 0 8px;font-weight:700",
  table: "width:100%;margin:0 0 24px;border-collapse:collapse;font:inherit",
  what: `${ruled};overflow-wrap:anywhere;word-break:break-word`,
  amount: `${ruled};padding-left:16px;text-align:right;white-space:nowrap`,
};

function htmlOf(heading: string, lines: readonly Line[], sums: Sums, address: Label): Html {
  return html`<p style="${style.heading}">${heading}</p>
    <table style="${style.table}">
      ${lines.map(({ title, quantity, amount }) => row(html`${quantity} × <span dir="auto">${title}</span>`, amount))}
      ${sums.slice(0, -1).map(({ name, amount }) => row(name, amount))}
      ${sums.slice(-1).map(({ name, amount }) => row(html`<strong>${name}</strong>`, html`<strong>${amount}</strong>`))}
    </table>
    ${
      address &&
      html`<p style="${style.heading}">${address.heading}</p>
        <p>${address.lines.map((line, index) => html`${index > 0 && html`<br />`}<span dir="auto">${line}</span>`)}</p>`
    }`;
}

function row(what: HtmlValue, amount: HtmlValue): Html {
  return html`<tr>
    <td style="${style.what}">${what}</td>
    <td style="${style.amount}">${amount}</td>
  </tr>`;
}
