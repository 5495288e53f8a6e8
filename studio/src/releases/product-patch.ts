import { currencyStep } from "@vitrine/client";
import { amountOf, priceError, textOfAmount } from "../parts/amount.ts";
import { currencyOf, variantsOf, wordOf, wordsIn, type Members } from "./catalog-items.ts";

/** A product in the fields of a form, as texts. */
export interface ProductForm {
  /** By locale. */
  texts: Readonly<Record<string, { title: string; description: string }>>;
  /** By SKU. */
  prices: Readonly<Record<string, { price: string; compareAtPrice: string }>>;
}

interface SiteWords {
  locales: readonly string[];
  defaultLocale: string;
  currency: string;
}

/** The form of a product that has not been changed in it. */
export function formOf(product: Members, { locales, defaultLocale, currency: usual }: SiteWords): ProductForm {
  const currency = currencyOf(product, usual);
  const texts = locales.map((locale) => {
    const words = wordsIn(product, locale, defaultLocale);
    return [locale, { title: wordOf(words, "title"), description: wordOf(words, "description") }];
  });
  const prices = variantsOf(product).map(({ sku, price, compareAtPrice }) => [
    sku,
    { price: textOfAmount(price, currency), compareAtPrice: textOfAmount(compareAtPrice, currency) },
  ]);
  return { texts: Object.fromEntries(texts) as ProductForm["texts"], prices: Object.fromEntries(prices) as ProductForm["prices"] };
}

export type FormError = "amount" | "step" | "title";

/** The wrong fields of a form: `price SKU`, `compareAtPrice SKU`, `title de`. */
export function errorsOf(
  form: ProductForm,
  product: Members,
  { defaultLocale, currency: usual }: SiteWords,
): ReadonlyMap<string, FormError> {
  const currency = currencyOf(product, usual);
  const errors = new Map<string, FormError>();
  const storedPrices = new Map(variantsOf(product).map((variant) => [variant.sku, variant.price]));
  for (const [sku, { price, compareAtPrice }] of Object.entries(form.prices)) {
    const wrongPrice = priceError(price, currency, storedPrices.get(sku));
    if (wrongPrice) errors.set(`price ${sku}`, wrongPrice);
    if (amountOf(compareAtPrice, currency) === undefined) errors.set(`compareAtPrice ${sku}`, "amount");
  }
  for (const [locale, { title, description }] of Object.entries(form.texts)) {
    const had = wordOf(wordsIn(product, locale, defaultLocale), "title") !== "";
    if (title.trim() === "" && (had || description.trim() !== "")) errors.set(`title ${locale}`, "title");
  }
  return errors;
}

/** The merge patch that makes of a product what a form without errors says. Undefined: nothing is different. */
export function patchOf(form: ProductForm, product: Members, site: SiteWords): Record<string, unknown> | undefined {
  const { defaultLocale } = site;
  const patch: Record<string, unknown> = {};
  const translations: Record<string, unknown> = {};
  for (const [locale, localeTexts] of Object.entries(form.texts)) {
    const words = wordsIn(product, locale, defaultLocale);
    const changed = (["title", "description"] as const).filter((member) => localeTexts[member].trim() !== wordOf(words, member).trim());
    const values = changed.map((member) => [member, localeTexts[member].trim() || null] as const);
    if (values.length === 0) continue;
    if (locale === defaultLocale) Object.assign(patch, Object.fromEntries(values));
    else translations[locale] = Object.fromEntries(values);
  }
  if (Object.keys(translations).length > 0) patch.translations = translations;
  const before = variantsOf(product);
  const currency = currencyOf(product, site.currency);
  const after = before.map((variant) => {
    const { price = "", compareAtPrice = "" } = form.prices[variant.sku] ?? {};
    return { ...variant, price: amountOf(price, currency) ?? variant.price, compareAtPrice: amountOf(compareAtPrice, currency) ?? null };
  });
  // The server compares the list with the variants that the person saw: it is sent only if a price in it is another one.
  const isSame = after.every(
    ({ price, compareAtPrice }, index) => price === before[index]?.price && compareAtPrice === (before[index].compareAtPrice ?? null),
  );
  if (!isSame) patch.variants = after;
  return Object.keys(patch).length === 0 ? undefined : patch;
}

/** The form with all prices changed by percent of what they are now, to amounts that can be paid; undefined: it is not a number that leaves a price. */
export function withPercent(form: ProductForm, now: Members, percent: string, usual: string): ProductForm | undefined {
  const by = Number(percent.replace(",", ".").replace("%", "").replace("−", "-").trim());
  if (percent.trim() === "" || !Number.isFinite(by) || by < -100 || by > 1_000) return undefined;
  const currency = currencyOf(now, usual);
  const step = currencyStep(currency);
  const prices = variantsOf(now).map(({ sku, price, compareAtPrice }) => [
    sku,
    {
      compareAtPrice: form.prices[sku]?.compareAtPrice ?? textOfAmount(compareAtPrice, currency),
      price: textOfAmount(Math.round((price * (1 + by / 100)) / step) * step, currency),
    },
  ]);
  return { ...form, prices: { ...form.prices, ...(Object.fromEntries(prices) as ProductForm["prices"]) } };
}
