import { tellProblem } from "../parts/toast.tsx";
import type { OpenSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { loadScripts, slugOf } from "./slug-of.ts";

interface NewDocument {
  documents: "pages" | "entries";
  contentType?: string;
  locale?: string;
  title?: string;
}

let isCreating = false;

/**
 * Creates an empty draft. Resolves with its place below the site's address; undefined, if the server refused, which is told, or if one is being created:
 * a double click makes one document.
 */
export async function createDocument(
  site: OpenSite,
  { documents, contentType, locale = site.site.defaultLocale, title }: NewDocument,
): Promise<string | undefined> {
  if (isCreating) return undefined;
  isCreating = true;
  const words = title ?? (documents === "pages" ? texts.pages.untitled : texts.entries.untitled);
  try {
    await loadScripts(words);
    const beginning = slugOf(words);
    const created = await site.api.content.createDocument({
      documents,
      locale,
      title: words,
      // Free for certain; the person chooses a better one with the title.
      slug: `${beginning}${beginning && "-"}${Date.now().toString(36)}`,
      ...(documents === "pages" ? { composition: [] } : { contentType, data: {} }),
    });
    return documents === "pages" ? `/pages/${created.id}/${locale}` : `/entries/${created.contentType}/${created.id}/${locale}`;
  } catch (error) {
    tellProblem(error);
    return undefined;
  } finally {
    isCreating = false;
  }
}
