import type { CreateProductInput, EditedProduct } from "@vitrine/client/admin";
import { isJsonObject } from "../draft/json.ts";
import { amountOf, textOfAmount } from "../parts/amount.ts";
import {
  emptyVariant,
  nameOfVariant,
  suggestedSku,
  type Matrix,
  type PriceTexts,
  type VariantDraft,
  type Words,
} from "./variant-matrix.ts";

export interface Seo {
  title: string;
  description: string;
  canonicalUrl: string;
  image: string;
  noIndex: boolean;
  noFollow: boolean;
}

export interface Picture {
  key: string;
  asset: string | null;
  url: string | null;
  alt: string;
  width: number | null;
  height: number | null;
}

/** Numbers, lists and the like are edited as JSON. */
export interface AttributeValue {
  text: string;
  isJson: boolean;
}

export interface Attribute {
  key: string;
  name: string;
  value: AttributeValue;
  /** By locale. */
  translations: Readonly<Record<string, AttributeValue>>;
}

export interface LocaleTexts {
  title: string;
  slug: string;
  description: string;
  seo: Seo;
}

/** A product as its form edits it: every field has the text that the person typed. */
export interface ProductDraft {
  revision: number;
  title: string;
  slug: string;
  description: string;
  status: EditedProduct["status"];
  categoryId: string | null;
  taxClass: string;
  giftCard: boolean;
  seo: Seo;
  attributes: readonly Attribute[];
  images: readonly Picture[];
  matrix: Matrix;
  /** By locale, without the default one. */
  translations: Readonly<Record<string, LocaleTexts>>;
}

/** The class of products for which nobody has chosen one. */
export const standardClass = "standard";

export type DraftMember = Exclude<keyof ProductDraft, "revision">;

export const draftMembers: readonly DraftMember[] = [
  "title",
  "slug",
  "description",
  "status",
  "categoryId",
  "taxClass",
  "giftCard",
  "seo",
  "attributes",
  "images",
  "matrix",
  "translations",
];

export type ProductBody = Omit<CreateProductInput, "siteSlug">;
type Translation = NonNullable<ProductBody["translations"]>[string];

interface SiteLocales {
  locales: readonly string[];
  defaultLocale: string;
}

const textIn = (value: unknown): string => (typeof value === "string" ? value : "");
const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const membersIn = (value: unknown): Readonly<Record<string, unknown>> => (isJsonObject(value) ? value : {});

export const otherLocales = ({ locales, defaultLocale }: SiteLocales) => locales.filter((locale) => locale !== defaultLocale);

/** The draft of a product that nobody has begun: one variant, and not public before somebody says so. */
export function newDraft(site: SiteLocales): ProductDraft {
  const texts = { title: "", slug: "", description: "", seo: seoOf(null) };
  return {
    ...texts,
    revision: 0,
    status: "DRAFT",
    categoryId: null,
    taxClass: standardClass,
    giftCard: false,
    attributes: [],
    images: [],
    matrix: { options: [], variants: [emptyVariant()] },
    translations: Object.fromEntries(otherLocales(site).map((locale) => [locale, texts])),
  };
}

/** The draft of a stored product. Its keys depend on the product alone, so that two drafts of it can be compared. */
export function draftOf(product: EditedProduct, site: SiteLocales): ProductDraft {
  const locales = otherLocales(site);
  const translationOf = (locale: string) => membersIn(product.translations[locale]);
  return {
    revision: product.revision,
    title: product.title,
    slug: product.slug,
    description: product.description ?? "",
    status: product.status,
    categoryId: product.categoryId,
    taxClass: product.taxClass,
    giftCard: product.giftCard,
    seo: seoOf(product.seo),
    attributes: Object.entries(product.attributes).map(([name, value]) => ({
      key: `attribute-${name}`,
      name,
      value: attributeValueOf(value),
      translations: Object.fromEntries(
        locales.flatMap((locale) => {
          const attributes = membersIn(translationOf(locale).attributes);
          return Object.hasOwn(attributes, name) ? [[locale, attributeValueOf(attributes[name])]] : [];
        }),
      ),
    })),
    images: product.images.map(({ asset, url, alt, width, height }, index) => ({
      key: `picture-${index}`,
      asset: asset ?? null,
      url: url ?? null,
      alt: alt ?? "",
      width: width ?? null,
      height: height ?? null,
    })),
    matrix: matrixOf(product, locales),
    translations: Object.fromEntries(
      locales.map((locale) => {
        const { title, slug, description, seo } = translationOf(locale);
        return [locale, { title: textIn(title), slug: textIn(slug), description: textIn(description), seo: seoOf(seo) }];
      }),
    ),
  };
}

