import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { connection } from "next/server";
import { InLanguage } from "@/components/in-language";
import { PageView } from "@/components/page-view";
import { DraftBlock } from "@/components/preview/draft-block";
import { currentLocale } from "@/lib/locale";
import { pathSegment } from "@/lib/path-segment";
import { found, live } from "@/lib/vitrine";

export async function generateMetadata(): Promise<Metadata> {
  const { words } = await currentLocale();
  return { title: words.preview.ribbon, robots: { index: false, follow: false }, referrer: "no-referrer" };
}

/** The draft that a preview link opens, with the components of published pages. next.config.ts keeps its address out of other sites. */
export default async function PreviewPage({ params }: PageProps<"/[locale]/preview/[token]">) {
  // Never kept: a draft changes, and its link ends.
  await connection();
  const { locale, words } = await currentLocale();
  const { token } = await params;
  const draft = await found(live.preview.getPreview({ token: pathSegment(token), locale }));
  if (!draft) notFound();
  return (
    <>
      <p className="preview-ribbon">{words.preview.ribbon}</p>
      <InLanguage contentLocale={draft.locale}>
        <PageView title={draft.title} composition={draft.composition} Frame={DraftBlock} />
      </InLanguage>
    </>
  );
}
