import { isJsonObject, memberOf, type JsonObject } from "../draft/json.ts";

/** A product, a category or a plan in the members of a bundle. */
export type Members = JsonObject;

export interface Variant extends JsonObject {
  sku: string;
  title?: string | null;
  price: number;
  compareAtPrice?: number | null;
  options?: Readonly<Record<string, string>>;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** The title of a product or a category, the name of a plan. */
export const nameOf = (members: Members | null): string => textOf(members?.title) || textOf(members?.name);

export const currencyOf = (members: Members | null, usual: string): string => textOf(members?.currency) || usual;

/** The variants of a product; none of anything else. */
export function variantsOf(members: Members | null): readonly Variant[] {
  const { variants } = members ?? {};
  return Array.isArray(variants) ? (variants as Variant[]) : [];
}

/** A variant as people know it: by its own title, or its options. Empty: there is no need to tell it from others. */
export function variantName({ title, options, sku }: Variant, isOnly: boolean): string {
  return title || Object.values(options ?? {}).join(", ") || (isOnly ? "" : sku);
}

/** The words of a product in a locale: of the default one, its own; of others, what is translated. */
export function wordsIn(members: Members | null, locale: string, defaultLocale: string): Members {
  if (locale === defaultLocale) return members ?? {};
  const translations = memberOf(members ?? {}, "translations");
  const words = isJsonObject(translations) ? memberOf(translations, locale) : undefined;
  return isJsonObject(words) ? words : {};
}

/** The text of a member; empty: it has none. */
export const wordOf = (words: Members, member: string): string => textOf(memberOf(words, member));
