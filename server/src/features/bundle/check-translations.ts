import { findSharedSlugs, type CatalogSite, type SharedSlug } from "../catalog/index.ts";
import { pointerStep } from "../../lib/json-schema/json-pointer.ts";
import type { Fault } from "../../lib/http/problem.ts";
import type { Sql } from "../../ports/database.ts";
import { repeated } from "./check-bundle.ts";
import { catalogTranslationFaults } from "./locale-faults.ts";
import type { Bundle, BundleProduct } from "./schema.ts";

type ProductTranslation = NonNullable<BundleProduct["translations"]>[string];

/** The faults of the translations in a bundle's catalogue. Pure. */
export function translationFaults(bundle: Bundle, translatedAttributes: readonly string[]): Fault[] {
  const { categories = [], products = [], plans = [] } = bundle;
  const sections = { categories, products, plans };
  const faults = Object.entries(sections).flatMap(([section, items]) =>
    items.flatMap(({ translations = {} }, index) =>
      Object.keys(translations).flatMap((locale) =>
        localeFaults(bundle, locale, `/${section}/${index}/translations${pointerStep(locale)}`),
      ),
    ),
  );
  const ofProducts = products.flatMap((product, index) =>
    Object.entries(product.translations ?? {}).flatMap(([locale, words]) => {
      const path = `/products/${index}/translations${pointerStep(locale)}`;
      return [
        ...optionFaults(product, words, path),
        ...attributeFaults(product, words, { path, translatedAttributes }),
        ...Object.keys(words.variants ?? {})
          .filter((sku) => !product.variants.some((variant) => variant.sku === sku))
          .map((sku) => ({ path: `${path}/variants${pointerStep(sku)}`, code: "unknown", message: "is no SKU of the product" })),
      ];
    }),
  );
  return [...faults, ...ofProducts];
}

function localeFaults({ site }: Bundle, locale: string, path: string): Fault[] {
  if (locale === site.defaultLocale)
    return [{ path, code: "locale", message: "is the default locale, whose words stand outside translations" }];
  return site.locales.includes(locale) ? [] : [{ path, code: "locale", message: `is none of the site's locales: ${locale}` }];
}

function optionFaults({ options = [] }: BundleProduct, { options: translated }: ProductTranslation, path: string): Fault[] {
  if (!translated) return [];
  if (translated.length !== options.length) {
    const count = options.length === 1 ? "one option" : `${options.length || "no"} options`;
    const message = `has ${translated.length}, but the product has ${count}: name all of them, in the same order`;
    return [{ path: `${path}/options`, code: "options", message }];
  }
  const names = new Map<string, string>();
  return translated.flatMap(({ name, values }, place) => {
    const at = `${path}/options/${place}`;
    const own = options[place]?.values ?? [];
    return [
      ...repeated(names, name, `${at}/name`),
      ...(values.length === own.length
        ? []
        : [
            {
              path: `${at}/values`,
              code: "options",
              message: `has ${values.length}, but the option has ${own.length}: give all of them, in the same order`,
            },
          ]),
      ...(new Set(values).size < values.length ? [{ path: `${at}/values`, code: "duplicate", message: "has a value twice" }] : []),
    ];
  });
}

function attributeFaults(
  { attributes = {} }: BundleProduct,
  { attributes: translated = {} }: ProductTranslation,
  { path, translatedAttributes }: { path: string; translatedAttributes: readonly string[] },
): Fault[] {
  return Object.keys(translated).flatMap((name) => {
    const at = `${path}/attributes${pointerStep(name)}`;
    if (!Object.hasOwn(attributes, name)) return [{ path: at, code: "unknown", message: "is no attribute of the product" }];
    const message = "is the same in all locales: leave it out, or name it in /site/settings/catalog/translatedAttributes";
    return translatedAttributes.includes(name) ? [] : [{ path: at, code: "shared", message }];
  });
}

/** The faults of the translations that the site has after a bundle's catalogue was saved, with those that it had before. */
export async function savedTranslationFaults(tx: Sql, site: CatalogSite, bundle: Bundle): Promise<Fault[]> {
  return [
    ...(await findSharedSlugs(tx, site.id)).map((shared) => slugFault(bundle, shared)),
    ...(await catalogTranslationFaults(tx, site)).map((fault) => ({ ...fault, path: `/site${fault.path}` })),
  ];
}

/** At the item of the bundle that takes the slug of another one. */
function slugFault({ categories = [], products = [], plans = [] }: Bundle, { kind, locale, slug, items }: SharedSlug): Fault {
  const section = { category: "categories", product: "products", plan: "plans" }[kind];
  const given = { category: categories, product: products, plan: plans }[kind];
  const places = items.map((item) => given.findIndex((candidate) => candidate.slug === item)).filter((place) => place >= 0);
  const place = Math.max(-1, ...places);
  const taker = given[place];
  const others = items.filter((item) => item !== taker?.slug).join(", ");
  const isTranslated = taker?.translations?.[locale]?.slug !== undefined && taker.translations[locale].slug !== null;
  return {
    path: place < 0 ? `/${section}` : `/${section}/${place}${isTranslated ? `/translations/${locale}` : ""}/slug`,
    code: "duplicate",
    message: `is ${slug} in ${locale}, as that of "${others}" is, translated or not: choose another one`,
  };
}
