import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { InLanguage } from "@/components/in-language";
import { PageView } from "@/components/page-view";
import { findPage, pagePath } from "@/lib/content";
import { currentLocale } from "@/lib/locale";
import { metadataOf } from "@/lib/page-metadata";
import { pathSegment } from "@/lib/path-segment";

type Props = PageProps<"/[locale]/pages/[...slug]">;

/** Pages are made when they are first visited, and kept: building needs no Vitrine. */
export const generateStaticParams = () => [];

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale, slug } = await asked(params);
  const page = await findPage(slug, locale);
  return page ? metadataOf(page, locale, pagePath) : {};
}

/** A page of the site, composed of blocks. */
export default async function ContentPage({ params }: Props) {
  const { locale, slug } = await asked(params);
  const page = await findPage(slug, locale);
  if (!page) notFound();
  // The slug of another locale finds the page too, and the first page has an address of its own. Each page has one.
  if (page.slug === "home" || (page.locale === locale && page.slug !== slug)) permanentRedirect(`/${locale}${pagePath(page.slug)}`);
  return (
    <InLanguage contentLocale={page.locale}>
      <PageView title={page.title} composition={page.composition} />
    </InLanguage>
  );
}

async function asked(params: Props["params"]) {
  const { locale } = await currentLocale();
  const { slug } = await params;
  return { locale, slug: slug.map(pathSegment).join("/") };
}
