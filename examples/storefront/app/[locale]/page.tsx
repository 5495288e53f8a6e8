import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { InLanguage } from "@/components/in-language";
import { PageView } from "@/components/page-view";
import { findPage, pagePath } from "@/lib/content";
import { currentLocale } from "@/lib/locale";
import { metadataOf } from "@/lib/page-metadata";

/** Pages are made when they are first visited, and kept: building needs no Vitrine. */
export const generateStaticParams = () => [];

export async function generateMetadata(): Promise<Metadata> {
  const { locale } = await currentLocale();
  const page = await findPage("home", locale);
  return page ? metadataOf(page, locale, pagePath) : {};
}

/** The first page of the site: the page with the slug `home`. */
export default async function HomePage() {
  const { locale } = await currentLocale();
  const page = await findPage("home", locale);
  if (!page) notFound();
  return (
    <InLanguage contentLocale={page.locale}>
      <PageView title={page.title} composition={page.composition} />
    </InLanguage>
  );
}
