import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { Breadcrumbs } from "@/components/breadcrumbs";
import { EntryList } from "@/components/entries/entry-list";
import { InLanguage } from "@/components/in-language";
import { JsonLd } from "@/components/json-ld";
import { RichText } from "@/components/rich-text";
import { alternatesOf, translatedPaths } from "@/lib/alternates";
import { findPost, listPosts, postPath } from "@/lib/content";
import { longDate } from "@/lib/dates";
import { currentLocale } from "@/lib/locale";
import { absoluteUrl } from "@/lib/settings";
import { siteSettings } from "@/lib/site-settings";
import { fill } from "@/messages/fill";

type Props = PageProps<"/[locale]/blog/[slug]">;

/** Pages are made when they are first visited, and kept: building needs no Vitrine. */
export const generateStaticParams = () => [];

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await currentLocale();
  const post = await findPost((await params).slug, locale);
  if (!post) return {};
  const { title, excerpt, author, seo } = post.data;
  return {
    title: seo?.title ?? title,
    description: seo?.description ?? excerpt,
    alternates: alternatesOf(post.locale, translatedPaths(post, postPath)),
    openGraph: { type: "article", title, description: excerpt, publishedTime: post.publishedAt, ...(author ? { authors: [author] } : {}) },
  };
}

export default async function PostPage({ params }: Props) {
  const { locale, words } = await currentLocale();
  const asked = (await params).slug;
  const post = await findPost(asked, locale);
  if (!post) notFound();
  if (post.locale === locale && post.slug !== asked) permanentRedirect(`/${locale}${postPath(post.slug)}`);
  const { slug, data, firstPublishedAt, updatedAt } = post;
  const path = `/${locale}${postPath(slug)}`;
  const others = (await listPosts(locale)).filter(({ id }) => id !== post.id).slice(0, 3);
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { path: `/${locale}/blog`, title: words.journal },
          { path, title: data.title },
        ]}
      />
      <InLanguage contentLocale={post.locale}>
        <article className="entry">
          <header>
            <h1>{data.title}</h1>
            <p className="lead">{data.excerpt}</p>
            <p className="entry-facts">
              {data.author && <span>{fill(words.entries.by, { author: data.author })}</span>}
              <time dateTime={firstPublishedAt}>{longDate(firstPublishedAt, locale)}</time>
              {data.readingMinutes && <span>{fill(words.entries.readingTime, { count: data.readingMinutes })}</span>}
            </p>
          </header>
          <RichText text={data.body} />
        </article>
      </InLanguage>
      {others.length > 0 && (
        <section>
          <h2>{words.entries.more}</h2>
          <EntryList
            kind="post"
            level={3}
            entries={others.map((other) => ({
              ...other.data,
              slug: other.slug,
              byline: other.data.author,
              minutes: other.data.readingMinutes,
            }))}
          />
        </section>
      )}
      <JsonLd
        data={{
          "@type": "BlogPosting",
          headline: data.title,
          description: data.excerpt,
          inLanguage: post.locale,
          datePublished: firstPublishedAt,
          dateModified: updatedAt,
          mainEntityOfPage: absoluteUrl(path),
          ...(data.author ? { author: { "@type": "Person", name: data.author } } : {}),
          publisher: { "@type": "Organization", name: (await siteSettings(locale)).title },
        }}
      />
    </>
  );
}
