import type { FastifyRequest } from "fastify";
import { createReadStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { badRequest, ProblemError } from "../../../../lib/http/problem.ts";
import { asFileWork, isRefusedForGood, keepFile, notNow, type KeepingDeps } from "../keep-file.ts";
import { outputFile } from "../../../../lib/media/output-file.ts";
import type { Sql } from "../../../../ports/database.ts";
import { partKey } from "../object-key.ts";
import { addAsset } from "../save-asset.ts";
import { receiveParts, type ReceivedPart } from "./receive-parts.ts";
import { addPart, completeUpload, readParts, removeParts, removeUpload } from "./upload-rows.ts";
import { conflictAt, mostParts, partBytes, tooManyParts, uploadNotFound, uploadPauseMs, type UploadRow } from "./upload.ts";

/** An upload after some more of it. */
export type Appended = Pick<UploadRow, "received" | "expiresAt" | "assetId" | "isDuplicate" | "cut">;

/**
 * Adds the body of a request to an upload that is at this offset. Each part counts once the store has it for good; the last one counts with the asset
 * that it completes, so an upload that seems complete is. Of two requests that go on at one offset, one succeeds. Throws `upload_offset_conflict`,
 * `too_many_parts`, `bad_request`, `request_timeout`, or what `keepFile` throws; a file that is refused for good ends its upload.
 */
export async function appendUpload(
  deps: KeepingDeps,
  request: Pick<FastifyRequest, "raw" | "body" | "headers" | "admin">,
  siteId: string,
  upload: UploadRow,
  action: string,
): Promise<Appended> {
  const { media, clock } = deps;
  const missing = upload.bytes - upload.received;
  if (Number(request.headers["content-length"] ?? 0) > missing) {
    throw new ProblemError(badRequest, { detail: `Only ${missing} bytes of the file are missing.` });
  }
  let now: Appended & { parts: number } = upload;
  return deps.uploadLimiter.run(request.admin.id, async () => {
    const source = (request.body ?? request.raw) as Readable;
    const options = { folder: media.uploads, partBytes, atMost: missing, now: () => clock.monotonicMs() };
    const keepPart = async (part: ReceivedPart) => {
      if (now.received + part.bytes < upload.bytes) {
        await storePart(deps, siteId, upload.id, now, part);
        const expiresAt = new Date(clock.now().getTime() + uploadPauseMs);
        now = { ...now, received: now.received + part.bytes, parts: now.parts + 1, expiresAt };
        return;
      }
      // The sender waits in silence until the file is put together, cleaned and stored.
      request.raw.socket.setTimeout(finishingMs);
      const { id, isDuplicate, cut } = await finish(
        deps,
        siteId,
        upload,
        { start: now.received, last: part },
        { actor: actorOf(request), action },
      );
      now = { ...now, received: upload.bytes, assetId: id, isDuplicate, cut };
    };
    await asFileWork(() => receiveParts(source, options, keepPart));
    return now;
  });
}

const finishingMs = 10 * 60_000;

async function storePart(
  { sql, clock, ids, store }: KeepingDeps,
  siteId: string,
  uploadId: string,
  { received, parts }: { received: number; parts: number },
  part: ReceivedPart,
): Promise<void> {
  if (parts >= mostParts) throw new ProblemError(tooManyParts, { detail: `A file may come in ${mostParts} parts. Send larger ones.` });
  const id = ids.next();
  // Not the offset: two requests may bring different bytes for it, and an object never changes.
  const key = partKey(siteId, uploadId, id);
  await store.put(key, { ...part, contentType: "application/octet-stream" });
  if (await addPart(sql, clock.now(), siteId, uploadId, { id, start: received, bytes: part.bytes })) return;
  await store.delete(key);
  throw await conflictNow(sql, siteId, uploadId);
}

async function finish(
  deps: KeepingDeps,
  siteId: string,
  { id, words }: UploadRow,
  { start, last }: { start: number; last: ReceivedPart },
  recording: Parameters<typeof addAsset>[5],
): Promise<{ id: string; isDuplicate: boolean; cut: string[] }> {
  const { sql, clock, ids, media } = deps;
  const path = join(media.uploads, randomUUID());
  try {
    await putTogether(deps, siteId, id, path, { start, last });
    const createdAsset = await keepFile(deps, { id: siteId }, { path }, (file) =>
      sql.begin(async (tx) => {
        const asset = await addAsset(tx, { now: clock.now(), ids }, siteId, file, { ...words, sentName: words.sentName }, recording);
        if (!asset) return undefined;
        const cut = file.cut ?? [];
        const isFirst = await completeUpload(tx, siteId, id, { start, assetId: asset.id, isDuplicate: asset.isDuplicate, cut });
        if (!isFirst) throw await conflictNow(tx, siteId, id);
        return { ...asset, cut };
      }),
    );
    await removeParts(deps, siteId, id);
    return createdAsset;
  } catch (error) {
    if (isRefusedForGood(error)) await removeUpload(deps, siteId, id);
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}

/** Writes the parts into one file, in their order, and the last one behind them. */
async function putTogether(
  { sql, store, media }: KeepingDeps,
  siteId: string,
  uploadId: string,
  path: string,
  { start, last }: { start: number; last: ReceivedPart },
): Promise<void> {
  await mkdir(media.uploads, { recursive: true });
  let end = 0;
  for (const part of await readParts(sql, siteId, uploadId)) {
    const storedPart = part.start === end ? await store.get(partKey(siteId, uploadId, part.id)) : undefined;
    if (storedPart?.bytes !== part.bytes) throw notNow("The store lacks a part of the upload for now. Try again soon.");
    await pipeline(storedPart.stream, outputFile(path, "a"));
    end += part.bytes;
  }
  if (end !== start) throw await conflictNow(sql, siteId, uploadId);
  await pipeline(createReadStream(last.path), outputFile(path, "a"));
}

/** Another request was faster, or has ended the upload. */
async function conflictNow(sql: Sql, siteId: string, uploadId: string): Promise<ProblemError> {
  const [upload] = await sql<{ received: number }>`
    select received::float8 as received from asset_uploads where site_id = ${siteId} and id = ${uploadId}`;
  return upload ? conflictAt(upload.received) : new ProblemError(uploadNotFound);
}
