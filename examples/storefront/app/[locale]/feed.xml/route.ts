import { connection } from "next/server";
import { atomFeed } from "@/lib/atom";
import { listPosts } from "@/lib/content";
import { isLocale, localeOf } from "@/lib/locale-words";
import { siteSettings } from "@/lib/site-settings";

/** The posts of a locale, for feed readers. */
export async function GET(_request: Request, { params }: RouteContext<"/[locale]/feed.xml">): Promise<Response> {
  // Made for each request, of posts that are kept.
  await connection();
  const asked = (await params).locale;
  if (!isLocale(asked)) return new Response(null, { status: 404 });
  const { locale, words } = localeOf(asked);
  const posts = await listPosts(locale);
  const { title } = await siteSettings(locale);
  const feed = atomFeed({
    path: `/${locale}/feed.xml`,
    title: `${title}: ${words.journal}`,
    author: title,
    locale,
    entries: posts.map(({ slug, data, firstPublishedAt, updatedAt }) => ({
      path: `/${locale}/blog/${slug}`,
      title: data.title,
      summary: data.excerpt,
      author: data.author,
      publishedAt: firstPublishedAt,
      updatedAt,
    })),
  });
  return new Response(feed, { headers: { "content-type": "application/atom+xml; charset=utf-8" } });
}
