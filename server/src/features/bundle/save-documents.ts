import {
  completePage,
  findSlugConflicts,
  pageContentType,
  saveDocuments,
  type AuthoredPage,
  type DocumentInput,
} from "../content/index.ts";
import type { PublicSaving } from "../../lib/published/saving.ts";
import type { Fault } from "../../lib/http/problem.ts";
import { addTally, emptyTally, type Tally } from "../../lib/observing/tally.ts";
import type { Sql } from "../../ports/database.ts";
import { BundleError } from "./bundle-error.ts";
import type { BundleEntry, BundlePage } from "./schema.ts";

const batchSize = 500;

/** A page of a bundle, ready to be saved. */
export function pageInput({
  page,
  slug,
  locale,
  status,
  title,
  seo,
  composition,
  draft,
  publishedAt,
  firstPublishedAt,
}: BundlePage): DocumentInput {
  const own = completePage({ title, seo, composition } as AuthoredPage);
  return {
    contentType: pageContentType,
    name: page ?? slug,
    locale,
    slug,
    ...contentOf(status, { ...own, publishedAt, firstPublishedAt }, draft && completePage(draft).content),
  };
}

export function entryInput({ contentType, slug, locale, status, data, draft, publishedAt, firstPublishedAt }: BundleEntry): DocumentInput {
  const own = { content: JSON.stringify(data), hasBindings: false, publishedAt, firstPublishedAt };
  return { contentType, name: slug, locale, slug, ...contentOf(status, own, draft && JSON.stringify(draft.data)) };
}

function contentOf(
  status: "PUBLISHED" | "DRAFT" | undefined,
  own: { content: string; hasBindings: boolean; publishedAt: string | undefined; firstPublishedAt: string | undefined },
  draft: string | null | undefined,
): Pick<DocumentInput, "published" | "draft"> {
  if (status === "DRAFT") return { published: null, draft: own.content };
  const instant = (text: string | undefined) => (text === undefined ? undefined : new Date(text));
  return { published: { ...own, publishedAt: instant(own.publishedAt), firstPublishedAt: instant(own.firstPublishedAt) }, draft };
}

/** Saves documents in batches of this size, so that memory stays bounded for any size of bundle. */
export async function saveInBatches<Item>(
  tx: Sql,
  saving: PublicSaving,
  siteId: string,
  section: "pages" | "entries",
  items: readonly Item[],
  toInput: (item: Item) => DocumentInput,
  { locate, onProgress }: { locate: (faults: readonly Fault[]) => Fault[]; onProgress(section: string, done: number, total: number): void },
): Promise<Tally> {
  let tally = emptyTally();
  for (let start = 0; start < items.length; start += batchSize) {
    const inputs = items.slice(start, start + batchSize).map(toInput);
    const conflicts = await findSlugConflicts(tx, siteId, inputs);
    if (conflicts.length > 0) {
      throw new BundleError(
        locate(
          conflicts.map(({ input, takenBy }) => ({
            path: `/${section}/${start + inputs.indexOf(input)}/slug`,
            code: "slug_taken",
            message: `is the slug of "${takenBy}" in ${input.locale} already`,
          })),
        ),
      );
    }
    tally = addTally(tally, await saveDocuments(tx, saving, siteId, inputs));
    onProgress(section, Math.min(start + batchSize, items.length), items.length);
  }
  return tally;
}
