import { ProblemError } from "../../../../lib/http/problem.ts";
import type { Sql } from "../../../../ports/database.ts";
import { documentIn, type Documents } from "./document-address.ts";
import type { DocumentKind } from "./draft.ts";
import { kindOf, notFoundOf, translationNotFound } from "./locked-document.ts";
import { findTranslation } from "./versions.ts";

/** The translation that a path names. Throws `translation_not_found`, or that there is no such document. */
export async function addressedTranslation(
  sql: Sql,
  siteId: string,
  params: { documents: Documents; id: string; locale: string },
): Promise<{ kind: DocumentKind; translationId: string }> {
  const { kind, id } = documentIn(params);
  const translation = await findTranslation(sql, siteId, { id, locale: params.locale });
  if (translation) {
    if (kindOf(translation.contentType) !== kind) throw notFoundOf(kind);
    return { kind, translationId: translation.id };
  }
  const [document] = await sql<{ contentType: string }>`
    select content_type as "contentType" from documents where site_id = ${siteId} and id = ${id} and trashed_at is null`;
  if (!document || kindOf(document.contentType) !== kind) throw notFoundOf(kind);
  throw new ProblemError(translationNotFound);
}
