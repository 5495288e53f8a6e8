import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Deps, MediaOptions } from "../../../deps.ts";
import { problem, ProblemError, unavailable } from "../../../lib/http/problem.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Sql } from "../../../ports/database.ts";
import { CannotProcessPictures, PicturesBusy, type PreparedFile } from "../../../ports/pictures.ts";
import { StoreUnavailable } from "../../../ports/object-store.ts";
import { objectKey } from "./object-key.ts";
import { pictureOwner } from "./picture-owner.ts";
import { fileTooLarge, receiveUpload, tooLarge, type ReceivedFile } from "./receive-upload.ts";
import { isDiskFull } from "../../../lib/media/disk-full.ts";
import { withoutSilenceLimit } from "./silence.ts";

const fileTypeRefused = problem("file_type_refused", 415, "The media library does not accept this file type");
const imageTooLarge = problem("image_too_large", 400, "The picture has too many pixels");
const fileDamaged = problem("file_damaged", 400, "The file is damaged or incomplete");
const fileTooCostly = problem("file_too_costly", 400, "The file takes too much time or memory to process");
const quotaExceeded = problem("quota_exceeded", 409, "The site's storage is full", {
  quotaBytes: { type: "integer" },
  usedBytes: { type: "integer" },
});
const storageFull = problem("storage_full", 507, "The server has no disk space left");
const refusals = {
  file_type_refused: fileTypeRefused,
  image_too_large: imageTooLarge,
  file_damaged: fileDamaged,
  file_too_costly: fileTooCostly,
};

/** Why there is no room for a file. */
export const roomProblems = [quotaExceeded, storageFull];

/** What can be wrong with a file that is sent. */
export const fileProblems = [fileTooLarge, fileTypeRefused, imageTooLarge, fileDamaged, fileTooCostly, ...roomProblems];

/** Whether an error means that these bytes will never be taken. */
export function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof ProblemError) || !fileProblems.includes(error.problem)) return false;
  return error.problem !== quotaExceeded && error.problem !== storageFull;
}

export type FileDeps = Pick<Deps, "sql" | "clock" | "ids" | "store" | "pictures"> & { media: MediaOptions };
export type KeepingDeps = FileDeps & Pick<Deps, "uploadLimiter" | "media">;

/** A file in the store. Its row says so only once something that names it is saved: `useFile`. */
export interface KeptFile extends Omit<PreparedFile, "path"> {
  id: string;
}

/** How long an upload waits for a process that removes the same bytes. */
const [attempts, pauseMs] = [50, 200];

/**
 * Receives the file of a request, cleans it, and stores it. `read` checks what came with it before anything is stored, and returns the function that
 * names the file in a transaction: it resolves with undefined if the file was removed in the meantime. Nothing stays on this machine. Throws one of
 * `fileProblems`, or what `receiveUpload` throws.
 */
export async function keepUpload<T>(
  deps: KeepingDeps,
  site: { id: string },
  request: Parameters<typeof receiveUpload>[0] & { admin: { id: string } },
  read: (received: ReceivedFile) => (file: KeptFile) => Promise<T | undefined>,
): Promise<T> {
  const { media, clock, uploadLimiter } = deps;
  return withoutSilenceLimit(request.raw.socket, () =>
    uploadLimiter.run(request.admin.id, () =>
      asFileWork(async () => {
        const received = await receiveUpload(request, {
          folder: media.uploads,
          maxBytes: media.maxVideoBytes,
          now: () => clock.monotonicMs(),
        });
        try {
          return await keepFile(deps, site, received, read(received));
        } finally {
          await rm(received.path, { force: true });
        }
      }),
    ),
  );
}

/** The same of a file on this machine, which the store may take away. */
export async function keepFile<T>(
  deps: FileDeps,
  site: { id: string },
  received: Pick<ReceivedFile, "path">,
  save: (file: KeptFile) => Promise<T | undefined>,
): Promise<T> {
  const settings = await readMediaSettings(deps.sql, deps.media, site.id);
  return withPrepared(deps, site.id, received, settings, async (prepared) => {
    const { path: _, ...file } = prepared;
    const { id, isStored } = await claimFile(deps, site.id, file, settings);
    await putPrepared(deps, site.id, prepared, { isStored });
    const saved = await save({ ...file, id });
    if (saved === undefined) throw beingRemoved();
    return saved;
  });
}

