import { Type } from "typebox";
import { problem, ProblemError } from "../http/problem.ts";

export const localeUnsupported = problem("locale_unsupported", 400, "The site does not have this locale", {
  supportedLocales: { type: "array", items: { type: "string" }, description: "The locales of the site, in canonical case." },
});

export const localePattern = "^[a-z]{2}(-[A-Z]{2})?$";

/** A locale as people write it into a site: in canonical case. */
export const LocaleTag = Type.String({ pattern: localePattern, description: "ll or ll-RR, such as en or pt-BR." });

export const LocaleParameter = Type.String({
  description: "A locale tag, `ll` or `ll-RR`, in any case. The site's default locale without it.",
  examples: ["pt-BR"],
});

export const LocaleQuery = Type.Object({ locale: Type.Optional(LocaleParameter) });

/** The locales of a site, as far as resolving a request's locale needs them. */
export interface SiteLocales {
  readonly defaultLocale: string;
  readonly locales: readonly string[];
}

/** `ll` or `ll-RR` in canonical case (`pt-BR`), from any case; undefined when it has neither form. */
export function canonicalLocale(tag: string): string | undefined {
  const match = /^([A-Za-z]{2})(?:-([A-Za-z]{2}))?$/.exec(tag);
  if (!match?.[1]) return undefined;
  return match[2] ? `${match[1].toLowerCase()}-${match[2].toUpperCase()}` : match[1].toLowerCase();
}

/** For lists: the requested locale, which must be one of the site's; the default without one. Throws `locale_unsupported`. */
export function listLocale(site: SiteLocales, requested: string | undefined): string {
  if (requested === undefined) return site.defaultLocale;
  const locale = canonicalLocale(requested);
  if (locale === undefined || !site.locales.includes(locale)) throw refusal(site);
  return locale;
}

/**
 * For single reads, which fall back: the requested locale if the site has it, else the default one, since no content can be
 * published in any other. Throws `locale_unsupported` when the tag is malformed.
 */
export function readLocale(site: SiteLocales, requested: string | undefined): string {
  if (requested === undefined) return site.defaultLocale;
  const locale = canonicalLocale(requested);
  if (locale === undefined) throw refusal(site);
  return site.locales.includes(locale) ? locale : site.defaultLocale;
}

/**
 * For single reads whose response tells its locale only if the request names one: the locale of `readLocale`, or none. Throws
 * `locale_unsupported` when the tag is malformed.
 */
export function requestedLocale(site: SiteLocales, { locale }: { locale?: string }): { locale?: string } {
  return locale === undefined ? {} : { locale: readLocale(site, locale) };
}

/**
 * The locales in which a single read looks, one after the other; with `fallback=none` the requested one alone, which the site may not have.
 * Throws `locale_unsupported` when the tag is malformed.
 */
export function readLocales(
  site: SiteLocales,
  { locale: requested, fallback }: { locale?: string; fallback?: "default" | "none" },
): { locale: string; fallback: string } {
  const locale = readLocale(site, requested);
  if (fallback !== "none") return { locale, fallback: site.defaultLocale };
  const only = canonicalLocale(requested ?? site.defaultLocale) ?? locale;
  return { locale: only, fallback: only };
}

function refusal({ locales }: SiteLocales): ProblemError {
  return new ProblemError(localeUnsupported, {
    detail: `The locale must be one of ${locales.join(", ")}.`,
    members: { supportedLocales: locales },
  });
}
