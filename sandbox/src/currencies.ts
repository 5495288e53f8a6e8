import { badParameter } from "./errors.ts";

// https://docs.stripe.com/currencies
const all = new Set(
  (
    "usd aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bhd bif bmd bnd bob brl bsd bwp byn bzd cad cdf chf clp cny cop crc cve czk " +
    "djf dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gnf gtq gyd hkd hnl htg huf idr ils inr isk jmd jod jpy kes kgs khr kmf krw kwd kyd " +
    "kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop mur mvr mwk mxn myr mzn nad ngn nio nok npr nzd omr pab pen pgk php pkr pln pyg qar " +
    "ron rsd rub rwf sar sbd scr sek sgd shp sle sos srd std szl thb tjs tnd top try ttd twd tzs uah ugx uyu uzs vnd vuv wst xaf xcd xcg xof " +
    "xpf yer zar zmw"
  ).split(" "),
);
const withoutDecimals = new Set("bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" "));
const withThreeDecimals = new Set("bhd jod kwd omr tnd".split(" "));
/** Sent with two decimals for the sake of old clients, and charged without them. */
const wholeOnly = new Set(["isk", "ugx"]);
const smallest: Readonly<Record<string, number>> = {
  aed: 200,
  bgn: 100,
  czk: 1_500,
  dkk: 250,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  jpy: 50,
  mxn: 1_000,
  myr: 200,
  nok: 300,
  pln: 200,
  ron: 200,
  sek: 300,
  thb: 1_000,
};
const largest = 99_999_999;

export function isCurrency(code: string): boolean {
  return all.has(code);
}

/** Refuses an amount that cannot be charged. `what` names it in the message: "Amount", or the whole of a session. */
export function checkAmount(amount: number, currency: string, what: string, param?: string): void {
  const least = smallest[currency] ?? (withoutDecimals.has(currency) ? 1 : 50);
  if (amount < least)
    throw badParameter(`${what} must be at least ${formatAmount(least, currency)} ${currency}`, param, "amount_too_small");
  checkLargest(amount, currency, what, param);
  const step = withThreeDecimals.has(currency) ? 10 : wholeOnly.has(currency) ? 100 : 1;
  if (amount % step !== 0)
    throw badParameter(`${what} in ${currency} must be evenly divisible by ${step}`, param, "parameter_invalid_integer");
}

export function checkLargest(amount: number, currency: string, what: string, param?: string): void {
  if (amount > largest)
    throw badParameter(`${what} must be no more than ${formatAmount(largest, currency)} ${currency}`, param, "amount_too_large");
}

/** `€42.00`, for people. */
export function formatAmount(amount: number, currency: string): string {
  const decimals = withoutDecimals.has(currency) ? 0 : withThreeDecimals.has(currency) ? 3 : 2;
  let format = formats.get(currency);
  if (!format) {
    format = new Intl.NumberFormat("en", {
      style: "currency",
      currency,
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
    formats.set(currency, format);
  }
  return format.format(amount / 10 ** decimals);
}

const formats = new Map<string, Intl.NumberFormat>();
