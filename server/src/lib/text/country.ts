const names = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
/** Codes that Intl names, and that are no country: of groups of countries, and of nowhere. */
const others = new Set(["EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"]);

/** The code of ISO 3166-1 in capitals, in place of a withdrawn one its successor: `uk` is GB. Undefined: there is no such country. */
export function canonicalCountry(text: string): string | undefined {
  if (!/^[A-Za-z]{2}$/.test(text)) return undefined;
  const { region } = new Intl.Locale(`und-${text}`);
  return region === undefined || others.has(region) || names.of(region) === undefined ? undefined : region;
}

/** Those to which the processor's page does not ship. https://docs.stripe.com/payments/collect-addresses#supported-countries */
const unshippable = new Set([
  "AS",
  "CC",
  "CP",
  "CQ",
  "CU",
  "CX",
  "DG",
  "EA",
  "FM",
  "HM",
  "IC",
  "IR",
  "KP",
  "MH",
  "MP",
  "NF",
  "PW",
  "SY",
  "UM",
  "VI",
]);

/** Whether the processor's page takes addresses in the country. */
export function isShippable(country: string): boolean {
  return !unshippable.has(country);
}

/** Its name in the language. */
export function countryName(country: string, language: string): string {
  return new Intl.DisplayNames([language], { type: "region" }).of(country) ?? country;
}
