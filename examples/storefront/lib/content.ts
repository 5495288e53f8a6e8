import { cache } from "react";
import type { Entry, Page } from "@vitrine/client";
import { collect, found, published } from "@/lib/vitrine";

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

export const findPage = cache((slug: string, locale: string): Promise<Page | undefined> =>
  found(published.content.getPage({ slug, locale })),
);

export const findPost = cache((slug: string, locale: string): Promise<Entry<Post> | undefined> =>
  found(published.content.getBlogPost<Post>({ slug, locale })),
);

export const findGuide = cache((slug: string, locale: string): Promise<Entry<Guide> | undefined> =>
  found(published.content.getEntry<Guide>({ contentTypeSlug: "guide", slug, locale })),
);

/** All pages of a locale that search engines may know, by slug. */
export const listPages = cache(async (locale: string): Promise<Page[]> => {
  const pages = await collect(published.content.listPages.all({ locale }));
  return pages.filter(({ seo }) => !seo.noIndex);
});

/** The posts of a locale, newest first. A site without such a content type has none. */
export const listPosts = cache((locale: string): Promise<Entry<Post>[]> => listEntries<Post>("blog-post", locale));

export const listGuides = cache((locale: string): Promise<Entry<Guide>[]> => listEntries<Guide>("guide", locale));

async function listEntries<Data>(contentTypeSlug: string, locale: string): Promise<Entry<Data>[]> {
  return (await found(collect(published.content.listEntries.all<Data>({ contentTypeSlug, locale })))) ?? [];
}
