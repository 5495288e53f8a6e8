import type { MetadataRoute } from "next";
import { connection } from "next/server";
import { sameInEveryLocale, translatedPaths } from "@/lib/alternates";
import { categoryPath, listCategories, productPath } from "@/lib/catalog";
import { guidePath, listGuides, listPages, listPosts, pagePath, postPath } from "@/lib/content";
import { absoluteUrl } from "@/lib/settings";
import { collect, reader } from "@/lib/vitrine";
import { site } from "@/site.config";
import type { CategoryNode, Seo } from "@vitrine/client";

/** Every page of the site in every locale, each with its translations. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  // Made for each request, of content that is kept; SITE_URL is read when the server runs, not when it is built.
  await connection();
  const localized = await Promise.all(site.locales.map(itemsOf));
  return [...localized.flat(), ...["/categories", "/blog", "/guides"].flatMap((path) => entriesFor(sameInEveryLocale(path)))];
}

/** The pages, posts, guides, categories and products that are there in a locale. */
async function itemsOf(locale: string): Promise<MetadataRoute.Sitemap> {
  const [pages, posts, guides] = await Promise.all([listPages(locale), listPosts(locale), listGuides(locale)]);
  const categories = flat(await listCategories(locale));
  const products = await collect((await reader()).catalog.listProducts.all({ locale }));
  const all = [
    ...withPaths(pages, locale, pagePath),
    ...withPaths(posts, locale, postPath),
    ...withPaths(guides, locale, guidePath),
    ...withPaths(categories, locale, categoryPath),
    ...withPaths(products, locale, productPath),
  ];
  return all.flatMap(({ item, paths }) => entriesFor(paths, item.updatedAt).filter(({ url }) => url === absoluteUrl(paths[locale] ?? "")));
}

interface Item {
  slug: string;
  updatedAt: string;
  locale?: string;
  alternates?: readonly { locale: string; slug: string }[];
  seo?: Seo;
}

/** Those that search engines may know, with their paths by locale. */
function withPaths(items: readonly Item[], locale: string, pathOf: (slug: string) => string) {
  return items
    .filter(({ seo }) => !seo?.noIndex)
    .map((item) => ({ item, paths: translatedPaths({ locale, alternates: [], ...item }, pathOf) }));
}

/** One entry for each locale, with the addresses of all of them. */
function entriesFor(paths: Readonly<Record<string, string>>, lastModified?: string): MetadataRoute.Sitemap {
  const languages = Object.fromEntries(Object.entries(paths).map(([locale, path]) => [locale, absoluteUrl(path)]));
  return Object.values(languages).map((url) => ({ url, alternates: { languages }, ...(lastModified ? { lastModified } : {}) }));
}

function flat(nodes: readonly CategoryNode[]): CategoryNode[] {
  return nodes.flatMap((node) => [node, ...flat(node.children ?? [])]);
}