/** Cleans and measures a file on this machine for `work`, and removes the cleaned copy after it. Throws one of `fileProblems`, or `unavailable`. */
export async function withPrepared<T>(
  { sql, pictures, media }: Pick<FileDeps, "sql" | "pictures" | "media">,
  siteId: string,
  received: Pick<ReceivedFile, "path">,
  settings: Pick<MediaSettings, "keepMetadata">,
  work: (prepared: PreparedFile) => Promise<T>,
): Promise<T> {
  const target = join(media.uploads, randomUUID());
  return asFileWork(async () => {
    try {
      const prepared = await pictures.prepare(await pictureOwner(sql, siteId, "uploads"), {
        source: received.path,
        target,
        keepMetadata: settings.keepMetadata,
      });
      if ("refused" in prepared) throw new ProblemError(refusals[prepared.refused], { detail: prepared.detail });
      const maxBytes = /^(video|audio)\//.test(prepared.contentType) ? media.maxVideoBytes : media.maxBytes;
      if (prepared.bytes > maxBytes) throw tooLarge(maxBytes);
      return await work(prepared);
    } finally {
      await rm(target, { force: true });
    }
  });
}

/** Does work on files. Throws `storage_full` or `unavailable` for a disk, a store or processes that fail. */
export async function asFileWork<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (isDiskFull(code))
      throw new ProblemError(storageFull, { detail: "The operator of the server must free some. Then send the file again." });
    if (error instanceof StoreUnavailable) throw notNow("The store of files does not respond. Try again soon.");
    if (error instanceof PicturesBusy) throw notNow("Too many pictures are being processed. Try again soon.");
    if (error instanceof CannotProcessPictures) throw cannotProcess();
    throw error;
  }
}

/** Puts the bytes of a file into the store, unless they are there. */
export async function putPrepared(
  { store }: Pick<FileDeps, "store">,
  siteId: string,
  prepared: PreparedFile,
  { isStored }: { isStored: boolean },
): Promise<void> {
  const key = objectKey(siteId, prepared.sha256);
  if (!isStored || !(await store.head(key))) await store.put(key, prepared);
}

export function beingRemoved(): ProblemError {
  return notNow("The same file is being removed. Try again soon.");
}

/** Of an upload, or a variant, on a machine without `sharp`. */
export function cannotProcess(): ProblemError {
  const detail = "This server cannot process pictures. Its log says what is missing.";
  return new ProblemError(unavailable, { detail, headers: { "retry-after": "600" } });
}

export function notNow(detail: string): ProblemError {
  return new ProblemError(unavailable, { detail, headers: { "retry-after": "2" } });
}

export interface MediaSettings extends Quota {
  keepMetadata: boolean;
}

/** The bytes that the files of a site may have, and who can raise it: its people, or operators of the server alone. */
export interface Quota {
  quotaBytes: number;
  isLimit: boolean;
}

/** The settings of a site for its files. Its quota is at most what the server, or an operator for this site, allows. */
export async function readMediaSettings(sql: Sql, { quotaMb }: Pick<MediaOptions, "quotaMb">, siteId: string): Promise<MediaSettings> {
  const [row] = await sql<{ keepMetadata: boolean; setMb: number | null; limitMb: number | null }>`
    select
      coalesce((settings -> 'media' ->> 'keepMetadata')::boolean, false) as "keepMetadata",
      (settings -> 'media' ->> 'quotaMb')::int as "setMb",
      media_quota_mb as "limitMb"
    from sites
    where id = ${siteId}`;
  return { keepMetadata: row?.keepMetadata ?? false, ...quotaOf({ setMb: row?.setMb, limitMb: row?.limitMb ?? quotaMb }) };
}

/** The smaller one of what a site has set and what it may have. */
export function quotaOf({ setMb, limitMb }: { setMb: number | null | undefined; limitMb: number }): Quota {
  const isLimit = setMb === null || setMb === undefined || setMb >= limitMb;
  return { quotaBytes: (isLimit ? limitMb : setMb) * 2 ** 20, isLimit };
}

