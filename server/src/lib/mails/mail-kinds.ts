import type { Html } from "../text/html.ts";

/** A placeholder that a text may name. `line`: plain text in one line. `lines`: a part of the mail with lines of its own. `link`: an http(s) address. */
export interface Placeholder {
  form: "line" | "lines" | "link";
  description: string;
  /** The mail is useless without it: the body of each text must name it. */
  isRequired?: true;
}

/** A kind of mail that a site sends to its customers, its buyers or its team. */
export interface MailKindSpec {
  to: "customer" | "buyer" | "team";
  /** A sentence. */
  sentWhen: string;
  /** The setting that switches it on, as a path. Null: none does. */
  setting: string | null;
  placeholders: Readonly<Record<string, Placeholder>>;
}

const site: Placeholder = { form: "line", description: "The name of the site." };
const name: Placeholder = {
  form: "line",
  description: "The customer's first name. Empty if it is unknown, or looks like a message or an address.",
};
const shopLink: Placeholder = { form: "link", description: "The storefront URL of the site. Empty if the site has none." };
const validFor: Placeholder = { form: "line", description: "How long the link works." };
const hostedLink: Placeholder = {
  form: "link",
  description: "The same on a page of this server, in case the storefront's page fails. The server adds it where a text does not name it.",
};
const number: Placeholder = { form: "line", description: "The number of the order." };
const order: Placeholder = { form: "lines", description: "The items of the order, and its sums." };
const total: Placeholder = { form: "line", description: "What the order costs in all." };
const shipment = {
  site,
  number,
  items: { form: "lines", description: "The items of the shipment, one in a line." },
  parcel: { form: "line", description: "The carrier and the number of the parcel. Empty without tracking." },
  trackingLink: { form: "link", description: "Where the buyer follows the parcel. Empty without tracking." },
  shopLink,
} as const satisfies Record<string, Placeholder>;

const shipped = "The shop records a shipment, unless that request says otherwise";
const confirmationMail = "settings.orders.confirmationMail";

/** Every kind of mail that a site sends. Mails about accounts of its team and about signups belong to the server. */
export const mailKinds = {
  "verify-email": {
    to: "customer",
    sentWhen: "A customer registers, or asks to confirm the address.",
    setting: null,
    placeholders: {
      site,
      name,
      link: { form: "link", description: "Confirms the address.", isRequired: true },
      hostedLink,
      disownLink: { form: "link", description: "Removes an account that somebody else made with the address.", isRequired: true },
      validFor,
    },
  },
  "reset-password": {
    to: "customer",
    sentWhen: "A customer, or the shop for them, asks for a new password.",
    setting: null,
    placeholders: {
      site,
      name,
      link: { form: "link", description: "Leads to the page where the customer chooses a password.", isRequired: true },
      hostedLink,
      validFor,
    },
  },
  "password-changed": {
    to: "customer",
    sentWhen: "The password of a customer was changed.",
    setting: null,
    placeholders: { site, name, shopLink },
  },
  "change-email": {
    to: "customer",
    sentWhen: "The shop enters a new address for a customer, who gets this mail there.",
    setting: null,
    placeholders: {
      site,
      name,
      link: { form: "link", description: "Confirms the new address.", isRequired: true },
      hostedLink,
      validFor,
    },
  },
  "email-change-requested": {
    to: "customer",
    sentWhen: "The shop enters a new address for a customer, who gets this mail at the present one if it is confirmed.",
    setting: null,
    placeholders: { site, name, shopLink },
  },
  "order-paid": {
    to: "buyer",
    sentWhen: "An order is paid, or the shop sends its confirmation again.",
    setting: confirmationMail,
    placeholders: { site, number, order, total, shopLink },
  },
  "gift-cards": {
    to: "buyer",
    sentWhen: "An order of gift cards is paid, or the shop makes a gift card for somebody or gives it a new code.",
    setting: null,
    placeholders: {
      site,
      cards: { form: "lines", description: "Each card with its code, its value and the day on which it expires.", isRequired: true },
      shopLink,
    },
  },
  "order-shipped": {
    to: "buyer",
    sentWhen: `${shipped}, and everything has been sent.`,
    setting: null,
    placeholders: shipment,
  },
  "order-partly-shipped": {
    to: "buyer",
    sentWhen: `${shipped}, and more is to follow.`,
    setting: null,
    placeholders: shipment,
  },
  "order-refunded": {
    to: "buyer",
    sentWhen: "The shop refunds an order, or a part of it.",
    setting: confirmationMail,
    placeholders: { site, number, amount: { form: "line", description: "What is refunded." }, shopLink },
  },
  "order-cancelled": {
    to: "buyer",
    sentWhen: "The shop cancels an order.",
    setting: confirmationMail,
    placeholders: { site, number, shopLink },
  },
  "order-notice": {
    to: "team",
    sentWhen: "An order is paid.",
    setting: "settings.orders.notify",
    placeholders: {
      site,
      number,
      order,
      total,
      buyer: { form: "line", description: "The buyer's e-mail address. Empty if the buyer has not given one." },
    },
  },
  "payment-notice": {
    to: "team",
    sentWhen: "A buyer disputes a payment, a dispute ends, or a refund fails after the payment processor took it.",
    setting: "settings.orders.notify",
    placeholders: {
      site,
      number: { form: "line", description: "The number of the order. Empty for a payment without an order." },
      report: { form: "line", description: "What happened, in one sentence." },
      amount: { form: "line", description: "The disputed amount, or the amount of the refund." },
      reason: { form: "line", description: "The payment processor's code for the reason. Empty if it gave none." },
      deadline: { form: "line", description: "The last day to answer a dispute. Empty if there is none." },
    },
  },
  "form-notice": {
    to: "team",
    sentWhen: "A visitor submits a form.",
    setting: "settings.forms.notify",
    placeholders: {
      site,
      form: { form: "line", description: "The name of the form." },
      submittedAt: { form: "line", description: "When the visitor submitted it." },
      fields: { form: "lines", description: "The fields with what the visitor entered." },
      replyTo: { form: "line", description: "The address to which a reply goes, as the visitor entered it. Empty if there is none." },
    },
  },
} as const satisfies Record<string, MailKindSpec>;

export type MailKind = keyof typeof mailKinds;
export const mailKindNames = Object.keys(mailKinds) as MailKind[];

/** The value of each placeholder of a kind. Null or empty: there is none. */
export type MailValues<Kind extends MailKind = MailKind> = Kind extends MailKind
  ? Readonly<Record<keyof (typeof mailKinds)[Kind]["placeholders"] & string, MailValue | null>>
  : never;
/** A text, or a part of the mail in both of its forms. */
export type MailValue = string | { text: string; html: Html };
