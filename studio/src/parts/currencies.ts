import { language } from "../app/texts.ts";

/** All currencies by name, in the language of the studio. */
export function currencies(): { id: string; label: string }[] {
  return Intl.supportedValuesOf("currency")
    .map((code) => ({ id: code.toLowerCase(), label: `${currencyName(code)} (${code})` }))
    .sort((a, b) => a.label.localeCompare(b.label, language));
}

export const currencyName = (code: string): string =>
  new Intl.DisplayNames([language], { type: "currency" }).of(code.toUpperCase()) ?? code.toUpperCase();
