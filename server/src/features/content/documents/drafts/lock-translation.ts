import { ProblemError } from "../../../../lib/http/problem.ts";
import { isUuid } from "../../../../lib/text/uuid.ts";
import type { Sql } from "../../../../ports/database.ts";
import { demandRevision, lockDocuments, translationNotFound, type LockedTranslation } from "./locked-document.ts";

/** Holds the document of a translation, at the revision that somebody has seen. Throws `translation_not_found` or `revision_conflict`. */
export async function lockTranslation(tx: Sql, siteId: string, id: string, revision: number): Promise<LockedTranslation> {
  const [row] = isUuid(id)
    ? await tx<{ documentId: string }>`
        select document_id as "documentId" from translations where site_id = ${siteId} and id = ${id}`
    : [];
  const document = row && (await lockDocuments(tx, siteId, [row.documentId])).get(row.documentId);
  const translation = document?.translations.find((each) => each.id === id);
  if (!translation) throw new ProblemError(translationNotFound);
  await demandRevision(tx, translation, revision);
  return translation;
}
