import type { Metadata } from "next";
import { EntryList } from "@/components/entries/entry-list";
import { alternatesOf, sameInEveryLocale } from "@/lib/alternates";
import { listPosts } from "@/lib/content";
import { currentLocale } from "@/lib/locale";

/** Pages are made when they are first visited, and kept: building needs no Vitrine. */
export const generateStaticParams = () => [];

export async function generateMetadata(): Promise<Metadata> {
  const { locale, words } = await currentLocale();
  return {
    title: words.entries.journalTitle,
    description: words.entries.journalText,
    alternates: alternatesOf(locale, sameInEveryLocale("/blog")),
  };
}

export default async function BlogPage() {
  const { locale, words } = await currentLocale();
  const posts = await listPosts(locale);
  return (
    <>
      <section className="hero">
        <h1>{words.entries.journalTitle}</h1>
        <p className="lead">{posts.length > 0 ? words.entries.journalText : words.entries.nothing}</p>
      </section>
      <EntryList
        kind="post"
        level={2}
        entries={posts.map(({ slug, data }) => ({ ...data, slug, byline: data.author, minutes: data.readingMinutes }))}
      />
    </>
  );
}
