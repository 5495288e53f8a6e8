import { maxCategoryDepth, maxProductBytes, ownLocale, productBytes } from "../../shop/catalog/index.ts";
import { pointerStep } from "../../../lib/json-schema/json-pointer.ts";
import { canonicalCurrency } from "../../../lib/text/money.ts";
import type { SiteCurrencies } from "../../../lib/text/currency.ts";
import type { ValidationError } from "../../../lib/http/problem.ts";
import { didYouMean } from "../../../lib/text/did-you-mean.ts";
import type { Sql } from "../../../ports/database.ts";
import { repeated, unknownLocale } from "./check-bundle.ts";
import { currencyPriceErrors, readCurrencies } from "./currency-errors.ts";
import { findPictures, pictureErrors, type PictureOf } from "./find-pictures.ts";
import { readTranslatedAttributes } from "./locale-errors.ts";
import { translationErrors } from "./check-translations.ts";
import { localeSlugs, productInput } from "./save-catalog.ts";
import type { Bundle, BundleAliases, BundleCategory, BundleProduct } from "./schema.ts";

/** The errors of a bundle's catalogue, given the categories that the site has already. */
export async function catalogErrors(tx: Sql, siteId: string, bundle: Bundle): Promise<ValidationError[]> {
  const storedCategories = await tx<{ slug: string; parent: string | null }>`
    select categories.slug, above.slug as parent
    from categories
    left join categories as above on above.site_id = categories.site_id and above.id = categories.parent_id
    where categories.site_id = ${siteId}`;
  const parents = new Map(storedCategories.map(({ slug, parent }) => [slug, parent]));
  for (const { slug, parent } of bundle.categories ?? []) parents.set(slug, parent ?? null);
  const translatedAttributes = await readTranslatedAttributes(tx, siteId);
  const ofTranslations = translationErrors(bundle, translatedAttributes);
  const ofPictures = await pictureErrors(tx, siteId, bundle);
  const ofProducts = productErrors(bundle, parents, await findPictures(tx, siteId, bundle), await readCurrencies(tx, siteId));
  return [...categoryErrors(bundle, parents), ...ofProducts, ...ofPictures, ...planErrors(bundle), ...ofTranslations];
}

function categoryErrors({ site, categories = [] }: Bundle, parents: ReadonlyMap<string, string | null>): ValidationError[] {
  const seen = new Map<string, string>();
  const misplacing = misplacingCategories(categories, parents);
  return categories.flatMap(({ slug, parent, aliases }, index) => {
    const path = `/categories/${index}`;
    const errors = [...repeated(seen, slug, `${path}/slug`), ...aliasErrors(seen, aliases, { path, locales: site.locales })];
    if (parent && !parents.has(parent))
      errors.push({
        path: `${path}/parent`,
        code: "unknown",
        message: `is not one of the site's categories: ${parent}${didYouMean(parent, [...parents.keys()])}`,
      });
    else if (misplacing.has(slug)) {
      const message = `leads in a circle, or deeper than ${maxCategoryDepth} categories`;
      errors.push({ path: `${path}/parent`, code: "circle", message });
    }
    return errors;
  });
}

/** An alias leads to one item, in one of the site's locales. */
function aliasErrors(
  seen: Map<string, string>,
  aliases: BundleAliases | undefined,
  { path, locales }: { path: string; locales: readonly string[] },
): ValidationError[] {
  return localeSlugs(aliases).flatMap(({ locale, slug }, index) => {
    const at = `${path}/aliases/${index}`;
    if (locale === ownLocale) return repeated(seen, slug, at);
    if (!locales.includes(locale)) return [{ path: `${at}/locale`, code: "locale", message: unknownLocale(locale, locales) }];
    return repeated(seen, `${locale} ${slug}`, at);
  });
}

/** The given categories that lie too deep or in a circle, or that move existing subcategories there. */
function misplacingCategories(categories: readonly BundleCategory[], parents: ReadonlyMap<string, string | null>): Set<string> {
  const bundleSlugs = new Set(categories.map(({ slug }) => slug));
  const depthOf = depths(parents);
  const misplacing = new Set<string>();
  for (const slug of parents.keys()) {
    if (depthOf(slug) <= maxCategoryDepth) continue;
    const passed = new Set<string>();
    let at: string | null = slug;
    // The nearest ancestor, or the category itself, that the bundle names. A circle without one existed before.
    while (at !== null && !bundleSlugs.has(at) && !passed.has(at)) {
      passed.add(at);
      at = parents.get(at) ?? null;
    }
    if (at !== null && bundleSlugs.has(at)) misplacing.add(at);
  }
  return misplacing;
}

