import { tellProblem } from "../parts/toast.tsx";
import type { OpenSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { slugOf } from "./slug-of.ts";

interface NewDocument {
  documents: "pages" | "entries";
  contentType?: string;
  locale?: string;
  title?: string;
}

/** Creates an empty draft. Resolves with its place below the site's address; undefined, if the server refused, which is told. */
export async function createDocument(
  site: OpenSite,
  { documents, contentType, locale = site.site.defaultLocale, title }: NewDocument,
): Promise<string | undefined> {
  const words = title ?? (documents === "pages" ? texts.pages.untitled : texts.entries.untitled);
  try {
    const created = await site.api.content.createDocument({
      documents,
      locale,
      title: words,
      // Free for certain; the person chooses a better one with the title.
      slug: `${slugOf(words)}-${Date.now().toString(36)}`,
      ...(documents === "pages" ? { composition: [] } : { contentType, data: {} }),
    });
    return documents === "pages" ? `/pages/${created.id}/${locale}` : `/entries/${created.contentType}/${created.id}/${locale}`;
  } catch (error) {
    tellProblem(error);
    return undefined;
  }
}
