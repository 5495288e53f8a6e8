import { Type } from "typebox";
import { completeSeo, type Seo } from "../../../lib/http/seo.ts";
import type { SiteLocales } from "../../../lib/text/locale.ts";

type GivenSeo = { readonly [Member in keyof Seo]?: Seo[Member] | undefined };

interface Option {
  name: string;
  values: readonly string[];
}

/** The words of a product in a locale: the members that differ from those of the default locale, as bundles have them. */
export interface ProductWords {
  slug?: string;
  title: string;
  description?: string;
  seo?: GivenSeo;
  /** All options with all values, in the order of the product's own. */
  options?: readonly Option[];
  /** Those that differ, of those that the site's settings call translated. */
  attributes?: Readonly<Record<string, unknown>>;
  /** By SKU. */
  variants?: Readonly<Record<string, { title: string }>>;
}

/** The same of a category. */
export type CategoryWords = Pick<ProductWords, "slug" | "title" | "description" | "seo">;

/** The same of a plan. */
export interface PlanWords extends Pick<ProductWords, "slug" | "description" | "seo"> {
  name: string;
  features?: readonly string[];
}

/** `{"locale":"","slug":""},` */
export const alternateBytes = 24;

/** The members of an answer to a request that names a locale. */
export const localeFields = {
  locale: Type.Optional(Type.String({ description: "With the parameter `locale`: the locale of the words.", examples: ["en"] })),
  alternates: Type.Optional(
    Type.Array(Type.Object({ locale: Type.String(), slug: Type.String() }, { additionalProperties: false }), {
      description: "With the parameter `locale`: the other locales that it has words in.",
    }),
  ),
};

/** The members that translations replace, in a public representation. */
interface ShownCategory {
  slug: string;
  title: string;
  description: string | null;
  seo?: Seo;
}
interface ShownProduct extends ShownCategory {
  category: { id: string; slug: string; title: string } | null;
  options: readonly Option[];
  attributes: Readonly<Record<string, unknown>>;
  variants: readonly { sku: string; title: string; options: Readonly<Record<string, string>> }[];
}
interface ShownPlan extends Omit<ShownCategory, "title"> {
  name: string;
  features: readonly string[];
}

/** The public representation of a category in other words. Members without a translation stay. */
function translateCategory<Shown extends ShownCategory>(category: Shown, words: CategoryWords): Shown {
  return { ...category, title: words.title, ...translateTexts(category, words) };
}

type Texts = Pick<ShownCategory, "slug" | "description" | "seo">;

function translateTexts(shownTexts: Texts, { slug, description, seo }: Pick<CategoryWords, keyof Texts>): Texts {
  return {
    slug: slug ?? shownTexts.slug,
    description: description ?? shownTexts.description,
    ...(seo ? { seo: completeSeo({ ...shownTexts.seo, ...seo }) } : {}),
  };
}

/**
 * The same of a product. A variant whose title is made of the values of its options has a title of their translations, unless it is given one.
 */
export function translateProduct<Shown extends ShownProduct>(product: Shown, words: ProductWords): Shown {
  const { options, attributes, variants: titles = {} } = words;
  const optionOf = new Map(product.options.map(({ name, values }, place) => [name, { values, translation: options?.[place] }]));
  const translated = (chosen: Readonly<Record<string, string>>) =>
    Object.entries(chosen).map(([name, value]): [string, string] => {
      const { values = [], translation } = optionOf.get(name) ?? {};
      return [translation?.name ?? name, translation?.values[values.indexOf(value)] ?? value];
    });
  return {
    ...translateCategory(product, words),
    options: options ?? product.options,
    attributes: { ...product.attributes, ...attributes },
    variants: product.variants.map((variant) => {
      const chosen = translated(variant.options);
      const ownTitle = Object.hasOwn(titles, variant.sku) ? titles[variant.sku]?.title : undefined;
      const isOfOptions = variant.title === titleOf(Object.values(variant.options), product.title);
      // An object would put names that are numbers first.
      const values = chosen.map(([, value]) => value);
      return {
        ...variant,
        title: ownTitle ?? (isOfOptions ? titleOf(values, words.title) : variant.title),
        options: Object.fromEntries(chosen),
      };
    }),
  };
}

/** The title of a variant that was given none: the values of its options, or without any the title of the product. */
export function titleOf(values: readonly string[], productTitle: string): string {
  return values.join(", ") || productTitle;
}

/** The same of a plan. */
export function translatePlan<Shown extends ShownPlan>(plan: Shown, words: PlanWords): Shown {
  return { ...plan, name: words.name, ...translateTexts(plan, words), features: words.features ?? plan.features };
}

function translateCategoryOf<Shown extends ShownProduct>(product: Shown, words: CategoryWords): Shown {
  const { category } = product;
  return category ? { ...product, category: { ...category, slug: words.slug ?? category.slug, title: words.title } } : product;
}

/** The columns of a statement for an answer in a locale, as JSON texts. */
export interface Translated {
  /** The words in the locale; null if it has none of its own. */
  words: string | null;
  /** Of a product: those of its category. */
  categoryWords: string | null;
  /** In the site's default locale. */
  slug: string;
  /** `[locale, slug]` of every translation. Null if the request names no locale. */
  alternates: string | null;
}

/** A public representation, as JSON text, in the words of a locale. */
export function productInWords(json: string, { words, categoryWords }: Pick<Translated, "words" | "categoryWords">): string {
  if (words === null && categoryWords === null) return json;
  const ownProduct = JSON.parse(json) as ShownProduct;
  const product = words === null ? ownProduct : translateProduct(ownProduct, JSON.parse(words) as ProductWords);
  return JSON.stringify(categoryWords === null ? product : translateCategoryOf(product, JSON.parse(categoryWords) as CategoryWords));
}

/** The same of a category. */
export function categoryInWords(json: string, words: string | null): string {
  if (words === null) return json;
  return JSON.stringify(translateCategory(JSON.parse(json) as ShownCategory, JSON.parse(words) as CategoryWords));
}

/** The locale that a request names, if any, on a site with a default one. */
export interface AskedLocale extends Pick<SiteLocales, "defaultLocale"> {
  locale: string | undefined;
}

/** A translated representation with the `locale` of its words and its `alternates`, if the request names a locale. */
export function withLocale(
  json: string,
  { slug, words, alternates }: Pick<Translated, "slug" | "alternates"> & { words: unknown },
  { locale, defaultLocale }: AskedLocale,
): string {
  if (locale === undefined) return json;
  const shownLocale = words === null ? defaultLocale : locale;
  const others = [[defaultLocale, slug], ...(JSON.parse(alternates ?? "[]") as [string, string][])]
    .filter(([other]) => other !== shownLocale)
    .sort(([one = ""], [other = ""]) => (one < other ? -1 : 1))
    .map(([other, otherSlug]) => ({ locale: other, slug: otherSlug }));
  return `${json.slice(0, -1)},"locale":"${shownLocale}","alternates":${JSON.stringify(others)}}`;
}
