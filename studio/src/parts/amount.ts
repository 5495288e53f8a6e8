import { currencyDigits, currencyStep } from "@vitrine/client";
import { language } from "../app/texts.ts";

/** An amount in minor units as people write it into a field: `49,90` in German. */
export function textOfAmount(amount: number | null | undefined, currency: string, locale: string = language): string {
  if (amount === null || amount === undefined) return "";
  const digits = currencyDigits(currency);
  const format = new Intl.NumberFormat(locale, { useGrouping: false, minimumFractionDigits: digits, maximumFractionDigits: digits });
  return format.format(amount / 10 ** digits);
}

/** The amount in minor units that somebody wrote, with a point or a comma, with or without groups. Null: nothing. Undefined: it is not an amount. */
export function amountOf(text: string, currency: string): number | null | undefined {
  const plain = text.replace(/[\s\u00a0'’]/g, "");
  if (plain === "") return null;
  const digits = currencyDigits(currency);
  // The last mark is the decimal one, if as many digits as the currency has stand behind it at most; all others make groups.
  const [, whole = "", rest = ""] = /^([\d.,]*?)(?:[.,](\d*))?$/.exec(plain) ?? [];
  if (!/^[\d.,]+$/.test(plain)) return undefined;
  const isDecimal = rest.length <= digits;
  if (!isDecimal && rest.length !== 3) return undefined;
  // Groups have three digits: `4,2,` is a slip, and not 42.
  if (!/^(?:\d*|\d{1,3}(?:[.,]\d{3})+)$/.test(whole)) return undefined;
  const units = (isDecimal ? whole : whole + rest).replace(/[.,]/g, "");
  if (units === "" && rest === "") return undefined;
  const amount = Number(units + (isDecimal ? rest : "").padEnd(digits, "0"));
  return Number.isSafeInteger(amount) ? amount : undefined;
}

/**
 * What is wrong with a written price: it is no amount, or the payment processor takes none of this size. `stored`: a price that is there already must
 * not keep others from being changed.
 */
export function priceError(text: string, currency: string, stored?: number): "amount" | "step" | undefined {
  const amount = amountOf(text, currency);
  if (typeof amount !== "number") return "amount";
  return amount === stored || amount % currencyStep(currency) === 0 ? undefined : "step";
}