/**
 * Writes the row of a file before its bytes are stored, and counts them against the quota, so that the sweep knows whose they are. Waits while a process
 * removes the same bytes. Throws `quota_exceeded`.
 */
export async function claimFile(
  { sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">,
  siteId: string,
  file: Omit<PreparedFile, "path">,
  quota: Quota,
): Promise<{ id: string; isStored: boolean }> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const ctx = { now: clock.now(), ids };
    const claimed = await sql.begin(async (tx) => {
      const added = await addFile(tx, ctx, siteId, file);
      if (added) await addToTotal(tx, ctx, siteId, file.bytes, quota);
      return added ?? (await findFile(tx, ctx, siteId, file.sha256));
    });
    if (claimed) return claimed;
    await pause(pauseMs);
  }
  throw beingRemoved();
}

/** Undefined: the site has the file. */
async function addFile(
  tx: Sql,
  { now, ids }: WriteContext,
  siteId: string,
  { sha256, contentType, extension, bytes, ...measures }: Omit<PreparedFile, "path">,
): Promise<{ id: string; isStored: boolean } | undefined> {
  const { width = null, height = null, dominantColor = null, placeholder = null, pages = null, durationMs = null } = measures;
  const [added] = await tx<{ id: string }>`
    insert into asset_files (
      site_id, id, sha256, content_type, extension, bytes, width, height, dominant_color, placeholder, pages, duration_ms, created_at, used_at
    )
    values (
      ${siteId}, ${ids.next()}, ${sha256}, ${contentType}, ${extension}, ${bytes}, ${width}, ${height}, ${dominantColor}, ${placeholder},
      ${pages}, ${durationMs}, ${now}, ${now}
    )
    on conflict (site_id, sha256) do nothing
    returning id`;
  return added && { id: added.id, isStored: false };
}

/** Undefined: it is being removed. */
async function findFile(
  tx: Sql,
  { now }: WriteContext,
  siteId: string,
  sha256: string,
): Promise<{ id: string; isStored: boolean } | undefined> {
  const [storedFile] = await tx<{ id: string; isStored: boolean }>`
    update asset_files set used_at = ${now}
    where site_id = ${siteId} and sha256 = ${sha256} and removed_at is null
    returning id, stored_at is not null as "isStored"`;
  return storedFile;
}

export async function addToTotal(tx: Sql, { ids }: WriteContext, siteId: string, bytes: number, quota: Quota): Promise<void> {
  await tx`insert into asset_totals (site_id, id, bytes) values (${siteId}, ${ids.next()}, 0) on conflict (site_id) do nothing`;
  const [added] = await tx<{ bytes: number }>`
    update asset_totals set bytes = bytes + ${bytes}
    where site_id = ${siteId} and bytes + ${bytes} <= ${quota.quotaBytes}
    returning bytes::float8 as bytes`;
  if (added) return;
  const [total] = await tx<{ bytes: number }>`select bytes::float8 as bytes from asset_totals where site_id = ${siteId}`;
  throw overQuota(quota, total?.bytes ?? 0);
}

/** Makes the refusal of a file for which the site has no room. */
export function overQuota({ quotaBytes, isLimit }: Quota, usedBytes: number): ProblemError {
  const remedy = isLimit ? "ask an operator of the server for more space" : "raise the quota in the settings";
  const detail = `Its quota is ${Math.floor(quotaBytes / 2 ** 20)} MB. Delete files, or ${remedy}.`;
  return new ProblemError(quotaExceeded, { detail, members: { quotaBytes, usedBytes } });
}

/** Notes in a transaction that something names the file, and that its bytes are there. False: it was removed meanwhile. */
export async function useFile(tx: Sql, siteId: string, fileId: string, now: Date): Promise<boolean> {
  const [used] = await tx<{ id: string }>`
    update asset_files set stored_at = coalesce(stored_at, ${now}), used_at = ${now}
    where site_id = ${siteId} and id = ${fileId} and removed_at is null
    returning id`;
  return used !== undefined;
}
