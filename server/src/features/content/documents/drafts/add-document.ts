import type { WriteContext } from "../../../../lib/published/write-context.ts";
import { isPageSlug } from "../../../../lib/text/slug.ts";
import type { Sql } from "../../../../ports/database.ts";
import { kindOf, type LockedDocument } from "./locked-document.ts";

/** Makes a document without a translation, held by the transaction. Its name is the slug if no other document has it. */
export async function addDocument(
  tx: Sql,
  { now, ids }: WriteContext,
  siteId: string,
  { contentType, slug }: { contentType: string; slug: string },
): Promise<LockedDocument> {
  const id = ids.next();
  const insert = (name: string) => tx<{ id: string }>`
    insert into documents (site_id, id, content_type, name, revision, created_at)
    values (${siteId}, ${id}, ${contentType}, ${name}, 0, ${now})
    on conflict (site_id, content_type, name) do nothing
    returning id`;
  const isNamed = isPageSlug(slug) && (await insert(slug)).length > 0;
  if (!isNamed) await insert(id);
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
