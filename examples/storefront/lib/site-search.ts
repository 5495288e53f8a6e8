import type { List, SearchItem } from "@vitrine/client";
import { categoryPath, productPath } from "@/lib/catalog";
import { guidePath, listGuides, listPosts, pagePath, postPath } from "@/lib/content";
import { reader } from "@/lib/vitrine";

/** The parts of the site that a search may be limited to. */
export const searchParts = ["shop", "content"] as const;
export type SearchPart = (typeof searchParts)[number];

interface SiteSearch {
  q: string;
  part: SearchPart | undefined;
  page: number;
  pageSize: number;
  locale: string;
}

/** One list over content and shop, the best match first. The server forgives typing errors. */
export async function searchSite({ q, part, locale, ...paging }: SiteSearch): Promise<Pick<List<SearchItem>, "data" | "total">> {
  if (q === "") return { data: [], total: 0 };
  const types = await typesOf(part, locale);
  return (await reader()).content.search({ q, types: types.join(","), locale, ...paging });
}

/** The types that have pages here. The server refuses those that the site does not have. */
async function typesOf(part: SearchPart | undefined, locale: string): Promise<string[]> {
  const shop = ["product", "category"];
  if (part === "shop") return shop;
  const [posts, guides] = await Promise.all([listPosts(locale), listGuides(locale)]);
  const entries = [...(posts.length > 0 ? ["entry:blog-post"] : []), ...(guides.length > 0 ? ["entry:guide"] : [])];
  const content = ["page", ...entries];
  return part === "content" ? content : [...content, ...shop];
}

/** Where a result is. */
export function resultPath({ type, contentType, slug }: SearchItem): string {
  switch (type) {
    case "page":
      return pagePath(slug);
    case "product":
      return productPath(slug);
    case "category":
      return categoryPath(slug);
    case "entry":
      return contentType === "guide" ? guidePath(slug) : postPath(slug);
  }
}
