import {
  addDocuments,
  completePage,
  findSlugConflicts,
  pageContentType,
  saveDocuments,
  shownTitle,
  type AuthoredPage,
  type ContentInput,
  type DocumentInput,
  firstText,
} from "../content/index.ts";
import type { PublicSaving } from "../../lib/published/saving.ts";
import type { Fault } from "../../lib/http/problem.ts";
import { addTally, emptyTally, type Tally } from "../../lib/observing/tally.ts";
import type { Sql } from "../../ports/database.ts";
import { BundleError } from "./bundle-error.ts";
import type { ReferenceLinks } from "./link-references.ts";
import type { BundleEntry, BundlePage } from "./schema.ts";

const batchSize = 500;

interface DocumentName {
  contentType: string;
  name: string;
}

export function pageName({ page, slug }: BundlePage): DocumentName {
  return { contentType: pageContentType, name: page ?? slug };
}

export function entryName({ contentType, entry, slug }: BundleEntry): DocumentName {
  return { contentType, name: entry ?? slug };
}

/** A page of a bundle, ready to be saved but for its references. */
export function pageInput(page: BundlePage): DocumentInput {
  const { slug, locale, status, title, seo, composition, draft, publishedAt, firstPublishedAt } = page;
  const contentOf = (authored: AuthoredPage & { slug?: string }) => {
    return { ...completePage(authored), slug: authored.slug ?? slug, title: shownTitle(authored.title), references: [] };
  };
  const own = { ...contentOf({ title, seo, composition } as AuthoredPage), publishedAt, firstPublishedAt };
  return { ...pageName(page), locale, slug, ...versionsOf(status, own, draft && contentOf(draft)) };
}

/** An entry of a bundle, ready to be saved but for its references. Its title is the first text that its type's schema has. */
export function entryInput(entry: BundleEntry, schema: { properties?: object }): DocumentInput {
  const { slug, locale, status, draft, publishedAt, firstPublishedAt } = entry;
  const contentOf = ({ slug: own = slug, title, data }: Pick<BundleEntry, "title" | "data"> & { slug?: string }) => {
    return { content: JSON.stringify(data), slug: own, title: shownTitle(title ?? firstText(schema, data)), references: [] };
  };
  const own = { ...contentOf(entry), hasBindings: false, publishedAt, firstPublishedAt };
  return { ...entryName(entry), locale, slug, ...versionsOf(status, own, draft && contentOf(draft)) };
}

function versionsOf(
  status: "PUBLISHED" | "DRAFT" | undefined,
  own: ContentInput & { hasBindings: boolean; publishedAt: string | undefined; firstPublishedAt: string | undefined },
  draft: ContentInput | null | undefined,
): Pick<DocumentInput, "published" | "draft"> {
  if (status === "DRAFT") return { published: null, draft: own };
  const instant = (text: string | undefined) => (text === undefined ? undefined : new Date(text));
  return { published: { ...own, publishedAt: instant(own.publishedAt), firstPublishedAt: instant(own.firstPublishedAt) }, draft };
}

/** The documents of one section of a bundle. */
export interface DocumentSection<Item> {
  name: "pages" | "entries";
  items: readonly Item[];
  toName(item: Item): DocumentName;
  toInput(item: Item): DocumentInput;
  /** The content's place in an item. */
  inContent: string;
}

export interface SavingDocuments {
  links: ReferenceLinks;
  locate(faults: readonly Fault[]): Fault[];
  onProgress(section: string, done: number, total: number): void;
}

/** Adds the documents of a section, so that each may refer to any other. */
export async function addInBatches<Item>(
  tx: Sql,
  saving: PublicSaving,
  siteId: string,
  { items, toName }: DocumentSection<Item>,
): Promise<void> {
  for (let start = 0; start < items.length; start += batchSize) {
    await addDocuments(tx, saving, siteId, items.slice(start, start + batchSize).map(toName));
  }
}

/** Saves documents in batches of this size, so that memory stays bounded for any size of bundle. */
export async function saveInBatches<Item>(
  tx: Sql,
  saving: PublicSaving,
  siteId: string,
  { name, items, toInput, inContent }: DocumentSection<Item>,
  { links, locate, onProgress }: SavingDocuments,
): Promise<Tally> {
  let tally = emptyTally();
  for (let start = 0; start < items.length; start += batchSize) {
    const inputs = items.slice(start, start + batchSize).map(toInput);
    const placeOf = (input: DocumentInput) => `/${name}/${start + inputs.indexOf(input)}`;
    const conflicts = await findSlugConflicts(tx, siteId, inputs);
    if (conflicts.length > 0) {
      throw new BundleError(
        locate(
          conflicts.map(({ input, takenBy }) => ({
            path: `${placeOf(input)}/slug`,
            code: "slug_taken",
            message: `is the slug of "${takenBy}" in ${input.locale} already`,
          })),
        ),
      );
    }
    const { linked, faults } = await links.link(tx, siteId, inputs, (input) => ({ path: placeOf(input), inContent }));
    if (faults.length > 0) throw new BundleError(locate(faults));
    tally = addTally(tally, await saveDocuments(tx, saving, siteId, linked));
    // Without statistics the planner checks each foreign key by an index that reads all rows of the site; the rest of a large import would take twenty times
    // as long. On a server they come after a minute or so, in the embedded database never. As in settle-catalog.ts.
    const isFirstOfSeveral = start === 0 && items.length > batchSize;
    if (isFirstOfSeveral) await tx`analyze (skip_locked) documents, translations, published_values`;
    onProgress(name, Math.min(start + batchSize, items.length), items.length);
  }
  return tally;
}
