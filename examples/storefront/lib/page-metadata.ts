import type { Metadata } from "next";
import type { Seo } from "@vitrine/client";
import { alternatesOf, canonicalOf, translatedPaths } from "@/lib/alternates";

interface Described {
  slug: string;
  title: string;
  description?: string | null;
  /** Absent in the types of answers without a locale; the storefront always asks for one. */
  locale?: string;
  alternates?: readonly { locale: string; slug: string }[];
  seo?: Seo;
}

/** The facts that search engines and previews of links learn of a page, a product or a category. */
export function metadataOf(item: Described, locale: string, pathOf: (slug: string) => string, image?: string): Metadata {
  const { title, seo } = item;
  const description = seo?.description ?? item.description ?? null;
  const paths = translatedPaths({ slug: item.slug, locale: item.locale ?? locale, alternates: item.alternates ?? [] }, pathOf);
  const canonical = canonicalOf(seo?.canonicalUrl ?? null);
  const picture = seo?.image ?? image;
  return {
    title: seo?.title ? { absolute: seo.title } : title,
    description,
    alternates: { ...alternatesOf(item.locale ?? locale, paths), ...(canonical ? { canonical } : {}) },
    robots: { index: !seo?.noIndex, follow: !seo?.noFollow },
    openGraph: { title: seo?.title ?? title, ...(description ? { description } : {}), images: picture ?? [] },
  };
}
