import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { InLanguage } from "@/components/in-language";
import { PageView } from "@/components/page-view";
import { findPage } from "@/lib/content";
import { currentLocale } from "@/lib/locale";
import { metadataOf } from "@/lib/page-metadata";
import { pathSegment } from "@/lib/path-segment";

type Props = PageProps<"/[locale]/pages/[...slug]">;

/** Pages are made when they are first visited, and kept: building needs no Vitrine. */
export const generateStaticParams = () => [];

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale, slug } = await asked(params);
  const page = await findPage(slug, locale);
  return page ? metadataOf(page, (own) => `/pages/${own}`) : {};
}

/** A page of the site, composed of blocks. */
export default async function ContentPage({ params }: Props) {
  const { locale, slug } = await asked(params);
  const page = await findPage(slug, locale);
  if (!page) notFound();
  if (page.slug === "home") permanentRedirect(`/${locale}`);
  // The slug of another locale finds the page too. Each page has one address.
  if (page.locale === locale && page.slug !== slug) permanentRedirect(`/${locale}/pages/${page.slug}`);
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
