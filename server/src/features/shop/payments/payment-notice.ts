import type { SampleSite, SiteMail } from "../../../lib/mails/site-mail.ts";
import { messages } from "../../../lib/messages/index.ts";
import { languageOf } from "../../../lib/text/language.ts";
import { layOutMail, plainLine } from "../../../lib/text/mail-layout.ts";
import { formatMoney } from "../../../lib/text/money.ts";
import type { PaymentIncident } from "../../../ports/processor.ts";

export interface AboutPaymentNotice extends Pick<PaymentIncident, "kind" | "amount" | "reason" | "outcome"> {
  locale: string;
  siteName: string;
  /** Null: the payment has no order. */
  number: number | null;
  paymentId: string;
  currency: string;
  /** ISO 8601. */
  respondBy: string | null;
  /** IANA; null: UTC. */
  timeZone: string | null;
}

/** Tells the people of a site about a dispute or a failed refund, in the site's language where there is a translation, else in English. */
export function paymentSiteNotice(about: AboutPaymentNotice): SiteMail<"payment-notice"> {
  const { locale, kind, number, paymentId, outcome, reason, respondBy, timeZone } = about;
  const language = languageOf(locale);
  const texts = messages[language].paymentNotice;
  const site = plainLine(about.siteName, 100);
  const amount = formatMoney(about.amount, about.currency, language);
  const code = reason === null ? null : plainLine(reason, 100);
  const deadline =
    respondBy === null
      ? null
      : new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: timeZone ?? "UTC" }).format(new Date(respondBy));
  const subjectOf = number === null ? texts.payment(paymentId) : texts.order(number);
  const { subject, report, remedy } = {
    DISPUTED: texts.disputed,
    DISPUTE_CLOSED: outcome === "WON" ? texts.won : texts.lost,
    REFUND_FAILED: texts.refundFailed,
  }[kind];
  const told = { about: subjectOf, amount, deadline };
  return {
    kind: "payment-notice",
    locale,
    ours: layOutMail({
      language,
      site,
      subject: `${subject(subjectOf)} – ${site}`,
      name: null,
      opening: report(told),
      link: null,
      closing: [...(code === null ? [] : [texts.reason(code)]), ...(remedy ? [remedy(told)] : [])],
      footer: texts.footer,
    }),
    values: {
      site,
      number: number === null ? null : String(number),
      report: report(told),
      amount,
      reason: code,
      deadline,
    },
  };
}

/** A notice about a dispute that nobody has opened. */
export function samplePaymentNotice({ siteName, currency, locale }: SampleSite): SiteMail<"payment-notice"> {
  return paymentSiteNotice({
    locale,
    siteName,
    currency,
    number: 1_001,
    paymentId: "",
    kind: "DISPUTED",
    amount: 98_00,
    reason: "product_not_received",
    outcome: null,
    respondBy: "2027-01-31T12:00:00.000Z",
    timeZone: null,
  });
}