/** The number of categories from a root down to this one, inclusive; infinite in a circle. Takes each step only once for all categories. */
function depths(parents: ReadonlyMap<string, string | null>): (slug: string) => number {
  const knownDepths = new Map<string, number>();
  return (slug) => {
    const way = new Set<string>();
    let at: string | null = slug;
    while (at !== null && !knownDepths.has(at) && !way.has(at)) {
      way.add(at);
      at = parents.get(at) ?? null;
    }
    let depth = at === null ? 0 : (knownDepths.get(at) ?? Infinity);
    for (const step of [...way].reverse()) knownDepths.set(step, (depth += 1));
    return knownDepths.get(slug) ?? Infinity;
  };
}

function productErrors(
  { site, products = [] }: Bundle,
  categories: ReadonlyMap<string, unknown>,
  pictureOf: PictureOf,
  currencies: SiteCurrencies,
): ValidationError[] {
  const slugs = new Map<string, string>();
  const skus = new Map<string, string>();
  return products.flatMap((product, index) => {
    const path = `/products/${index}`;
    const { slug, aliases, category, currency, options = [], variants } = product;
    const names = new Map<string, string>();
    return [
      ...repeated(slugs, slug, `${path}/slug`),
      ...aliasErrors(slugs, aliases, { path, locales: site.locales }),
      ...(category && !categories.has(category)
        ? [
            {
              path: `${path}/category`,
              code: "unknown",
              message: `is not one of the site's categories: ${category}${didYouMean(category, [...categories.keys()])}`,
            },
          ]
        : []),
      ...currencyErrors(currency, path),
      ...currencyPriceErrors(product, path, currencies),
      ...options.flatMap(({ name, values }, place) => [
        ...repeated(names, name, `${path}/options/${place}/name`),
        ...(new Set(values).size < values.length
          ? [{ path: `${path}/options/${place}/values`, code: "duplicate", message: "has a value twice" }]
          : []),
      ]),
      ...variants.flatMap(({ sku }, place) => repeated(skus, sku, `${path}/variants/${place}/sku`)),
      ...choiceErrors(product, path),
      ...(productBytes(productInput(product, { currencyOf: () => currency ?? "", pictureOf })) > maxProductBytes
        ? [{ path, code: "too_large", message: `has more than ${maxProductBytes / 1024} KiB as JSON: split it, or shorten its texts` }]
        : []),
    ];
  });
}

/** A variant has one value for every option of its product, and no two variants have the same values. */
function choiceErrors({ options = [], variants }: BundleProduct, path: string): ValidationError[] {
  const seen = new Map<string, string>();
  return variants.flatMap(({ options: chosen = {} }, place) => {
    const at = `${path}/variants/${place}/options`;
    const errors = Object.keys(chosen)
      .filter((name) => !options.some((option) => option.name === name))
      .map((name) => ({
        path: `${at}${pointerStep(name)}`,
        code: "unknown",
        message: `is not one of the product's options: ${listed(options.map((option) => option.name))}`,
      }));
    for (const { name, values } of options) {
      const value = Object.hasOwn(chosen, name) ? chosen[name] : undefined;
      if (value === undefined) errors.push({ path: at, code: "required", message: `lacks the option ${name}` });
      else if (!values.includes(value))
        errors.push({
          path: `${at}${pointerStep(name)}`,
          code: "unknown",
          message: `is not one of the option's values: ${listed(values)}`,
        });
    }
    const choice = JSON.stringify(options.map(({ name }) => chosen[name]));
    return errors.length > 0 || options.length === 0 ? errors : repeated(seen, choice, at);
  });
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? "it has none" : `it has ${names.slice(0, 20).join(", ")}${names.length > 20 ? ", …" : ""}`;
}

function planErrors({ plans = [] }: Bundle): ValidationError[] {
  const seen = new Map<string, string>();
  return plans.flatMap(({ slug, currency }, index) => [
    ...repeated(seen, slug, `/plans/${index}/slug`),
    ...currencyErrors(currency, `/plans/${index}`),
  ]);
}

function currencyErrors(currency: string | undefined, path: string): ValidationError[] {
  return currency === undefined || canonicalCurrency(currency)
    ? []
    : [{ path: `${path}/currency`, code: "value", message: "is not an ISO 4217 currency" }];
}
