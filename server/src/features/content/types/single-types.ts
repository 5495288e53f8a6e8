import { problem, ProblemError, type ValidationError } from "../../../lib/http/problem.ts";
import type { Sql } from "../../../ports/database.ts";

export const severalEntries = problem("several_entries", 409, "The content type has several entries");

/** Why a type with entries cannot become single; at its member `single`. */
export async function singleErrors(sql: Sql, siteId: string, contentType: string): Promise<ValidationError[]> {
  const [row] = await sql<{ total: number }>`
    select count(*)::int as total from documents
    where site_id = ${siteId} and content_type = ${contentType} and trashed_at is null`;
  const { total = 0 } = row ?? {};
  if (total < 2) return [];
  const message = `cannot be true: ${contentType} has ${total} entries. Move all but one to the trash first`;
  return [{ path: "/single", code: "several_entries", message }];
}

/** Marks the documents of a type as its one entry, or as some of many. The transaction has changed the type: nobody adds an entry meanwhile. Throws `several_entries`. */
export async function markDocuments(tx: Sql, siteId: string, contentType: string, isSingle: boolean): Promise<void> {
  const [error] = isSingle ? await singleErrors(tx, siteId, contentType) : [];
  if (error) throw new ProblemError(severalEntries, { detail: `single ${error.message}.`, errors: [error] });
  await tx`
    update documents set is_single = ${isSingle}
    where site_id = ${siteId} and content_type = ${contentType} and is_single <> ${isSingle}`;
}
