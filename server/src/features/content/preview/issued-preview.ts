import { Type, type Static } from "typebox";
import { Instant, Nullable, Uuid } from "../../../lib/http/envelope.ts";
import type { Sql } from "../../../ports/database.ts";

/** A preview as those who issued it see it: the token is not stored. */
export const IssuedPreview = Type.Object(
  {
    id: Uuid,
    page: Nullable(
      Type.Object(
        { id: Uuid, name: Type.String() },
        { additionalProperties: false, description: "Null: it is gone, or there is a release." },
      ),
    ),
    release: Nullable(Type.Object({ id: Uuid, name: Type.String() }, { additionalProperties: false })),
    lastFour: Type.String({ description: "The token's last four characters." }),
    createdAt: Instant,
    expiresAt: Instant,
    cancelledAt: Nullable(Instant),
  },
  { $id: "IssuedPreview", additionalProperties: false },
);
export type IssuedPreview = Static<typeof IssuedPreview>;

interface Row {
  id: string;
  pageId: string | null;
  page: string | null;
  releaseId: string | null;
  release: string | null;
  lastFour: string;
  createdAt: Date;
  expiresAt: Date;
  cancelledAt: Date | null;
}

/** A page of the site's previews, the newest first, with those that ended lately; or the one with the id, or those of one page of the site. */
export async function readIssuedPreviews(
  sql: Sql,
  siteId: string,
  { id = null, pageId = null, limit, offset }: { id?: string | null; pageId?: string | null; limit: number; offset: number },
): Promise<IssuedPreview[]> {
  const rows = await sql<Row>`
    select
      previews.id, documents.id as "pageId", documents.name as page, releases.id as "releaseId", releases.name as release, previews.last_four as "lastFour",
      previews.created_at as "createdAt", previews.expires_at as "expiresAt", previews.cancelled_at as "cancelledAt"
    from previews
    left join documents on documents.site_id = ${siteId} and documents.id = previews.document_id
    left join releases on releases.site_id = ${siteId} and releases.id = previews.release_id
    where previews.site_id = ${siteId}
      and previews.id = coalesce(${id}::uuid, previews.id)
      and previews.document_id is not distinct from coalesce(${pageId}::uuid, previews.document_id)
    order by previews.created_at desc, previews.id desc
    limit ${limit} offset ${offset}`;
  return rows.map(({ pageId, page, releaseId, release, createdAt, expiresAt, cancelledAt, ...row }) => ({
    ...row,
    page: pageId !== null && page !== null ? { id: pageId, name: page } : null,
    release: releaseId !== null && release !== null ? { id: releaseId, name: release } : null,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    cancelledAt: cancelledAt?.toISOString() ?? null,
  }));
}

/** The previews of a site, or of one of its pages, ended ones among them until they are removed. */
export async function countPreviews(sql: Sql, siteId: string, pageId: string | null = null): Promise<number> {
  const [row] = await sql<{ total: number }>`
    select count(*)::int as total from previews
    where site_id = ${siteId} and document_id is not distinct from coalesce(${pageId}::uuid, document_id)`;
  return row?.total ?? 0;
}
