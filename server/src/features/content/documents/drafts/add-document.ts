import type { WriteContext } from "../../../../lib/published/write-context.ts";
import { isPageSlug } from "../../../../lib/text/slug.ts";
import type { Sql } from "../../../../ports/database.ts";
import { kindOf, type LockedDocument } from "./locked-document.ts";
import { secondEntry } from "./single-entry.ts";

/**
 * Makes a document without a translation, held by the transaction. Its name is the slug if no other document has it. The content type exists. Throws
 * `single_entry_exists`.
 */
export async function addDocument(
  tx: Sql,
  { now, ids }: WriteContext,
  siteId: string,
  { contentType, slug }: { contentType: string; slug: string },
): Promise<LockedDocument> {
  const id = ids.next();
  // The type stays as it is until the transaction ends: it does not become single while an entry is added.
  const insert = async (name: string) => {
    const rows = await tx<{ id: string }>`
      insert into documents (site_id, id, content_type, name, is_single, revision, created_at)
      select site_id, ${id}::uuid, slug, ${name}::text, is_single, 0, ${now}::timestamptz
      from content_types
      where site_id = ${siteId} and slug = ${contentType}
      for share
      on conflict do nothing
      returning id`;
    return rows.length > 0;
  };
  const isNamed = isPageSlug(slug) && (await insert(slug));
  if (!isNamed && !(await insert(id))) throw await secondEntry(tx, siteId, contentType);
  return {
    id,
    kind: kindOf(contentType),
    contentType,
    name: isNamed ? slug : id,
    revision: 0,
    title: "",
    createdAt: now,
    translations: [],
  };
}
