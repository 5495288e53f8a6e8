import type { Deps } from "../../../../deps.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import type { WriteContext } from "../../../../lib/published/write-context.ts";
import { isUuid } from "../../../../lib/text/uuid.ts";
import type { Sql } from "../../../../ports/database.ts";
import { StoreUnavailable } from "../../../../ports/object-store.ts";
import { partKey } from "../object-key.ts";
import { mostUnfinished, uploadNotFound, uploadPauseMs, type UploadRow } from "./upload.ts";

/** The person and the site of a request. */
export interface Uploader {
  siteId: string;
  adminId: string;
}

/** An upload of this person; null: of anybody. Throws `upload_not_found`, also for an upload of somebody else, or of another site. */
export async function readUpload(
  sql: Sql,
  { siteId, adminId }: { siteId: string; adminId: string | null },
  id: string,
  now: Date,
): Promise<UploadRow> {
  const [row] = isUuid(id)
    ? await sql<UploadRow>`
        select
          id, bytes::float8 as bytes, received::float8 as received, parts, words::json as words, expires_at as "expiresAt", asset_id as "assetId",
          is_duplicate as "isDuplicate", coalesce(cut, '[]')::json as cut
        from asset_uploads
        where site_id = ${siteId} and id = ${id} and (created_by = ${adminId} or ${adminId}::uuid is null) and expires_at > ${now}`
    : [];
  if (!row) throw new ProblemError(uploadNotFound);
  return row;
}

/** Why an upload may not begin. */
export type Refusal = { reason: "number" } | { reason: "quota"; usedBytes: number };

/** Begins an upload, if the person has few others, and the site room for all that are announced. */
export async function addUpload(
  sql: Sql,
  { now, ids }: WriteContext,
  { siteId, adminId }: Uploader,
  { bytes, words, quotaBytes }: Pick<UploadRow, "bytes" | "words"> & { quotaBytes: number },
): Promise<UploadRow | Refusal> {
  const [id, expiresAt] = [ids.next(), new Date(now.getTime() + uploadPauseMs)];
  const [added] = await sql<{ id: string }>`
    insert into asset_uploads (site_id, id, created_by, bytes, words, created_at, expires_at)
    select
      ${siteId}::uuid, ${id}::uuid, ${adminId}::uuid, ${bytes}::bigint, ${JSON.stringify(words)}::json, ${now}::timestamptz,
      ${expiresAt}::timestamptz
    from (
      select coalesce(sum(waiting.bytes), 0) as bytes, count(*) filter (where waiting.created_by = ${adminId}) as own
      from asset_uploads as waiting
      where waiting.site_id = ${siteId} and waiting.asset_id is null and waiting.expires_at > ${now}
    ) as others
    where others.own < ${mostUnfinished}::int
      and others.bytes + ${bytes}::bigint + coalesce((select totals.bytes from asset_totals as totals where totals.site_id = ${siteId}), 0)
        <= ${quotaBytes}::bigint
    returning id`;
  if (added) return { id, bytes, received: 0, parts: 0, words, expiresAt, assetId: null, isDuplicate: false, cut: [] };
  const [use] = await sql<{ own: number; usedBytes: number }>`
    select
      count(*) filter (where waiting.created_by = ${adminId})::int as own,
      (coalesce(sum(waiting.bytes), 0) + coalesce((select totals.bytes from asset_totals as totals where totals.site_id = ${siteId}), 0))::float8
        as "usedBytes"
    from asset_uploads as waiting
    where waiting.site_id = ${siteId} and waiting.asset_id is null and waiting.expires_at > ${now}`;
  const { own: ownCount = 0, usedBytes = 0 } = use ?? {};
  return ownCount >= mostUnfinished ? { reason: "number" } : { reason: "quota", usedBytes };
}

/** Counts a stored part, if the upload is where the part begins. */
export async function addPart(
  sql: Deps["sql"],
  now: Date,
  siteId: string,
  uploadId: string,
  part: { id: string; start: number; bytes: number },
): Promise<boolean> {
  const { id, start, bytes } = part;
  const expiresAt = new Date(now.getTime() + uploadPauseMs);
  return sql.begin(async (tx) => {
    const [moved] = await tx<{ id: string }>`
      update asset_uploads set received = received + ${bytes}, parts = parts + 1, expires_at = ${expiresAt}
      where site_id = ${siteId} and id = ${uploadId} and received = ${start} and asset_id is null
      returning id`;
    if (!moved) return false;
    await tx`
      insert into asset_upload_parts (site_id, id, upload_id, start, bytes) values (${siteId}, ${id}, ${uploadId}, ${start}, ${bytes})`;
    return true;
  });
}

/** Notes which asset an upload has become. False: it is not where its last part begins. */
export async function completeUpload(
  tx: Sql,
  siteId: string,
  uploadId: string,
  { start, assetId, isDuplicate, cut }: { start: number } & Pick<UploadRow, "isDuplicate" | "cut"> & { assetId: string },
): Promise<boolean> {
  const [ended] = await tx<{ id: string }>`
    update asset_uploads set received = bytes, asset_id = ${assetId}, is_duplicate = ${isDuplicate}, cut = ${JSON.stringify(cut)}::json
    where site_id = ${siteId} and id = ${uploadId} and received = ${start} and asset_id is null
    returning id`;
  return ended !== undefined;
}

/** The parts of an upload in their order. */
export function readParts(sql: Sql, siteId: string, uploadId: string): Promise<{ id: string; start: number; bytes: number }[]> {
  return sql<{ id: string; start: number; bytes: number }>`
    select id, start::float8 as start, bytes from asset_upload_parts where site_id = ${siteId} and upload_id = ${uploadId} order by start`;
}

/** Removes the parts of an upload. Bytes that stay because the store is away are removed by the sweep: no row names them. */
export async function removeParts({ sql, store }: Pick<Deps, "sql" | "store">, siteId: string, uploadId: string): Promise<void> {
  const parts = await sql<{ id: string }>`
    delete from asset_upload_parts where site_id = ${siteId} and upload_id = ${uploadId} returning id`;
  try {
    for (const { id } of parts) await store.delete(partKey(siteId, uploadId, id));
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
  }
}

/** Ends an upload, and removes what was received of it. */
export async function removeUpload(deps: Pick<Deps, "sql" | "store">, siteId: string, uploadId: string): Promise<void> {
  await removeParts(deps, siteId, uploadId);
  await deps.sql`delete from asset_uploads where site_id = ${siteId} and id = ${uploadId}`;
  // One that arrived in between.
  await removeParts(deps, siteId, uploadId);
}

/** Uploads that one look finds at most. */
const atOnce = 200;

/** Ends the uploads that nobody has gone on with. */
export async function endOldUploads(deps: Pick<Deps, "sql" | "store">, now: Date): Promise<void> {
  for (;;) {
    const ended = await deps.sql<{ siteId: string; id: string }>`
      select uploads.site_id as "siteId", uploads.id
      from sites
      join asset_uploads as uploads on uploads.site_id = sites.id and uploads.expires_at <= ${now}
      limit ${atOnce}`;
    for (const { siteId, id } of ended) await removeUpload(deps, siteId, id);
    if (ended.length < atOnce) return;
  }
}
