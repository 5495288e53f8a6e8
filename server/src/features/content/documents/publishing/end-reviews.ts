import type { WriteContext } from "../../../../lib/published/write-context.ts";
import type { Sql } from "../../../../ports/database.ts";

/** Ends the reviews of drafts that are being published. */
export async function endReviews(tx: Sql, { now }: WriteContext, siteId: string, translationIds: readonly string[]): Promise<void> {
  await tx`
    update review_requests set state = 'PUBLISHED', ended_at = ${now}
    where site_id = ${siteId} and translation_id = any (${translationIds}::uuid[]) and state = 'OPEN'`;
}
