import type { Deps } from "../../../deps.ts";
import type { Sql } from "../../../ports/database.ts";
import { objectKey } from "./object-key.ts";

/** Files that one look finds at most. */
const atOnce = 200;
/** A process that removes bytes has them removed within this time, or has died: another one goes on. */
const removingMs = 60 * 60_000;

/** A file that a process removes: nothing else uses its row until it is gone. */
export interface RemovedFile {
  siteId: string;
  id: string;
  sha256: string;
  /** Counted against the quota. */
  bytes: number;
}

/** Removes the bytes of files that nothing has named since then, with their variants. */
export async function removeIdleFiles(deps: Pick<Deps, "sql" | "clock" | "store">, before: Date): Promise<void> {
  const { sql, clock } = deps;
  for (;;) {
    const now = clock.now();
    const died = new Date(now.getTime() - removingMs);
    const idleFiles = await sql<{ siteId: string; id: string }>`
      select files.site_id as "siteId", files.id
      from sites
      join asset_files as files on files.site_id = sites.id and files.used_at < ${before}
      where (files.removed_at is null or files.removed_at < ${died})
        and not exists (select from assets where assets.site_id = files.site_id and assets.file_id = files.id)
        and not exists (
          select from asset_addresses as addresses where addresses.site_id = files.site_id and addresses.file_id = files.id
        )
        and not exists (
          select from form_submission_files as sent where sent.site_id = files.site_id and sent.file_id = files.id
        )
      limit ${atOnce}`;
    let removed = 0;
    for (const { siteId, id } of idleFiles) {
      const [taken] = await sql<{ sha256: string; bytes: number }>`
        update asset_files set removed_at = ${now}
        where site_id = ${siteId} and id = ${id} and used_at < ${before} and (removed_at is null or removed_at < ${died})
          and not exists (select from assets where assets.site_id = ${siteId} and assets.file_id = ${id})
          and not exists (
            select from asset_addresses as addresses where addresses.site_id = ${siteId} and addresses.file_id = ${id}
          )
          and not exists (select from form_submission_files as sent where sent.site_id = ${siteId} and sent.file_id = ${id})
        returning sha256, bytes::float8 as bytes`;
      if (!taken) continue;
      await removeBytes(deps, { siteId, id, ...taken });
      removed += 1;
    }
    if (removed === 0) return;
  }
}

/** Removes the bytes of a file whose row says so, and then the row. */
export async function removeBytes({ sql, store }: Pick<Deps, "sql" | "store">, { siteId, id, sha256, bytes }: RemovedFile): Promise<void> {
  const variants = await sql<{ key: string }>`
    select object_key as key from asset_variants where site_id = ${siteId} and file_id = ${id}`;
  for (const { key } of variants) await store.delete(key);
  await store.delete(objectKey(siteId, sha256));
  await sql.begin(async (tx) => {
    const [gone] = await tx<{ id: string }>`
      delete from asset_files where site_id = ${siteId} and id = ${id} and removed_at is not null returning id`;
    if (gone) await takeFromTotal(tx, siteId, bytes);
  });
}

async function takeFromTotal(tx: Sql, siteId: string, bytes: number): Promise<void> {
  await tx`update asset_totals set bytes = greatest(0, bytes - ${bytes}::bigint) where site_id = ${siteId}`;
}
