import { notFound, permanentRedirect } from "next/navigation";
import { findPage, pagePath } from "@/lib/content";
import { currentLocale } from "@/lib/locale";
import { pathSegment } from "@/lib/path-segment";

/** An address that no other route knows: that of a page without its area, such as /en/about, or nothing, in its language. */
export default async function UnknownPage({ params }: PageProps<"/[locale]/[...rest]">): Promise<never> {
  const { locale } = await currentLocale();
  const page = await findPage((await params).rest.map(pathSegment).join("/"), locale);
  if (page) permanentRedirect(`/${locale}${pagePath(page.slug)}`);
  notFound();
}
