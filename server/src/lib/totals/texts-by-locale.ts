import { Type, type Static } from "typebox";
import type { ValidationError } from "../http/problem.ts";
import { localePattern, type SiteLocales } from "../text/locale.ts";

/** A short text that buyers read, by locale. */
export const TextsByLocale = Type.Record(
  Type.String({ pattern: localePattern }),
  Type.String({ minLength: 1, maxLength: 200, pattern: "^[^\\u0000-\\u001f]+$" }),
  {
    additionalProperties: false,
    description: "By locale, one of them the site's default locale, which also serves locales without a text.",
    examples: [{ en: "Parcel", de: "Paket" }],
  },
);
export type TextsByLocale = Static<typeof TextsByLocale>;

/** The text for a locale of the site. */
export function textFor(texts: TextsByLocale, locale: string, { defaultLocale }: Pick<SiteLocales, "defaultLocale">): string {
  return texts[locale] ?? texts[defaultLocale] ?? Object.values(texts)[0] ?? "";
}

/** The errors of a text, by JSON Pointer. Pure. */
export function textErrors(
  texts: TextsByLocale,
  path: string,
  { defaultLocale, locales }: Pick<SiteLocales, "defaultLocale" | "locales">,
): ValidationError[] {
  const unknown = Object.keys(texts).filter((locale) => !locales.includes(locale));
  return [
    ...(texts[defaultLocale] === undefined
      ? [{ path, code: "value", message: `has no text in ${defaultLocale}, the default locale: add it` }]
      : []),
    ...unknown.map((locale) => ({ path: `${path}/${locale}`, code: "value", message: "is not a locale of the site" })),
  ];
}
