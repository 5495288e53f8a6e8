import type { SampleSite, SiteMail } from "../../../lib/mails/site-mail.ts";
import { messages } from "../../../lib/messages/index.ts";
import { languageOf, type Language } from "../../../lib/text/language.ts";
import { layOutMail, plainLine } from "../../../lib/text/mail-layout.ts";

export const customerMailKinds = ["verify-email", "reset-password", "password-changed", "change-email", "email-change-requested"] as const;
export type CustomerMailKind = (typeof customerMailKinds)[number];

export interface AboutCustomerMail {
  locale: string;
  siteName: string;
  firstName: string | null;
  /** The target of the email's link: to confirm, to choose a password; in a notice the shop, if there is one. */
  link: string | null;
  /** Removes an account that somebody else made with the address. In the email to confirm it. */
  disownLink: string | null;
  /** Our own page for the same purpose, if `link` leads elsewhere: that page may not work as it should. */
  spareLink?: string | null;
  /** How long the link works. 7 days to confirm an address, 1 hour for a password, unless said otherwise. */
  validFor?: { days: number } | { hours: number };
}

/** Subject, text and HTML of an email to a customer, in the site's language where there is a translation, else in English. */
export function customerMail(kind: CustomerMailKind, about: AboutCustomerMail): { subject: string; text: string; html: string } {
  if (about.link === null && !isNotice(kind)) throw new Error(`A mail of the kind ${kind} needs a link.`);
  const language = languageOf(about.locale);
  const texts = messages[language].customerMail;
  const words = texts[kind];
  const site = plainLine(about.siteName, 100);
  return layOutMail({
    language,
    site,
    subject: words.subject(site),
    name: about.firstName === null ? null : greetingName(about.firstName),
    opening: words.opening(site),
    link: about.link === null ? null : { url: about.link, button: words.button },
    closing: words.closing({ site, validFor: spanText(language, about.validFor ?? usualSpan[kind]) }),
    spare: about.spareLink ? { text: texts.ifThePageFails, url: about.spareLink } : null,
    disown: words.disown && about.disownLink !== null ? { ...words.disown, url: about.disownLink } : null,
  });
}

/** The mail, also for a text of the site's own. */
export function customerSiteMail(kind: CustomerMailKind, about: AboutCustomerMail): SiteMail {
  const language = languageOf(about.locale);
  const { link, disownLink } = about;
  const common = { site: plainLine(about.siteName, 100), name: about.firstName === null ? null : greetingName(about.firstName) };
  const ours = customerMail(kind, about);
  const { locale } = about;
  if (isNotice(kind)) return { kind, locale, ours, values: { ...common, shopLink: link } } satisfies SiteMail<typeof kind>;
  const hostedLink = about.spareLink ?? link;
  const validFor = spanText(language, about.validFor ?? usualSpan[kind]);
  const appendix = about.spareLink
    ? { text: messages[language].customerMail.ifThePageFails, url: about.spareLink, unlessNamed: "hostedLink" }
    : null;
  return kind === "verify-email"
    ? ({ kind, locale, ours, values: { ...common, link, hostedLink, disownLink, validFor }, appendix } satisfies SiteMail<typeof kind>)
    : ({ kind, locale, ours, values: { ...common, link, hostedLink, validFor }, appendix } satisfies SiteMail<typeof kind>);
}

/** A mail with values that nobody has. */
export function sampleCustomerMail(kind: CustomerMailKind, { siteName, storefrontUrl, hostedUrl, locale }: SampleSite): SiteMail {
  const token = "sample";
  const pageUrl = (page: string) => `${hostedUrl}/${page}?token=${token}`;
  const link = isNotice(kind) ? storefrontUrl : pageUrl(pageOf(kind));
  return customerSiteMail(kind, {
    locale,
    siteName,
    firstName: "Ada",
    link,
    disownLink: kind === "verify-email" ? pageUrl("not-me") : null,
  });
}

const usualSpan = {
  "verify-email": { days: 7 },
  "reset-password": { hours: 1 },
  "password-changed": { hours: 1 },
  "change-email": { days: 7 },
  "email-change-requested": { days: 7 },
} as const;

/** Whether a mail only tells something, without a link for a purpose. */
export function isNotice(kind: CustomerMailKind): kind is "password-changed" | "email-change-requested" {
  return kind === "password-changed" || kind === "email-change-requested";
}

/** The page that the link of a mail opens. */
export function pageOf(kind: Exclude<CustomerMailKind, "password-changed" | "email-change-requested">): "verify-email" | "reset-password" {
  return kind === "reset-password" ? "reset-password" : "verify-email";
}

/**
 * The name to greet with, or none. Anybody can have such an email sent to anybody, so the name must not carry a message: email programs
 * turn any text that looks like an address into a link.
 */
function greetingName(firstName: string): string | null {
  const name = plainLine(firstName, 100);
  const looksLikeAddress = /[/\\@:]|www|[.\u3002\uff0e\uff61]\s*\p{L}{2}/iu.test(name.normalize("NFKC"));
  const looksLikeMessage = Array.from(name).length > 40 || /[\p{Nd}\p{Sc}!?]/u.test(name);
  return name === "" || looksLikeAddress || looksLikeMessage ? null : name;
}

/** The words for a span of time: `7 days`, `1 Stunde`. */
function spanText(language: Language, span: { days: number } | { hours: number }): string {
  const [unit, count] = "days" in span ? (["day", span.days] as const) : (["hour", span.hours] as const);
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(count);
}
