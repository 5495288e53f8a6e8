import { createHash, randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { ByteRange, ObjectStore, SourceFile } from "../../server/src/ports/object-store.ts";

/** A file in the folder, ready to be stored. */
export async function fileOf(folder: string, bytes: Buffer | string): Promise<SourceFile> {
  const path = join(folder, randomUUID());
  await writeFile(path, bytes);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { path, bytes: Buffer.byteLength(bytes), sha256, contentType: "application/octet-stream" };
}

/** Bytes that differ from place to place, always the same ones. */
export function patterned(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at + 4 <= length; at += 4) bytes.writeUInt32LE((at * 2_654_435_761) >>> 0, at);
  return bytes;
}

/** An object's bytes, which must be as many as the store said. */
export async function bytesOf(store: ObjectStore, key: string, range?: ByteRange): Promise<Buffer | undefined> {
  const object = await store.get(key, range);
  if (!object) return undefined;
  const bytes = await buffer(object.stream);
  if (bytes.length !== object.bytes) throw new Error(`The store announced ${object.bytes} bytes, and sent ${bytes.length}.`);
  return bytes;
}

export async function keysOf(store: ObjectStore, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(prefix)) keys.push(key);
  return keys.sort();
}
