import { offsetOf, type Paging } from "../../../lib/http/paging.ts";
import type { Sql } from "../../../ports/database.ts";
import type { Review } from "./review.ts";

export interface ReviewFilter {
  id?: string;
  translationId?: string;
  reviewerId?: string;
  askerId?: string;
  /** Open ones, or those that have ended. Absent: both. */
  isOpen?: boolean;
  /** Leaves out those that ended before. */
  endedSince?: Date;
}

interface Row {
  id: string;
  documentId: string;
  contentType: string;
  title: string;
  locale: string;
  askerId: string;
  asker: string;
  reviewerId: string;
  reviewer: string;
  note: string | null;
  answer: string | null;
  state: string;
  createdAt: Date;
  endedAt: Date | null;
  total: number;
}

/** Review requests of documents that are not in the trash, the latest first. */
export async function readReviews(
  sql: Sql,
  siteId: string,
  { id, translationId, reviewerId, askerId, isOpen, endedSince }: ReviewFilter,
  paging: Paging = { page: 1, pageSize: 20 },
): Promise<{ reviews: Review[]; total: number }> {
  const rows = await sql<Row>`
    select
      review_requests.id,
      documents.id as "documentId",
      documents.content_type as "contentType",
      documents.title,
      translations.locale,
      askers.id as "askerId",
      askers.name as asker,
      reviewers.id as "reviewerId",
      reviewers.name as reviewer,
      review_requests.note,
      review_requests.answer,
      review_requests.state,
      review_requests.created_at as "createdAt",
      review_requests.ended_at as "endedAt",
      count(*) over ()::int as total
    from review_requests
    join translations on translations.site_id = ${siteId} and translations.id = review_requests.translation_id
    join documents on documents.site_id = ${siteId} and documents.id = translations.document_id
    join admins as askers on askers.id = review_requests.asker_id
    join admins as reviewers on reviewers.id = review_requests.reviewer_id
    where review_requests.site_id = ${siteId}
      and not translations.is_trashed
      and (${id ?? null}::uuid is null or review_requests.id = ${id ?? null}::uuid)
      and (${translationId ?? null}::uuid is null or review_requests.translation_id = ${translationId ?? null}::uuid)
      and (${reviewerId ?? null}::uuid is null or review_requests.reviewer_id = ${reviewerId ?? null}::uuid)
      and (${askerId ?? null}::uuid is null or review_requests.asker_id = ${askerId ?? null}::uuid)
      and (${isOpen ?? null}::boolean is null or (review_requests.state = 'OPEN') = ${isOpen ?? null}::boolean)
      and (review_requests.ended_at is null or review_requests.ended_at >= coalesce(${endedSince ?? null}::timestamptz, review_requests.ended_at))
    order by review_requests.created_at desc, review_requests.id desc
    limit ${paging.pageSize} offset ${offsetOf(paging)}`;
  return { reviews: rows.map(reviewOf), total: rows[0]?.total ?? 0 };
}

function reviewOf({ id, documentId, contentType, title, locale, note, answer, state, createdAt, endedAt, ...row }: Row): Review {
  return {
    id,
    document: { id: documentId, contentType, title },
    locale,
    asker: { id: row.askerId, name: row.asker },
    reviewer: { id: row.reviewerId, name: row.reviewer },
    note,
    answer,
    state: state as Review["state"],
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}
