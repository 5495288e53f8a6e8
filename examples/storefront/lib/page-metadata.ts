import type { Metadata } from "next";
import type { Page } from "@vitrine/client";
import { alternatesOf, canonicalOf, translatedPaths } from "@/lib/alternates";

/** The facts that search engines and previews of links learn of a page. */
export function metadataOf(page: Page, pathOf: (slug: string) => string): Metadata {
  const { title, seo, locale } = page;
  const canonical = canonicalOf(seo.canonicalUrl);
  return {
    title: seo.title ? { absolute: seo.title } : title,
    description: seo.description,
    alternates: { ...alternatesOf(locale, translatedPaths(page, pathOf)), ...(canonical ? { canonical } : {}) },
    robots: { index: !seo.noIndex, follow: !seo.noFollow },
    openGraph: { title: seo.title ?? title, ...(seo.description ? { description: seo.description } : {}), images: seo.image ?? [] },
  };
}
