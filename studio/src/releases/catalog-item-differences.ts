import { equal, isJsonObject, type JsonObject } from "../draft/json.ts";
import { variantName, variantsOf, wordOf, wordsIn, type Members, type Variant } from "./catalog-items.ts";

/** One thing that a release changes of a product, a category or a plan. */
export interface CatalogItemDifference {
  member: string;
  /** The variant or the locale; empty: of the whole. */
  of: string;
  kind: "money" | "text" | "other";
  before: number | string | null;
  after: number | string | null;
}

const words = ["title", "name", "description"] as const;

/** The differences, in the order in which people ask: prices, texts, all else. */
export function catalogItemDifferences(before: Members, after: Members, { locales, defaultLocale }: SiteLocales): CatalogItemDifference[] {
  return [
    ...priceDifferences(before, after),
    ...wordDifferences(before, after, locales, defaultLocale),
    ...otherDifferences(before, after),
  ];
}

interface SiteLocales {
  locales: readonly string[];
  defaultLocale: string;
}

const amountIn = (members: JsonObject | undefined, member: string): number | null => {
  const amount = members?.[member];
  return typeof amount === "number" ? amount : null;
};

function priceDifferences(before: Members, after: Members): CatalogItemDifference[] {
  const was = new Map(variantsOf(before).map((variant) => [variant.sku, variant]));
  const variants = variantsOf(after);
  const pairs: [of: string, JsonObject | undefined, JsonObject][] = [
    ["", before, after],
    ...variants.flatMap((variant): [string, Variant, Variant][] => {
      const earlier = was.get(variant.sku);
      return earlier ? [[variantName(variant, variants.length === 1), earlier, variant]] : [];
    }),
  ];
  return pairs.flatMap(([of, from, to]) =>
    ["price", "compareAtPrice"].flatMap((member): CatalogItemDifference[] => {
      const [a, b] = [amountIn(from, member), amountIn(to, member)];
      return a === b ? [] : [{ member, of, kind: "money", before: a, after: b }];
    }),
  );
}

function wordDifferences(before: Members, after: Members, locales: readonly string[], defaultLocale: string): CatalogItemDifference[] {
  return locales.flatMap((locale) =>
    words.flatMap((member): CatalogItemDifference[] => {
      const [a, b] = [before, after].map((members) => wordOf(wordsIn(members, locale, defaultLocale), member));
      return a === b ? [] : [{ member, of: locale === defaultLocale ? "" : locale, kind: "text", before: a ?? "", after: b ?? "" }];
    }),
  );
}

const shownMembers = new Set<string>([...words, "price", "compareAtPrice"]);

/** Members of which the studio shows no values, and status and category, of which it does. */
function otherDifferences(before: Members, after: Members): CatalogItemDifference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !shownMembers.has(name));
  return names.flatMap((member): CatalogItemDifference[] => {
    const [a, b] = [withoutShown(member, before[member]), withoutShown(member, after[member])];
    if (equal(a ?? null, b ?? null)) return [];
    const isText = [a, b].every((value) => typeof value === "string" || value === null || value === undefined);
    if (isText) return [{ member, of: "", kind: "text", before: (a as string | null) ?? "", after: (b as string | null) ?? "" }];
    return [{ member, of: "", kind: "other", before: null, after: null }];
  });
}

/** A member without that of it which is shown by itself. */
function withoutShown(member: string, value: unknown): unknown {
  if (member === "variants" && Array.isArray(value))
    return value.map((each: unknown): unknown => (isJsonObject(each) ? without(each, shownOfVariant) : each));
  if (member !== "translations" || !isJsonObject(value)) return value;
  const rest = Object.entries(value).map(
    ([locale, translation]) => [locale, isJsonObject(translation) ? without(translation, shownMembers) : translation] as const,
  );
  return Object.fromEntries(
    rest.filter(([, translation]) => !isJsonObject(translation) || Object.values(translation).some((each) => each !== null)),
  );
}

const shownOfVariant = new Set(["price", "compareAtPrice", "stock"]);

/** The members that have a value: one that is null is as good as absent. */
function without(members: JsonObject, names: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([name, value]) => !names.has(name) && value !== null));
}