function matrixOf(
  { title: productTitle, options: storedOptions, variants, translations, currency }: EditedProduct,
  locales: readonly string[],
): Matrix {
  const wordsOf = (read: (translation: Readonly<Record<string, unknown>>) => string): Words =>
    Object.fromEntries(
      locales.flatMap((locale) => {
        const word = read(membersIn(translations[locale]));
        return word === "" ? [] : [[locale, word]];
      }),
    );
  const options = storedOptions.map(({ name, values }, index) => ({
    key: `option-${index}`,
    name,
    translations: wordsOf((translation) => textIn(membersIn(listIn(translation.options)[index]).name)),
    values: values.map((text, place) => ({
      key: `value-${index}-${place}`,
      text,
      translations: wordsOf((translation) => textIn(listIn(membersIn(listIn(translation.options)[index]).values)[place])),
    })),
  }));
  return {
    options,
    variants: variants.map((stored) => {
      const { id, sku, title, price, compareAtPrice, prices, compareAtPrices, weightGrams, requiresShipping, options: chosen } = stored;
      const variant = {
        key: id,
        id,
        title: "",
        translations: wordsOf((translation) => textIn(membersIn(membersIn(translation.variants)[sku]).title)),
        sku,
        price: textOfAmount(price, currency),
        compareAtPrice: textOfAmount(compareAtPrice, currency),
        currencyPrices: Object.fromEntries(
          Object.entries(prices).map(([each, amount]) => [
            each,
            { price: textOfAmount(amount, each), compareAtPrice: textOfAmount(compareAtPrices[each], each) },
          ]),
        ),
        weight: weightGrams === null ? "" : String(weightGrams),
        isSent: requiresShipping,
        stock: "",
        choice: Object.fromEntries(
          options.flatMap(({ key, name, values }) => {
            const value = values.find(({ text }) => text === chosen[name]);
            return value ? [[key, value.key]] : [];
          }),
        ),
      };
      // A title that the server made of the values follows them.
      return { ...variant, title: title === (nameOfVariant(options, variant) || productTitle) ? "" : title };
    }),
  };
}

function seoOf(seo: unknown): Seo {
  const { title, description, canonicalUrl, image, noIndex, noFollow } = membersIn(seo);
  return {
    title: textIn(title),
    description: textIn(description),
    canonicalUrl: textIn(canonicalUrl),
    image: textIn(image),
    noIndex: noIndex === true,
    noFollow: noFollow === true,
  };
}

function seoBody({ noIndex, noFollow, ...texts }: Seo): ProductBody["seo"] {
  const words = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.trim() || null]));
  const isEmpty = !noIndex && !noFollow && Object.values(words).every((text) => text === null);
  return isEmpty ? null : { ...words, noIndex, noFollow };
}

const attributeValueOf = (value: unknown): AttributeValue =>
  typeof value === "string" ? { text: value, isJson: false } : { text: JSON.stringify(value), isJson: true };

