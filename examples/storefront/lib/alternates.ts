import type { Metadata } from "next";
import { settings } from "@/lib/settings";
import { site } from "@/site.config";

/** The canonical address and the translations of a page, for search engines. `paths` are by locale, with the locale in them. */
export function alternatesOf(locale: string, paths: Readonly<Record<string, string>>): Metadata["alternates"] {
  const fallback = paths[site.defaultLocale];
  return {
    canonical: paths[locale] ?? fallback ?? Object.values(paths)[0] ?? null,
    languages: fallback ? { ...paths, "x-default": fallback } : paths,
    types: { "application/atom+xml": `/${locale}/feed.xml` },
  };
}

/** The paths of something that has the same slug in every locale, such as a product. */
export function sameInEveryLocale(path: string): Record<string, string> {
  return Object.fromEntries(site.locales.map((locale) => [locale, `/${locale}${path}`]));
}

/** The paths of a page or an entry, which has a slug of its own in each locale in which it is published. */
export function translatedPaths(
  { locale, slug, alternates }: { locale: string; slug: string; alternates: readonly { locale: string; slug: string }[] },
  pathOf: (slug: string) => string,
): Record<string, string> {
  return Object.fromEntries(
    [{ locale, slug }, ...alternates]
      .filter((translation) => (site.locales as readonly string[]).includes(translation.locale))
      .map((translation) => [translation.locale, `/${translation.locale}${pathOf(translation.slug)}`]),
  );
}

/** An editor's own canonical address wins, unless it is on the API's server, where no visitor is to land. */
export function canonicalOf(canonicalUrl: string | null): string | undefined {
  if (!canonicalUrl || !URL.canParse(canonicalUrl)) return undefined;
  return new URL(canonicalUrl).origin === new URL(settings.vitrineUrl).origin ? undefined : canonicalUrl;
}
