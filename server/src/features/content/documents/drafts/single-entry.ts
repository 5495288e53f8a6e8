import { problem, ProblemError } from "../../../../lib/http/problem.ts";
import type { Sql } from "../../../../ports/database.ts";

export const singleEntryExists = problem("single_entry_exists", 409, "The content type has its one entry already", {
  entry: { type: "string", description: "The id of that entry." },
});

/** The refusal of a second entry of a single content type, which names the first one. */
export async function secondEntry(tx: Sql, siteId: string, contentType: string): Promise<ProblemError> {
  const [entry] = await tx<{ id: string }>`
    select id from documents
    where site_id = ${siteId} and content_type = ${contentType} and is_single and trashed_at is null`;
  const detail = `A site has one entry of ${contentType}. Change that one, or move it to the trash first.`;
  return new ProblemError(singleEntryExists, { detail, ...(entry && { members: { entry: entry.id } }) });
}
