import { findSharedSlugs, type CatalogSite, type SharedSlug } from "../../shop/catalog/index.ts";
import { pointerStep } from "../../../lib/json-schema/json-pointer.ts";
import type { ValidationError } from "../../../lib/http/problem.ts";
import type { Sql } from "../../../ports/database.ts";
import { repeated, unknownLocale } from "./check-bundle.ts";
import { currenciesInUse } from "./currency-errors.ts";
import { catalogTranslationErrors } from "./locale-errors.ts";
import type { Bundle, BundleProduct } from "./schema.ts";

type ProductTranslation = NonNullable<BundleProduct["translations"]>[string];

/** The errors of the translations in a bundle's catalogue. Pure. */
export function translationErrors(bundle: Bundle, translatedAttributes: readonly string[]): ValidationError[] {
  const { categories = [], products = [], plans = [] } = bundle;
  const sections = { categories, products, plans };
  const errors = Object.entries(sections).flatMap(([section, items]) =>
    items.flatMap(({ translations = {} }, index) =>
      Object.keys(translations).flatMap((locale) =>
        localeErrors(bundle, locale, `/${section}/${index}/translations${pointerStep(locale)}`),
      ),
    ),
  );
  const ofProducts = products.flatMap((product, index) =>
    Object.entries(product.translations ?? {}).flatMap(([locale, words]) => {
      const path = `/products/${index}/translations${pointerStep(locale)}`;
      return [
        ...optionErrors(product, words, path),
        ...attributeErrors(product, words, { path, translatedAttributes }),
        ...Object.keys(words.variants ?? {})
          .filter((sku) => !product.variants.some((variant) => variant.sku === sku))
          .map((sku) => ({ path: `${path}/variants${pointerStep(sku)}`, code: "unknown", message: "is not an SKU of the product" })),
      ];
    }),
  );
  return [...errors, ...ofProducts];
}

function localeErrors({ site }: Bundle, locale: string, path: string): ValidationError[] {
  if (locale === site.defaultLocale)
    return [{ path, code: "locale", message: "is the default locale, whose words stand outside translations" }];
  return site.locales.includes(locale) ? [] : [{ path, code: "locale", message: unknownLocale(locale, site.locales) }];
}

function optionErrors({ options = [] }: BundleProduct, { options: translated }: ProductTranslation, path: string): ValidationError[] {
  if (!translated) return [];
  if (translated.length !== options.length) {
    const count = options.length === 1 ? "one option" : `${options.length || "no"} options`;
    const message = `has ${translated.length}, but the product has ${count}: name all of them, in the same order`;
    return [{ path: `${path}/options`, code: "options", message }];
  }
  const names = new Map<string, string>();
  return translated.flatMap(({ name, values }, place) => {
    const at = `${path}/options/${place}`;
    const originalValues = options[place]?.values ?? [];
    return [
      ...repeated(names, name, `${at}/name`),
      ...(values.length === originalValues.length
        ? []
        : [
            {
              path: `${at}/values`,
              code: "options",
              message: `has ${values.length}, but the option has ${originalValues.length}: give all of them, in the same order`,
            },
          ]),
      ...(new Set(values).size < values.length ? [{ path: `${at}/values`, code: "duplicate", message: "has a value twice" }] : []),
    ];
  });
}

function attributeErrors(
  { attributes = {} }: BundleProduct,
  { attributes: translated = {} }: ProductTranslation,
  { path, translatedAttributes }: { path: string; translatedAttributes: readonly string[] },
): ValidationError[] {
  return Object.keys(translated).flatMap((name) => {
    const at = `${path}/attributes${pointerStep(name)}`;
    if (!Object.hasOwn(attributes, name)) return [{ path: at, code: "unknown", message: "is not an attribute of the product" }];
    const message = "is the same in all locales: leave it out, or name it in /site/settings/catalog/translatedAttributes";
    return translatedAttributes.includes(name) ? [] : [{ path: at, code: "shared", message }];
  });
}

/** The errors of the translations and the prices that the site has after a bundle's catalogue was saved, with those that it had before. */
export async function savedCatalogErrors(tx: Sql, site: CatalogSite, bundle: Bundle): Promise<ValidationError[]> {
  return [
    ...(await findSharedSlugs(tx, site.id)).map((shared) => slugError(bundle, shared)),
    ...[...(await catalogTranslationErrors(tx, site)), ...(await currenciesInUse(tx, site.id))].map((error) => ({
      ...error,
      path: `/site${error.path}`,
    })),
  ];
}

/** At the item of the bundle that takes the slug of another one. */
function slugError({ categories = [], products = [], plans = [] }: Bundle, { kind, locale, slug, items }: SharedSlug): ValidationError {
  const section = { category: "categories", product: "products", plan: "plans" }[kind];
  const sectionItems = { category: categories, product: products, plan: plans }[kind];
  const places = items.map((item) => sectionItems.findIndex((candidate) => candidate.slug === item)).filter((place) => place >= 0);
  const place = Math.max(-1, ...places);
  const taker = sectionItems[place];
  const others = items.filter((item) => item !== taker?.slug).join(", ");
  const isTranslated = taker?.translations?.[locale]?.slug !== undefined && taker.translations[locale].slug !== null;
  return {
    path: place < 0 ? `/${section}` : `/${section}/${place}${isTranslated ? `/translations/${locale}` : ""}/slug`,
    code: "duplicate",
    message: `is ${slug} in ${locale}, as that of "${others}" is, translated or not: choose another one`,
  };
}
