import { findTrashedIds } from "../documents/index.ts";
import type { ValidationError } from "../../../lib/http/problem.ts";
import type { Sql } from "../../../ports/database.ts";
import { entryName, pageName, type DocumentName } from "./document-names.ts";
import { editedWarning, withoutItems, type NamedItem, type ReducedBundle } from "./edited-items.ts";
import type { Bundle } from "./schema.ts";

/**
 * The bundle without the documents that somebody has put into the trash since an import wrote them, and without their previews; with a warning for each, at its
 * place in the whole.
 */
export async function withoutTrashed(
  tx: Sql,
  siteId: string,
  whole: Bundle,
): Promise<ReducedBundle<Bundle> & { warnings: ValidationError[]; trashed: DocumentName[] }> {
  const pages = (whole.pages ?? []).map((page, index) => ({ ...pageName(page), slug: page.slug, section: "pages" as const, index }));
  const entries = (whole.entries ?? []).map((entry, index) => ({ ...entryName(entry), slug: "", section: "entries" as const, index }));
  const documents = [...pages, ...entries];
  const trashedIds = documents.length > 0 ? await findTrashedIds(tx, siteId, documents) : [];
  const warnings: ValidationError[] = [];
  const trashed = trashedIds.flatMap(({ place, id }) => (documents[place] ? [{ ...documents[place], id }] : []));
  for (const { section, index, id } of trashed) {
    const target = { type: section === "pages" ? "page" : "entry", id };
    const isNamed = warnings.length < 100;
    warnings.push(await editedWarning(tx, siteId, { path: `/${section}/${index}`, target, isNamed, isTrashed: true }));
  }
  const items = trashed.flatMap(({ section, contentType, name, slug }): NamedItem[] =>
    section === "entries"
      ? [{ section, name: `${contentType}/${name}` }]
      : [{ section, name }, ...[name, slug].map((page): NamedItem => ({ section: "previews", name: page }))],
  );
  return { ...withoutItems(whole, items), warnings, trashed };
}
