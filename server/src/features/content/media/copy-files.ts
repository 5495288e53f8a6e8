import { createHash, randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Deps, MediaOptions } from "../../../deps.ts";
import { outputFile } from "../../../lib/media/output-file.ts";
import type { ObjectStore } from "../../../ports/object-store.ts";
import { namedObjects, storedLengths, type NamedObject, type SiteOfFiles } from "./named-objects.ts";

export interface CopiedFiles {
  copied: number;
  bytes: number;
  /** Those that the other store had. */
  known: number;
  /** Originals that the store lacks, or that are not what their rows say. */
  failed: { site: string; key: string; reason: string }[];
}

const atOnce = 4;

/**
 * Copies what the rows of a site name to another store, and leaves the own one as it is. What is there with the same length stays, so a copy that
 * was broken off goes on. Each object is compared with its hash on the way, by this process and by the store that takes it.
 */
export async function copyFiles(
  { sql, store, media }: Pick<Deps, "sql" | "store"> & { media: Pick<MediaOptions, "uploads"> },
  target: ObjectStore,
  site: SiteOfFiles,
  onCopy: (copied: CopiedFiles) => void,
): Promise<CopiedFiles> {
  await mkdir(media.uploads, { recursive: true });
  const lengths = await storedLengths(target, site.id);
  const copied: CopiedFiles = { copied: 0, bytes: 0, known: 0, failed: [] };
  const copyOne = async (object: NamedObject) => {
    const reason = await copyObject(store, target, object, join(media.uploads, randomUUID()));
    if (reason === undefined) {
      copied.copied += 1;
      copied.bytes += object.bytes;
    } else if (object.kind !== "variant") copied.failed.push({ site: site.slug, key: object.key, reason });
    onCopy(copied);
  };
  const objects = namedObjects(sql, site.id)[Symbol.asyncIterator]();
  // The workers share one iterator, which hands out each object once.
  const work = async () => {
    try {
      for (let next = await objects.next(); next.done !== true; next = await objects.next()) {
        if (lengths.get(next.value.key) === next.value.bytes) copied.known += 1;
        else await copyOne(next.value);
      }
    } catch (error) {
      // The others end, too.
      await objects.return?.();
      throw error;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return copied;
}

/** Undefined: it is in the other store. Otherwise why it is not. */
async function copyObject(
  source: ObjectStore,
  target: ObjectStore,
  { key, bytes, sha256, contentType }: NamedObject,
  path: string,
): Promise<string | undefined> {
  const opened = await source.get(key);
  if (!opened) return "the store lacks it";
  try {
    const hash = createHash("sha256");
    let read = 0;
    const measured = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        read += chunk.length;
        yield chunk;
      }
    };
    await pipeline(opened.stream, measured, outputFile(path, "wx"));
    const digest = hash.digest("hex");
    if (read !== bytes || digest !== (sha256 ?? digest)) return "its bytes are not those that were stored";
    await target.put(key, { path, bytes, sha256: digest, contentType });
    return undefined;
  } finally {
    await rm(path, { force: true });
  }
}
