import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Sql } from "../../../ports/database.ts";

/** Adds a comment to a thread that is locked, or new. */
export async function addCommentTo(
  tx: Sql,
  { now, ids }: WriteContext,
  siteId: string,
  { threadId, authorId, text }: { threadId: string; authorId: string; text: string },
): Promise<void> {
  await tx`
    insert into comments (site_id, id, thread_id, author_id, text, created_at)
    values (${siteId}, ${ids.next()}, ${threadId}, ${authorId}, ${text}, ${now})`;
}
