import type { AdminAsker } from "./admin-proof.ts";
import { createDraftPage } from "./made-documents.ts";

/** A request for a review of a new page, by the owner to the sender of the request, or by the sender to the owner. */
export async function createReview(asker: AdminAsker, { isOfSender }: { isOfSender: boolean }): Promise<string> {
  const { id } = await createDraftPage(asker);
  const { sql, clock, ids } = asker.server.deps;
  const reviewId = ids.next();
  const [by, to] = isOfSender ? [asker.owner, asker.sender] : [asker.sender, asker.owner];
  await sql`
    insert into review_requests (site_id, id, translation_id, asker_id, reviewer_id, note, state, created_at)
    select ${asker.site.id}::uuid, ${reviewId}::uuid, translations.id, ${by.id}::uuid, ${to.id}::uuid, 'Is it clear?', 'OPEN', ${clock.now()}::timestamptz
    from translations where site_id = ${asker.site.id} and document_id = ${id}`;
  return reviewId;
}
