import type { MetadataRoute } from "next";
import { connection } from "next/server";
import { sameInEveryLocale, translatedPaths } from "@/lib/alternates";
import { listCategories } from "@/lib/catalog";
import { listGuides, listPages, listPosts } from "@/lib/content";
import { absoluteUrl } from "@/lib/settings";
import { collect, published } from "@/lib/vitrine";
import { site } from "@/site.config";
import type { CategoryNode } from "@vitrine/client";

/** Every page of the site in every locale, each with its translations. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  // Made for each request, of content that is kept; SITE_URL is read when the server runs, not when it is built.
  await connection();
  const products = await collect(published.catalog.listProducts.all({}));
  const localized = await Promise.all(site.locales.map(contentOf));
  return [
    ...localized.flat(),
    ...["/categories", "/blog", "/guides"].flatMap((path) => entriesFor(sameInEveryLocale(path))),
    ...flat(await listCategories()).flatMap(({ slug, updatedAt }) => entriesFor(sameInEveryLocale(`/categories/${slug}`), updatedAt)),
    ...products.flatMap(({ slug, updatedAt }) => entriesFor(sameInEveryLocale(`/products/${slug}`), updatedAt)),
  ];
}

/** The pages, posts and guides that are published in a locale. */
async function contentOf(locale: string): Promise<MetadataRoute.Sitemap> {
  const [pages, posts, guides] = await Promise.all([listPages(locale), listPosts(locale), listGuides(locale)]);
  const all = [
    ...pages.map((page) => ({ item: page, paths: translatedPaths(page, (slug) => (slug === "home" ? "" : `/pages/${slug}`)) })),
    ...posts.map((post) => ({ item: post, paths: translatedPaths(post, (slug) => `/blog/${slug}`) })),
    ...guides.map((guide) => ({ item: guide, paths: translatedPaths(guide, (slug) => `/guides/${slug}`) })),
  ];
  return all.flatMap(({ item, paths }) => entriesFor(paths, item.updatedAt).filter(({ url }) => url === absoluteUrl(paths[locale] ?? "")));
}

/** One entry for each locale, with the addresses of all of them. */
function entriesFor(paths: Readonly<Record<string, string>>, lastModified?: string): MetadataRoute.Sitemap {
  const languages = Object.fromEntries(Object.entries(paths).map(([locale, path]) => [locale, absoluteUrl(path)]));
  return Object.values(languages).map((url) => ({ url, alternates: { languages }, ...(lastModified ? { lastModified } : {}) }));
}

function flat(nodes: readonly CategoryNode[]): CategoryNode[] {
  return nodes.flatMap((node) => [node, ...flat(node.children ?? [])]);
}
