import type { Paging } from "../../../lib/http/paging.ts";
import { limitTo } from "../../../lib/sql/limit-to.ts";
import { piece, statement, type SqlPiece } from "../../../lib/sql/sql-statement.ts";
import type { Sql } from "../../../ports/database.ts";
import { releaseHead, type ReleaseRow } from "./read-release.ts";
import type { ListedRelease, ReleaseState } from "./release.ts";

export const releaseSorts = ["name", "publishAt", "createdAt", "updatedAt"] as const;

export interface ReleaseFilters {
  state: ReleaseState | undefined;
  q: string | undefined;
  sort: (typeof releaseSorts)[number];
  isDescending: boolean;
}

type Row = { total: number; items: number; changes: number } & { [K in keyof ReleaseRow]: ReleaseRow[K] | null };

/** The releases of a site that meet the filters, and their number. */
export async function listReleasesOf(
  sql: Sql,
  siteId: string,
  { state, q, sort, isDescending }: ReleaseFilters,
  paging: Paging,
): Promise<{ releases: ListedRelease[]; total: number }> {
  const order = orders[sort][isDescending ? 1 : 0];
  const pattern = `%${(q ?? "").toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  const rows = await sql<Row>(
    ...statement`
      with found as materialized (
        select * from releases
        where site_id = ${siteId}
          and ${state === undefined ? piece`true` : piece`state = ${state}`}
          and ${q === undefined || q === "" ? piece`true` : piece`lower(name) like ${pattern}`}
      )
      select
        counted.total,
        page.id,
        page.name,
        page.state,
        page.publish_at as "publishAt",
        page.published_at as "publishedAt",
        page.failure,
        case when page.failure is not null then page.fault end as fault,
        page.revision,
        (select json_build_object('id', admins.id, 'name', admins.name) from admins where admins.id = page.created_by) as "createdBy",
        (select json_build_object('id', admins.id, 'name', admins.name) from admins where admins.id = page.scheduled_by) as "scheduledBy",
        page.created_at as "createdAt",
        page.updated_at as "updatedAt",
        (
          select count(*)::int from release_items where release_items.site_id = ${siteId} and release_items.release_id = page.id
        ) as items,
        (
          select count(*)::int from release_changes where release_changes.site_id = ${siteId} and release_changes.release_id = page.id
        ) as changes
      from (select count(*)::int as total from found) as counted
      left join lateral (
        select * from found order by ${order} ${limitTo(paging)}
      ) as page on true
      order by ${order}`,
  );
  const releases = rows.flatMap(({ total: _, items, changes, ...row }) =>
    row.id === null ? [] : [{ ...releaseHead(row as ReleaseRow), items, changes }],
  );
  return { releases, total: rows[0]?.total ?? 0 };
}

const orders: Record<(typeof releaseSorts)[number], readonly [SqlPiece, SqlPiece]> = {
  name: [piece`lower(name), id`, piece`lower(name) desc, id`],
  publishAt: [piece`publish_at nulls last, id`, piece`publish_at desc nulls last, id`],
  createdAt: [piece`created_at, id`, piece`created_at desc, id`],
  updatedAt: [piece`updated_at, id`, piece`updated_at desc, id`],
};
