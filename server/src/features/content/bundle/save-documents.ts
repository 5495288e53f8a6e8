import { instantOf } from "../../../lib/http/envelope.ts";
import { addDocuments, type ContentInput, type DocumentInput, findSlugConflicts, firstText, saveDocuments } from "../documents/index.ts";
import { type AuthoredPage, completePage, shownTitle } from "../rendering/index.ts";
import type { PublicWriteContext } from "../../../lib/published/write-context.ts";
import type { ValidationError } from "../../../lib/http/problem.ts";
import { addTally, emptyTally, type Tally } from "../../../lib/observing/tally.ts";
import { parseJsonPointer } from "../../../lib/json-schema/json-pointer.ts";
import type { Sql } from "../../../ports/database.ts";
import { BundleError } from "./bundle-error.ts";
import { entryName, pageName, type DocumentName } from "./document-names.ts";
import { editedWarning } from "./edited-items.ts";
import type { ReferenceLinks } from "./link-references.ts";
import type { Bundle, BundleEntry, BundlePage } from "./schema.ts";

const batchSize = 500;

/** A page of a bundle, ready to be saved but for its references. */
export function pageInput(page: BundlePage): DocumentInput {
  const { slug, aliases = [], locale, status, title, seo, composition, draft, publishedAt, firstPublishedAt } = page;
  const contentOf = (authored: AuthoredPage & { slug?: string }) => {
    return { ...completePage(authored), slug: authored.slug ?? slug, title: shownTitle(authored.title), references: [] };
  };
  const content = { ...contentOf({ title, seo, composition } as AuthoredPage), publishedAt, firstPublishedAt };
  return { ...pageName(page), locale, slug, aliases, ...versionsOf(status, content, draft && contentOf(draft)) };
}

/** An entry of a bundle, ready to be saved but for its references. Its title is the first text that its type's schema has. */
export function entryInput(entry: BundleEntry, schema: { properties?: object }): DocumentInput {
  const { slug, aliases = [], locale, status, draft, publishedAt, firstPublishedAt } = entry;
  const contentOf = ({ slug: ownSlug = slug, title, data }: Pick<BundleEntry, "title" | "data"> & { slug?: string }) => {
    return { content: JSON.stringify(data), slug: ownSlug, title: shownTitle(title ?? firstText(schema, data)), references: [] };
  };
  const content = { ...contentOf(entry), hasBindings: false, publishedAt, firstPublishedAt };
  return { ...entryName(entry), locale, slug, aliases, ...versionsOf(status, content, draft && contentOf(draft)) };
}

function versionsOf(
  status: "PUBLISHED" | "DRAFT" | undefined,
  content: ContentInput & { hasBindings: boolean; publishedAt: string | undefined; firstPublishedAt: string | undefined },
  draft: ContentInput | null | undefined,
): Pick<DocumentInput, "published" | "draft"> {
  if (status === "DRAFT") return { published: null, draft: content };
  return {
    published: { ...content, publishedAt: instantOf(content.publishedAt), firstPublishedAt: instantOf(content.firstPublishedAt) },
    draft,
  };
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
  /** Replaces also what somebody has changed since the last import. */
  overwrites: boolean;
  locate(errors: readonly ValidationError[]): ValidationError[];
  onProgress(section: string, done: number, total: number): void;
}

/** Adds the documents of a section, so that each may refer to any other. */
export async function addInBatches<Item>(
  tx: Sql,
  ctx: PublicWriteContext,
  siteId: string,
  { items, toName }: DocumentSection<Item>,
): Promise<void> {
  for (let start = 0; start < items.length; start += batchSize) {
    await addDocuments(tx, ctx, siteId, items.slice(start, start + batchSize).map(toName));
  }
}

/** Saves documents in batches of this size, so that memory stays bounded for any size of bundle. */
export async function saveInBatches<Item extends { invalid?: boolean }>(
  tx: Sql,
  ctx: PublicWriteContext,
  siteId: string,
  { name, items, toInput, inContent }: DocumentSection<Item>,
  { links, overwrites, locate, onProgress }: SavingDocuments,
): Promise<{ tally: Tally; edited: EditedDocument[] }> {
  let tally = emptyTally();
  const editedDocuments: EditedDocument[] = [];
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
    const { linked, errors } = await links.link(tx, siteId, inputs, (input) => ({
      path: placeOf(input),
      inContent,
      keepsInvalid: items[start + inputs.indexOf(input)]?.invalid === true,
    }));
    if (errors.length > 0) throw new BundleError(locate(errors));
    const imported = linked.map((input) => ({ ...input, imported: { overwrites } }));
    const { edited, ...saved } = await saveDocuments(tx, ctx, siteId, imported);
    tally = addTally(tally, saved);
    editedDocuments.push(...edited.map(({ place, documentId }) => ({ path: `/${name}/${start + place}`, documentId, section: name })));
    // Without statistics the planner checks each foreign key by an index that reads all rows of the site; the rest of a large import would take twenty times
    // as long. On a server they come after a minute or so, in the embedded database never. As in settle-catalog.ts.
    const isFirstOfSeveral = start === 0 && items.length > batchSize;
    if (isFirstOfSeveral) await tx`analyze (skip_locked) documents, translations, published_rows`;
    onProgress(name, Math.min(start + batchSize, items.length), items.length);
  }
  return { tally, edited: editedDocuments };
}

/** A document of a bundle that somebody has changed since the last import. */
interface EditedDocument {
  path: string;
  documentId: string;
  section: "pages" | "entries";
}

/** Names who changed the documents that the import left alone. */
export async function editedDocumentWarnings(tx: Sql, siteId: string, edited: readonly EditedDocument[]): Promise<ValidationError[]> {
  const warnings: ValidationError[] = [];
  for (const { path, documentId, section } of edited) {
    const target = { type: section === "pages" ? "page" : "entry", id: documentId };
    warnings.push(await editedWarning(tx, siteId, { path, target, isNamed: warnings.length < 100 }));
  }
  return warnings;
}

/** The published documents of a bundle, but for edited ones, with whether warnings of the import are about what is published. Pure. */
export function markedDocuments(
  { pages = [], entries = [] }: Bundle,
  warnings: readonly ValidationError[],
  edited: readonly EditedDocument[],
): (DocumentName & { locale: string; isInvalid: boolean })[] {
  const invalid = new Set(
    warnings.flatMap(({ path }) => {
      const [section = "", place = "", member] = parseJsonPointer(path) ?? [];
      return member === "draft" ? [] : [`/${section}/${place}`];
    }),
  );
  const staying = new Set(edited.map(({ path }) => path));
  const mark = <Item extends { locale: string; status?: string }>(
    section: string,
    items: readonly Item[],
    toName: (item: Item) => DocumentName,
  ) =>
    items.flatMap((item, index) =>
      item.status === "DRAFT" || staying.has(`/${section}/${index}`)
        ? []
        : [{ ...toName(item), locale: item.locale, isInvalid: invalid.has(`/${section}/${index}`) }],
    );
  return [...mark("pages", pages, pageName), ...mark("entries", entries, entryName)];
}
