import type { AdminSite } from "@vitrine/client/admin";
import { language } from "../app/texts.ts";

/** The currencies in which a site sells beside its own one. */
export const furtherCurrencies = ({ currency, settings }: Pick<AdminSite, "currency" | "settings">): readonly string[] =>
  (settings.currencies ?? []).filter((each) => each !== currency);

/** All currencies by name, in the language of the studio. */
export function currencies(): { id: string; label: string }[] {
  return Intl.supportedValuesOf("currency")
    .map((code) => ({ id: code.toLowerCase(), label: `${currencyName(code)} (${code})` }))
    .sort((a, b) => a.label.localeCompare(b.label, language));
}

export const currencyName = (code: string): string =>
  new Intl.DisplayNames([language], { type: "currency" }).of(code.toUpperCase()) ?? code.toUpperCase();
