import { ProblemError } from "../../../lib/http/problem.ts";
import { isUuid } from "../../../lib/text/uuid.ts";
import type { Sql } from "../../../ports/database.ts";
import { reviewNotFound } from "./review.ts";

interface LockedReview {
  id: string;
  askerId: string;
  reviewerId: string;
  state: string;
  /** Of the document. */
  title: string;
  locale: string;
}

/** Locks a review request until the transaction ends. Throws `review_not_found`. */
export async function lockReview(tx: Sql, siteId: string, id: string): Promise<LockedReview> {
  const [review] = isUuid(id)
    ? await tx<LockedReview>`
        select
          review_requests.id,
          review_requests.asker_id as "askerId",
          review_requests.reviewer_id as "reviewerId",
          review_requests.state,
          documents.title,
          translations.locale
        from review_requests
        join translations on translations.site_id = ${siteId} and translations.id = review_requests.translation_id
        join documents on documents.site_id = ${siteId} and documents.id = translations.document_id
        where review_requests.site_id = ${siteId} and review_requests.id = ${id} and not translations.is_trashed
        for no key update of review_requests`
    : [];
  if (!review) throw new ProblemError(reviewNotFound);
  return review;
}

/** What the audit log and the stream of events say about a review: never its words. */
export function reviewTarget({ id, title, locale }: Pick<LockedReview, "id" | "title" | "locale">) {
  return { type: "review", id, label: title, locale };
}
