import type { SiteMail } from "../../../lib/mails/site-mail.ts";
import { messages } from "../../../lib/messages/index.ts";
import { languageOf } from "../../../lib/text/language.ts";
import { layOutMail, plainLine } from "../../../lib/text/mail-layout.ts";
import { orderDetails, orderValues, type AboutOrderMail } from "./order-mail.ts";

/** Tells the people of a site about a paid order, in the site's language where there is a translation, else in English. */
export function orderNotice(about: AboutOrderMail & { email: string | null }): { subject: string; text: string; html: string } {
  const language = languageOf(about.locale);
  const texts = messages[language].orderNotice;
  const site = plainLine(about.siteName, 100);
  return layOutMail({
    language,
    site,
    subject: texts.subject(about.number, site),
    name: null,
    opening: texts.opening(about.number),
    details: orderDetails(about, language),
    link: null,
    closing: [about.email === null ? texts.noAddress : texts.buyer(about.email)],
    ...(about.email === null ? {} : { footer: texts.footer }),
  });
}

/** The mail, also for a text of the site's own. */
export function orderSiteNotice(about: AboutOrderMail & { email: string | null }): SiteMail<"order-notice"> {
  return { kind: "order-notice", locale: about.locale, ours: orderNotice(about), values: { ...orderValues(about), buyer: about.email } };
}