/** The value of an attribute; undefined: it is not valid JSON. */
export function valueOfAttribute({ text, isJson }: AttributeValue): unknown {
  if (!isJson) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The request that saves a draft without errors. `translated` are the attributes that have words in other locales. */
export function bodyOf(draft: ProductDraft, currency: string, translated: readonly string[]): ProductBody {
  const { slug, matrix, attributes } = draft;
  const { options, variants } = matrix;
  const nameOf = (text: string) => text.trim();
  const translations = Object.entries(draft.translations).flatMap(([locale, texts]) => {
    const translation = translationBody(draft, locale, texts, translated);
    return translation ? [[locale, translation]] : [];
  });
  return {
    slug: slug.trim(),
    title: draft.title.trim(),
    description: draft.description.trim() === "" ? null : draft.description,
    seo: seoBody(draft.seo),
    status: draft.status,
    currency,
    categoryId: draft.categoryId,
    taxClass: draft.taxClass,
    giftCard: draft.giftCard,
    images: draft.images.map(({ asset, url, alt, width, height }) => ({
      ...(asset === null ? { url: url ?? "", width, height } : { asset }),
      alt: alt.trim() || null,
    })),
    options: options.map(({ name, values }) => ({ name: nameOf(name), values: values.map(({ text }) => nameOf(text)) })),
    attributes: Object.fromEntries(attributes.map(({ name, value }) => [name.trim(), valueOfAttribute(value)])),
    translations: Object.fromEntries(translations) as NonNullable<ProductBody["translations"]>,
    variants: variants.map((variant) => ({
      ...(variant.id !== null && { id: variant.id }),
      sku: skuOf(draft, variant),
      title: variant.title.trim() || null,
      price: amountOf(variant.price, currency) ?? 0,
      compareAtPrice: amountOf(variant.compareAtPrice, currency) ?? null,
      prices: amountsOf(variant, "price"),
      compareAtPrices: amountsOf(variant, "compareAtPrice"),
      options: Object.fromEntries(
        options.flatMap(({ key, name, values }) => {
          const value = values.find((each) => each.key === variant.choice[key]);
          return value ? [[nameOf(name), nameOf(value.text)]] : [];
        }),
      ),
      weightGrams: variant.weight.trim() === "" ? null : Number(variant.weight),
      requiresShipping: variant.isSent,
      ...(variant.id === null && variant.stock.trim() !== "" && { stock: Number(variant.stock) }),
    })),
  };
}

function amountsOf({ currencyPrices }: VariantDraft, member: keyof PriceTexts): Record<string, number> {
  const amounts = Object.entries(currencyPrices).flatMap(([currency, texts]) => {
    const amount = amountOf(texts[member], currency);
    return typeof amount === "number" ? [[currency, amount]] : [];
  });
  return Object.fromEntries(amounts) as Record<string, number>;
}

/** An empty SKU of a new variant is the suggested one. */
export const skuOf = ({ slug, matrix: { options } }: ProductDraft, variant: Matrix["variants"][number]) =>
  variant.sku.trim() || (variant.id === null ? suggestedSku(slug, options, variant) : "");

/** The words of a locale; undefined: it has none. Where only some options have words, the others stay as they are in the default locale. */
function translationBody(draft: ProductDraft, locale: string, texts: LocaleTexts, translated: readonly string[]): Translation | undefined {
  const { options, variants } = draft.matrix;
  const word = ({ translations }: { translations: Words }) => translations[locale]?.trim() ?? "";
  const hasOptions = options.some((option) => word(option) !== "" || option.values.some((value) => word(value) !== ""));
  const attributes = draft.attributes.flatMap(({ name, translations }) => {
    const value = translations[locale];
    return value && value.text.trim() !== "" && translated.includes(name.trim()) ? [[name.trim(), valueOfAttribute(value)]] : [];
  });
  const titles = variants.flatMap((variant) => (word(variant) === "" ? [] : [[skuOf(draft, variant), { title: word(variant) }]]));
  const seo = seoBody(texts.seo);
  const isEmpty =
    [texts.title, texts.slug, texts.description].every((text) => text.trim() === "") &&
    seo === null &&
    !hasOptions &&
    attributes.length === 0 &&
    titles.length === 0;
  if (isEmpty) return undefined;
  return {
    title: texts.title.trim(),
    ...(texts.slug.trim() !== "" && { slug: texts.slug.trim() }),
    ...(texts.description.trim() !== "" && { description: texts.description }),
    ...(seo && { seo }),
    ...(hasOptions && {
      options: options.map((option) => ({
        name: word(option) || option.name.trim(),
        values: option.values.map((value) => word(value) || value.text.trim()),
      })),
    }),
    ...(attributes.length > 0 && { attributes: Object.fromEntries(attributes) as Record<string, unknown> }),
    ...(titles.length > 0 && { variants: Object.fromEntries(titles) as Record<string, { title: string }> }),
  };
}
