import type { MediaOptions } from "../../../deps.ts";
import type { PublicWriteContext } from "../../../lib/published/write-context.ts";
import type { Sql } from "../../../ports/database.ts";
import type { PreparedFile } from "../../../ports/pictures.ts";
import {
  addToTotal,
  beingRemoved,
  claimFile,
  putPrepared,
  readMediaSettings,
  withPrepared,
  type FileDeps,
  type Quota,
} from "./keep-file.ts";

/** A file that was cleaned for a site. Its bytes are in the store; a row says so once the transaction of the import does. */
export type StagedFile = Omit<PreparedFile, "path">;

/** The site of an import, which may not be there yet. */
export interface StagingSite extends Quota {
  id: string;
  /** Whether it has a row: then the row of a file keeps its bytes from being removed. */
  isKnown: boolean;
  keepMetadata: boolean;
}

/**
 * Cleans a file on this machine, which the store may take away, and stores its bytes unless nothing is to be changed. Whatever no transaction names
 * afterwards is removed within two days, like an upload that was broken off. `known`: of a file of our own, which was cleaned before. Throws one of `fileProblems`, or `unavailable`.
 */
export async function stageFile(
  deps: FileDeps,
  site: StagingSite,
  path: string,
  { dryRun, stagedFile }: { dryRun: boolean; stagedFile?: StagedFile | undefined },
): Promise<StagedFile> {
  const store = async (prepared: PreparedFile) => {
    const { path: _, ...file } = prepared;
    if (dryRun) return file;
    const { isStored } = site.isKnown ? await claimFile(deps, site.id, file, site) : { isStored: false };
    await putPrepared(deps, site.id, prepared, { isStored });
    return file;
  };
  return stagedFile ? store({ ...stagedFile, path }) : withPrepared(deps, site.id, { path }, site, store);
}

/** Gives staged files their rows in the transaction that names them, by SHA-256. Throws `quota_exceeded`, and `unavailable` while one is removed. */
export async function nameStaged(
  tx: Sql,
  ctx: PublicWriteContext,
  siteId: string,
  media: Pick<MediaOptions, "quotaMb">,
  staged: readonly StagedFile[],
): Promise<Map<string, string>> {
  const files = [...new Map(staged.map((file) => [file.sha256, file])).values()];
  if (files.length === 0) return new Map();
  const { now, ids } = ctx;
  const rows = files.map(({ sha256, contentType, extension, bytes, width, height, dominantColor, placeholder, pages, durationMs }) => ({
    id: ids.next(),
    sha256,
    content_type: contentType,
    extension,
    bytes,
    width,
    height,
    dominant_color: dominantColor,
    placeholder,
    pages,
    duration_ms: durationMs,
  }));
  const added = await tx<{ bytes: number | null }>`
    insert into asset_files (
      site_id, id, sha256, content_type, extension, bytes, width, height, dominant_color, placeholder, pages, duration_ms, created_at, used_at
    )
    select
      ${siteId}::uuid, id, sha256, content_type, extension, bytes, width, height, dominant_color, placeholder, pages, duration_ms,
      ${now}::timestamptz, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as given (
      id uuid, sha256 text, content_type text, extension text, bytes bigint, width int, height int, dominant_color text, placeholder text,
      pages int, duration_ms int
    )
    on conflict (site_id, sha256) do nothing
    returning bytes::float8 as bytes`;
  const bytes = added.reduce((sum, file) => sum + (file.bytes ?? 0), 0);
  if (bytes > 0) await addToTotal(tx, ctx, siteId, bytes, await readMediaSettings(tx, media, siteId));
  const named = await tx<{ id: string; sha256: string }>`
    update asset_files set stored_at = coalesce(stored_at, ${now}), used_at = ${now}
    where site_id = ${siteId} and sha256 = any (${files.map(({ sha256 }) => sha256)}) and removed_at is null
    returning id, sha256`;
  if (named.length < files.length) throw beingRemoved();
  return new Map(named.map(({ id, sha256 }) => [sha256, id]));
}
