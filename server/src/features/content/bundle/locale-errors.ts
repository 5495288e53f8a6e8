import type { ValidationError } from "../../../lib/http/problem.ts";
import type { Sql } from "../../../ports/database.ts";
import { findStrayLocales, findTranslatedAttributes, type CatalogSite } from "../../shop/catalog/index.ts";

/** A locale cannot be removed from a site that has content in it. Faults by JSON Pointer into the site. */
export async function localesInUse(tx: Sql, siteId: string, locales: readonly string[]): Promise<ValidationError[]> {
  const used = await tx<{ locale: string; count: number }>`
    select locale, count(*)::int as count from translations
    where site_id = ${siteId} and locale <> all (${locales}::text[])
    group by locale order by locale`;
  return used.map(({ locale, count }) => ({
    path: "/locales",
    code: "locale_in_use",
    message: `lacks ${locale}, in which the site has ${count} documents`,
  }));
}

/** The errors of a site whose catalogue has translations into other locales, or of other attributes, than its saved members allow. */
export async function catalogTranslationErrors(tx: Sql, site: CatalogSite): Promise<ValidationError[]> {
  const stray = await findStrayLocales(tx, site);
  const attributes = await findTranslatedAttributes(tx, site.id, await readTranslatedAttributes(tx, site.id));
  return [
    ...stray.map(({ locale, count }) => {
      const isDefault = locale === site.defaultLocale;
      const items = count === 1 ? "1 product, category or plan is" : `${count} products, categories and plans are`;
      return isDefault
        ? { path: "/defaultLocale", code: "locale_in_use", message: `is ${locale}, and ${items} translated into it: import them without` }
        : { path: "/locales", code: "locale_in_use", message: `lacks ${locale}, into which ${items} translated` };
    }),
    ...attributes.map((name) => ({
      path: "/settings/catalog/translatedAttributes",
      code: "attribute_in_use",
      message: `lacks ${name}, which products have translations of`,
    })),
  ];
}

/** The names of the attributes that translations may replace, by the settings that the site has by now. */
export async function readTranslatedAttributes(tx: Sql, siteId: string): Promise<string[]> {
  const [row] = await tx<{ names: string | null }>`
    select (settings #> '{catalog,translatedAttributes}')::text as names from sites where id = ${siteId}`;
  return JSON.parse(row?.names ?? "[]") as string[];
}
