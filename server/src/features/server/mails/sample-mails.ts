import { mailKinds, type MailKind, type MailValue, type Placeholder } from "../../../lib/mails/mail-kinds.ts";
import { mailTextErrors, type MailText } from "../../../lib/mails/mail-text.ts";
import { MailTextUnusable, type RenderedMail } from "../../../lib/mails/render-mail-text.ts";
import { ownTextFor, renderSiteMail, type SampleSite, type SiteMail } from "../../../lib/mails/site-mail.ts";
import { plainLine } from "../../../lib/text/mail-layout.ts";
import { customerMailKinds, sampleCustomerMail } from "../../shop/customers/index.ts";
import { sampleFormMail } from "../../shop/forms/index.ts";
import { sampleGiftCardMail } from "../../shop/gift-cards/index.ts";
import { sampleOrderMails } from "../../shop/orders/index.ts";
import { samplePaymentNotice } from "../../shop/payments/index.ts";
import type { MailSite } from "./mail-site.ts";

const sampleMails: Readonly<Record<MailKind, (site: SampleSite) => SiteMail>> = {
  ...(Object.fromEntries(customerMailKinds.map((kind) => [kind, (site: SampleSite) => sampleCustomerMail(kind, site)])) as Record<
    (typeof customerMailKinds)[number],
    (site: SampleSite) => SiteMail
  >),
  ...sampleOrderMails,
  "gift-cards": sampleGiftCardMail,
  "payment-notice": samplePaymentNotice,
  "form-notice": sampleFormMail,
};

export interface ShownMail extends RenderedMail {
  /** Whether the mail is in the site's own words. */
  own: boolean;
  /** Why the site's own text is not used. */
  problem: string | null;
}

/** A mail of a site with sample values, as a recipient of the locale would get it; with `text`, as they would get it in this text. */
export function showSampleMail(site: MailSite, publicUrl: string, kind: MailKind, locale: string, text?: MailText): ShownMail {
  return showMailOf(site, sampleOf(site, publicUrl, kind, locale), locale, text);
}

/** The same with the values of a mail. */
export function showMailOf(site: MailSite, mail: SiteMail, locale: string, text?: MailText): ShownMail {
  if (text) return { ...renderSiteMail(mail, text, locale), own: true, problem: null };
  const ownText = ownTextFor(site.settings.mails?.[mail.kind], locale);
  if (!ownText) return { ...mail.ours, own: false, problem: null };
  try {
    return { ...renderSiteMail(mail, ownText.text, ownText.locale), own: true, problem: null };
  } catch (error) {
    if (!(error instanceof MailTextUnusable)) throw error;
    return { ...mail.ours, own: false, problem: error.message };
  }
}

/** Why a stored text cannot be rendered. */
export function textProblem(kind: MailKind, text: MailText): string | null {
  const [error] = mailTextErrors(kind, text);
  return error ? `${error.path.slice(1)} ${error.message}` : null;
}

/** The placeholders of a kind, with a sample value of each. */
export function samplePlaceholders(site: MailSite, publicUrl: string, kind: MailKind) {
  const values: Readonly<Record<string, MailValue | null>> = sampleOf(site, publicUrl, kind, site.defaultLocale).values;
  const placeholders: Readonly<Record<string, Placeholder>> = mailKinds[kind].placeholders;
  return Object.entries(placeholders).map(([name, { form, description, isRequired = false }]) => {
    const value = values[name] ?? "";
    const sample = typeof value === "string" ? plainLine(value, 500) : value.text;
    return { name, description, required: isRequired, inSubject: form === "line", sample };
  });
}

function sampleOf({ name, slug, storefrontUrl, currency }: MailSite, publicUrl: string, kind: MailKind, locale: string): SiteMail {
  const hostedUrl = `${publicUrl}/sites/${slug}`;
  return sampleMails[kind]({ siteName: name, storefrontUrl, hostedUrl, currency, locale });
}
