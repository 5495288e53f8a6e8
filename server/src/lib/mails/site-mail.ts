import type { Logger } from "pino";
import type { MailKind, MailValues } from "./mail-kinds.ts";
import type { MailText } from "./mail-text.ts";
import { MailTextUnusable, renderMailText, type RenderedMail } from "./render-mail-text.ts";

/** A mail to one recipient, before it is clear whose words it has. */
export interface SiteMail<Kind extends MailKind = MailKind> {
  kind: Kind;
  /** Of the recipient. */
  locale: string;
  /** The mail in our words. */
  ours: RenderedMail;
  values: MailValues<Kind>;
  /** The server adds this after a text of the site's own, unless the text names the placeholder. */
  appendix?: { text: string; url: string; unlessNamed: string } | null;
}

/** The site and locale of a mail with sample values. */
export interface SampleSite {
  siteName: string;
  storefrontUrl: string | null;
  /** The beginning of the addresses of the site's pages on this server. */
  hostedUrl: string;
  currency: string;
  locale: string;
}

/** The site's own text for a locale: the one in it, or else the one in its language. `texts`: those of a kind, as they are stored. */
export function ownTextFor(texts: unknown, locale: string): { locale: string; text: MailText } | undefined {
  if (typeof texts !== "object" || texts === null) return undefined;
  const [language = ""] = locale.split("-");
  const textLocale = [locale, language].find((each) => Object.hasOwn(texts, each));
  return textLocale === undefined ? undefined : { locale: textLocale, text: (texts as Record<string, MailText>)[textLocale] as MailText };
}

/** The mail in a text of the site's own. Throws MailTextUnusable. */
export function renderSiteMail(
  { kind, values, appendix }: Omit<SiteMail, "ours" | "locale">,
  text: MailText,
  locale: string,
): RenderedMail {
  if (typeof text?.subject !== "string" || typeof text.body !== "string") throw new MailTextUnusable("is not a text");
  const isNeeded = appendix && !text.body.includes(`{${appendix.unlessNamed}}`);
  return renderMailText(kind, text, values, { language: locale, appendix: isNeeded ? appendix : null });
}

/** The mail in the site's own words, or in ours: where there are no others, and where they cannot be rendered, which is logged. */
export function siteMail<Kind extends MailKind>(
  { log }: { log: Logger },
  siteId: string,
  texts: unknown,
  mail: SiteMail<Kind>,
): RenderedMail {
  const own = ownTextFor(texts, mail.locale);
  if (!own) return mail.ours;
  try {
    return renderSiteMail(mail, own.text, own.locale);
  } catch (error) {
    if (!(error instanceof MailTextUnusable)) throw error;
    log.warn(
      { site: siteId, kind: mail.kind, locale: own.locale },
      "a site's own text of a mail cannot be rendered: it was sent in the server's words",
    );
    return mail.ours;
  }
}
