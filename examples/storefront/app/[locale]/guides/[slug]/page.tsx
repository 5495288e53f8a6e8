import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { Breadcrumbs } from "@/components/breadcrumbs";
import { InLanguage } from "@/components/in-language";
import { RichText } from "@/components/rich-text";
import { alternatesOf, translatedPaths } from "@/lib/alternates";
import { findGuide, guidePath } from "@/lib/content";
import { duration } from "@/lib/dates";
import { currentLocale } from "@/lib/locale";

type Props = PageProps<"/[locale]/guides/[slug]">;

/** Pages are made when they are first visited, and kept: building needs no Vitrine. */
export const generateStaticParams = () => [];

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await currentLocale();
  const guide = await findGuide((await params).slug, locale);
  if (!guide) return {};
  const { title, excerpt, seo } = guide.data;
  return {
    title: seo?.title ?? title,
    description: seo?.description ?? excerpt,
    alternates: alternatesOf(guide.locale, translatedPaths(guide, guidePath)),
  };
}

export default async function GuidePage({ params }: Props) {
  const { locale, words } = await currentLocale();
  const asked = (await params).slug;
  const guide = await findGuide(asked, locale);
  if (!guide) notFound();
  if (guide.locale === locale && guide.slug !== asked) permanentRedirect(`/${locale}${guidePath(guide.slug)}`);
  const { title, excerpt, difficulty, durationMinutes, tools, steps } = guide.data;
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { path: `/${locale}/guides`, title: words.guides },
          { path: `/${locale}${guidePath(guide.slug)}`, title },
        ]}
      />
      <InLanguage contentLocale={guide.locale}>
        <article className="entry">
          <header>
            <h1>{title}</h1>
            <p className="lead">{excerpt}</p>
            <p className="entry-facts">
              <span>
                {words.entries.duration}: {duration(durationMinutes, locale)}
              </span>
              <span>
                {words.entries.difficulty}: {words.entries.difficulties[difficulty]}
              </span>
            </p>
          </header>
          {tools.length > 0 && (
            <section>
              <h2>{words.entries.tools}</h2>
              <ul>
                {tools.map((tool) => (
                  <li key={tool}>{tool}</li>
                ))}
              </ul>
            </section>
          )}
          <h2>{words.entries.steps}</h2>
          <ol className="steps">
            {steps.map((step) => (
              <li key={step.title}>
                <h3>{step.title}</h3>
                <RichText text={step.text} level={4} />
              </li>
            ))}
          </ol>
        </article>
      </InLanguage>
    </>
  );
}
