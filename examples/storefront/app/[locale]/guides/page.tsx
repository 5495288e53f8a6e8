import type { Metadata } from "next";
import { EntryList } from "@/components/entries/entry-list";
import { alternatesOf, sameInEveryLocale } from "@/lib/alternates";
import { listGuides } from "@/lib/content";
import { currentLocale } from "@/lib/locale";

/** Pages are made when they are first visited, and kept: building needs no Vitrine. */
export const generateStaticParams = () => [];

export async function generateMetadata(): Promise<Metadata> {
  const { locale, words } = await currentLocale();
  return {
    title: words.entries.guidesTitle,
    description: words.entries.guidesText,
    alternates: alternatesOf(locale, sameInEveryLocale("/guides")),
  };
}

export default async function GuidesPage() {
  const { locale, words } = await currentLocale();
  const guides = await listGuides(locale);
  return (
    <>
      <section className="hero">
        <h1>{words.entries.guidesTitle}</h1>
        <p className="lead">{guides.length > 0 ? words.entries.guidesText : words.entries.nothing}</p>
      </section>
      <EntryList kind="guide" level={2} entries={guides.map(({ slug, data }) => ({ ...data, slug, minutes: data.durationMinutes }))} />
    </>
  );
}
