import type { SiteLocales } from "../../../lib/text/locale.ts";

/** The locale, if translations may have words in it: nothing for the default one, whose words products and categories have themselves. */
export function translatedLocale(site: Pick<SiteLocales, "defaultLocale">, locale: string | undefined): string | undefined {
  return locale === site.defaultLocale ? undefined : locale;
}

/** The name of the words of a site's catalogue, or of its translations into a locale, among all that can be searched. */
export function vocabularyIn(locale: string | undefined): string {
  return locale === undefined ? "catalog" : `catalog ${locale}`;
}
