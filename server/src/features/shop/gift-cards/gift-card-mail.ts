import type { SampleSite, SiteMail } from "../../../lib/mails/site-mail.ts";
import { messages } from "../../../lib/messages/index.ts";
import { html } from "../../../lib/text/html.ts";
import { languageOf } from "../../../lib/text/language.ts";
import { layOutMail, plainLine } from "../../../lib/text/mail-layout.ts";
import { formatMoney } from "../../../lib/text/money.ts";

/** Gift cards for a mail. Amounts in minor units. */
interface AboutGiftCards {
  locale: string;
  siteName: string;
  storefrontUrl: string | null;
  /** In which the days begin. */
  timeZone: string;
  cards: readonly { code: string; balance: number; currency: string; expiresAt: Date | null }[];
}

/** Brings the codes of gift cards to their buyer, or to whom the shop gives them. */
export function giftCardSiteMail(about: AboutGiftCards): SiteMail<"gift-cards"> {
  const { locale, storefrontUrl: shopLink, timeZone } = about;
  const language = languageOf(locale);
  const texts = messages[language].giftCardMail;
  const site = plainLine(about.siteName, 100);
  const day = (at: Date) => new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone }).format(at);
  const lines = about.cards.map(({ code, balance, currency, expiresAt }) => ({
    code,
    about: [formatMoney(balance, currency, language), ...(expiresAt ? [texts.expires(day(expiresAt))] : [])].join(", "),
  }));
  const cards = {
    text: lines.map((line) => `${line.code} (${line.about})`).join("\n"),
    html: html`<ul>
      ${lines.map((line) => html`<li><strong>${line.code}</strong> (${line.about})</li>`)}
    </ul>`,
  };
  const ours = layOutMail({
    language,
    site,
    subject: texts.subject(lines.length, site),
    name: null,
    opening: texts.opening(lines.length, site),
    details: cards,
    link: shopLink === null ? null : { url: shopLink, button: messages[language].commonMail.goToShop },
    closing: [texts.closing],
  });
  return { kind: "gift-cards", locale, ours, values: { site, cards, shopLink } };
}

/** The mail about a card that nobody has. */
export function sampleGiftCardMail({ siteName, storefrontUrl, currency, locale }: SampleSite): SiteMail<"gift-cards"> {
  const cards = [{ code: "ABCD-EFGH-JKLM-NPQR", balance: 50_00, currency, expiresAt: null }];
  return giftCardSiteMail({ locale, siteName, storefrontUrl, timeZone: "UTC", cards });
}
