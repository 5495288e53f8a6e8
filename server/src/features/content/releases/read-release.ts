import { ProblemError } from "../../../lib/http/problem.ts";
import type { StoredFault } from "../../../lib/admin/stored-fault.ts";
import { isUuid } from "../../../lib/text/uuid.ts";
import type { Sql } from "../../../ports/database.ts";
import type { CatalogChange, SeenVariant } from "../bundle/index.ts";
import { type Release, type ReleaseChange, type ReleaseItem, type ReleaseState } from "./release.ts";
import { releaseNotFound } from "../../../lib/admin/refusals.ts";

export interface StagedChange extends CatalogChange {
  id: string;
}

type Person = { id: string; name: string } | null;

export interface ReleaseRow {
  id: string;
  name: string;
  state: string;
  publishAt: Date | null;
  publishedAt: Date | null;
  failure: string | null;
  fault: StoredFault | null;
  revision: number;
  createdBy: Person;
  scheduledBy: Person;
  createdAt: Date;
  updatedAt: Date;
}

/** A release with everything that belongs to it. Throws `release_not_found`. */
export async function readRelease(sql: Sql, siteId: string, id: string): Promise<Release> {
  const [row] = isUuid(id)
    ? await sql<ReleaseRow>`
        select
          id, name, state, publish_at as "publishAt", published_at as "publishedAt", failure,
          case when failure is not null then fault end as fault, revision,
          (select json_build_object('id', admins.id, 'name', admins.name) from admins where admins.id = created_by) as "createdBy",
          (select json_build_object('id', admins.id, 'name', admins.name) from admins where admins.id = scheduled_by) as "scheduledBy",
          created_at as "createdAt", updated_at as "updatedAt"
        from releases
        where site_id = ${siteId} and id = ${id}`
    : [];
  if (!row) throw new ProblemError(releaseNotFound);
  return { ...releaseHead(row), items: await readReleaseItems(sql, siteId, id), changes: await readReleaseChanges(sql, siteId, id) };
}

export function releaseHead({ publishAt, publishedAt, createdAt, updatedAt, state, ...row }: ReleaseRow) {
  return {
    ...row,
    state: state as ReleaseState,
    publishAt: publishAt?.toISOString() ?? null,
    publishedAt: publishedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** The items of a release in the order in which they were added, or the one of a translation. */
export async function readReleaseItems(
  sql: Sql,
  siteId: string,
  releaseId: string,
  onlyTranslation: string | null = null,
): Promise<ReleaseItem[]> {
  const rows = await sql<Omit<ReleaseItem, "action" | "addedAt"> & { action: string; addedAt: Date }>`
    select
      items.translation_id as translation,
      translations.document_id as document,
      translations.content_type as "contentType",
      translations.locale,
      coalesce(versions.slug, translations.slug) as slug,
      case when versions.id is null then translations.title else versions.title end as title,
      items.action,
      items.revision,
      translations.revision <> items.revision and releases.state <> 'PUBLISHED' as "isOutdated",
      translations.is_trashed as "isTrashed",
      (select json_build_object('id', admins.id, 'name', admins.name) from admins where admins.id = items.added_by) as "addedBy",
      items.added_at as "addedAt"
    from release_items as items
    join releases on releases.site_id = ${siteId} and releases.id = items.release_id
    join translations on translations.site_id = ${siteId} and translations.id = items.translation_id
    left join versions on versions.site_id = ${siteId} and versions.id = items.version_id
    where items.site_id = ${siteId}
      and items.release_id = ${releaseId}
      and (${onlyTranslation}::uuid is null or items.translation_id = ${onlyTranslation}::uuid)
    order by items.added_at, items.id`;
  return rows.map(({ action, addedAt, ...row }) => {
    return { ...row, action: action as ReleaseItem["action"], addedAt: addedAt.toISOString() };
  });
}

/** The changes of the shop as they are carried out, in their order. */
export async function readStagedChanges(sql: Sql, siteId: string, releaseId: string): Promise<StagedChange[]> {
  const rows = await sql<{ id: string; kind: string; targetId: string; patch: string; seenVariants: string | null }>`
    select id, kind, target_id as "targetId", patch::text as patch, seen_variants::text as "seenVariants"
    from release_changes
    where site_id = ${siteId} and release_id = ${releaseId}
    order by id`;
  return rows.map(({ kind, patch, seenVariants, ...row }) => {
    const seen = seenVariants === null ? null : (JSON.parse(seenVariants) as SeenVariant[]);
    return { ...row, kind: kind as StagedChange["kind"], patch: JSON.parse(patch) as object, seenVariants: seen };
  });
}

/** The changes of the shop in the order in which they are made, or those with the ids. */
export async function readReleaseChanges(
  sql: Sql,
  siteId: string,
  releaseId: string,
  onlyIds: readonly string[] | null = null,
): Promise<ReleaseChange[]> {
  type Row = { id: string; type: string; target: string; patch: string; seenVariants: string | null; addedBy: Person; addedAt: Date };
  const rows = await sql<Row>`
    select
      id, kind as type, target_id as target, patch::text as patch, seen_variants::text as "seenVariants",
      (select json_build_object('id', admins.id, 'name', admins.name) from admins where admins.id = added_by) as "addedBy",
      added_at as "addedAt"
    from release_changes
    where site_id = ${siteId} and release_id = ${releaseId} and (${onlyIds}::uuid[] is null or id = any (${onlyIds}::uuid[]))
    order by id`;
  return rows.map(({ type, patch, seenVariants, addedAt, ...row }) => {
    const members = JSON.parse(patch) as Record<string, unknown>;
    const seen = seenVariants === null ? null : (JSON.parse(seenVariants) as SeenVariant[]);
    return { ...row, type: type as ReleaseChange["type"], patch: members, seenVariants: seen, addedAt: addedAt.toISOString() };
  });
}
