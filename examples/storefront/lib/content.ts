import { cache } from "react";
import type { Entry, Page } from "@vitrine/client";
import { collect, found, readOrRedirect, reader } from "@/lib/vitrine";

/** The fields of the content type `blog-post`. */
export interface Post {
  title: string;
  excerpt: string;
  body: string;
  author?: string;
  tags?: string[];
  readingMinutes?: number;
  seo?: { title: string; description: string };
}

/** The fields of the content type `guide`. */
export interface Guide {
  title: string;
  excerpt: string;
  difficulty: "easy" | "medium" | "hard";
  durationMinutes: number;
  tools: string[];
  steps: { title: string; text: string }[];
  seo?: { title: string; description: string };
}

// `cache` is React's own: a page and its metadata read the same thing once for each request.

export const pagePath = (slug: string): string => (slug === "home" ? "" : `/pages/${slug}`);
export const postPath = (slug: string): string => `/blog/${slug}`;
export const guidePath = (slug: string): string => `/guides/${slug}`;

/** A page in a locale, or in the default one if it is not translated. A former slug redirects; so does that of a post or a guide below. */
export const findPage = cache(async (slug: string, locale: string): Promise<Page | undefined> =>
  readOrRedirect((await reader()).content.getPage({ slug, locale }), locale, pagePath),
);

export const findPost = cache(async (slug: string, locale: string): Promise<Entry<Post> | undefined> =>
  readOrRedirect((await reader()).content.getBlogPost<Post>({ slug, locale }), locale, postPath),
);

export const findGuide = cache(async (slug: string, locale: string): Promise<Entry<Guide> | undefined> =>
  readOrRedirect((await reader()).content.getEntry<Guide>({ contentTypeSlug: "guide", slug, locale }), locale, guidePath),
);

/** All pages of a locale that search engines may know, by slug. */
export const listPages = cache(async (locale: string): Promise<Page[]> => {
  const pages = await collect((await reader()).content.listPages.all({ locale }));
  return pages.filter(({ seo }) => !seo.noIndex);
});

/** The posts of a locale, newest first. A site without such a content type has none. */
export const listPosts = cache((locale: string): Promise<Entry<Post>[]> => listEntries<Post>("blog-post", locale));

export const listGuides = cache((locale: string): Promise<Entry<Guide>[]> => listEntries<Guide>("guide", locale));

async function listEntries<Data>(contentTypeSlug: string, locale: string): Promise<Entry<Data>[]> {
  return (await found(collect((await reader()).content.listEntries.all<Data>({ contentTypeSlug, locale })))) ?? [];
}
