import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, opendir, rename, rm, stat, utimes } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { pipeline } from "node:stream/promises";
import { isDiskFull } from "../lib/media/disk-full.ts";
import { outputFile } from "../lib/media/output-file.ts";
import { StoreUnavailable, type ByteRange, type ObjectStore, type SourceFile, type StoredObject } from "../ports/object-store.ts";
import { checkObjectStore } from "./object-check.ts";
import { checkKeyPrefix, checkObjectKey, isKeyPrefix } from "./object-key.ts";

// No key has a segment that begins with a dot, so no object is in it.
const unfinishedName = ".unfinished";
const abandonedMs = 24 * 60 * 60 * 1_000;
/** Files whose size is asked for at once while listing. */
const statBatch = 64;

/**
 * Objects as files of a folder, each at the path of its key; a key cannot continue another one. Makes the folder if there is none, and
 * removes what killed processes left unfinished a day ago. Several processes may use one folder.
 */
export async function openObjectFolder(folder: string): Promise<ObjectStore> {
  const unfinished = join(folder, unfinishedName);
  await named(async () => {
    await mkdir(unfinished, { recursive: true, mode: 0o700 });
    await removeAbandoned(unfinished);
  });
  const pathOf = (key: string) => {
    checkObjectKey(key);
    return join(folder, key);
  };
  /** Nothing at a path means no object only while the folder is there, and not if what was mounted on it has gone. */
  const unlessFolderIsGone = async () => void (await stat(unfinished));

  const store: Omit<ObjectStore, "check"> = {
    put: async (key, file) => {
      const path = pathOf(key);
      await assertLength(file);
      await named(async () => {
        await unlessFolderIsGone();
        await makeFolder(dirname(path));
        await place(file, path, unfinished);
      });
    },
    get: (key, range) => named(() => openRange(pathOf(key), range, unlessFolderIsGone)),
    localPath: (key) => named(async () => ((await describe(pathOf(key), key)) ? pathOf(key) : undefined)),
    head: (key) =>
      named(async () => {
        const object = await describe(pathOf(key), key);
        if (!object) await unlessFolderIsGone();
        return object;
      }),
    // A removal need not survive a crash: an object that comes back is one that nothing names, and is removed again.
    delete: (key) =>
      named(async () => {
        await rm(pathOf(key)).catch(unlessAbsent);
        await unlessFolderIsGone();
      }),
    list: (prefix) => list(folder, prefix, unlessFolderIsGone),
  };
  return { ...store, check: () => checkObjectStore(store) };
}

/** The errors of the system by their codes alone: their messages have paths. */
async function named<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw unavailable(error);
  }
}

function unavailable(error: unknown): unknown {
  const code = error instanceof Error && "syscall" in error && "code" in error ? String(error.code) : undefined;
  if (code === undefined) return error;
  const remedy = isDiskFull(code) ? "Free some space." : "Check MEDIA_DIR and its permissions.";
  return new StoreUnavailable(`The folder for files cannot be used: ${code}. ${remedy}`, code);
}

function unlessAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
  throw error;
}

async function removeAbandoned(unfinished: string): Promise<void> {
  for await (const { name } of await opendir(unfinished)) {
    const path = join(unfinished, name);
    const stats = await stat(path).catch(unlessAbsent);
    if (stats && Date.now() - stats.mtimeMs > abandonedMs) await rm(path, { recursive: true, force: true });
  }
}

async function assertLength(file: SourceFile): Promise<void> {
  const { size } = await stat(file.path);
  if (size !== file.bytes) throw mismatch();
}

function mismatch(): Error {
  return new Error("The file does not have the length or the hash that was announced. Nothing was stored.");
}

/** A folder survives a crash once the one above it does. */
async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  const folderCount = relative(dirname(first), path).split(/[\\/]/).length;
  let above = dirname(path);
  for (let level = 0; level < folderCount; level++, above = dirname(above)) await syncFolder(above);
}

/**
 * Moves the file without reading it again: the caller computed its hash over the very bytes that it wrote. A second reading would come from
 * the same memory, not from the disk, and would cost as much as all the rest. A copy is read anyway, so it is compared.
 */
async function place(file: SourceFile, path: string, unfinished: string): Promise<void> {
  await settle(file.path);
  try {
    await rename(file.path, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
    await placeCopy(file, path, join(unfinished, randomUUID()));
  }
  await syncFolder(dirname(path));
}

async function placeCopy(file: SourceFile, path: string, copy: string): Promise<void> {
  try {
    const hash = createHash("sha256");
    let bytes = 0;
    const measured = async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        bytes += chunk.length;
        hash.update(chunk);
        yield chunk;
      }
    };
    await pipeline(createReadStream(file.path), measured, outputFile(copy, "wx"));
    if (bytes !== file.bytes || hash.digest("hex") !== file.sha256) throw mismatch();
    await settle(copy);
    await rename(copy, path);
  } catch (error) {
    await rm(copy, { force: true });
    throw error;
  }
  await rm(file.path, { force: true });
}

/** Dates the file as stored now, and waits until the disk has it. */
async function settle(path: string): Promise<void> {
  const now = new Date();
  await utimes(path, now, now);
  const handle = await open(path, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  // Windows opens no folders; there a file system with a journal has to do.
  if (process.platform === "win32") return;
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function openRange(path: string, range: ByteRange | undefined, unlessFolderIsGone: () => Promise<void>) {
  const handle = await open(path, "r").catch(unlessAbsent);
  if (!handle) {
    await unlessFolderIsGone();
    return undefined;
  }
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) {
      await handle.close();
      return undefined;
    }
    const { start, end } = range ?? { start: 0, end: stats.size - 1 };
    if (range && (start < 0 || start > end || end >= stats.size)) throw new Error("The range is not within the object.");
    // A stream cannot be told to end before it begins.
    const stream = handle.createReadStream(end < start ? { start: 0, highWaterMark: 1 } : { start, end });
    return { stream, bytes: end - start + 1 };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function describe(path: string, key: string): Promise<StoredObject | undefined> {
  const stats = await stat(path).catch(unlessAbsent);
  return stats?.isFile() ? { key, bytes: stats.size, storedAt: stats.mtime } : undefined;
}

/** Holds no more than one batch of names for each level of folders. */
async function* list(folder: string, prefix: string, unlessFolderIsGone: () => Promise<void>): AsyncGenerator<StoredObject> {
  checkKeyPrefix(prefix);
  const start = prefix.slice(0, prefix.lastIndexOf("/") + 1);
  try {
    await unlessFolderIsGone();
    yield* listFolder(folder, start, prefix.slice(start.length));
  } catch (error) {
    throw unavailable(error);
  }
}

async function* listFolder(folder: string, start: string, beginning: string): AsyncGenerator<StoredObject> {
  const entries = await opendir(join(folder, start), { bufferSize: 256 }).catch(unlessAbsent);
  if (!entries) return;
  let batch: string[] = [];
  const described = () => Promise.all(batch.map((key) => describe(join(folder, key), key)));
  for await (const entry of entries) {
    if (!entry.name.startsWith(beginning) || !isKeyPrefix(start + entry.name)) continue;
    if (entry.isDirectory()) yield* listFolder(folder, `${start}${entry.name}/`, "");
    else if (batch.push(`${start}${entry.name}`) === statBatch) {
      yield* present(await described());
      batch = [];
    }
  }
  yield* present(await described());
}

function present(objects: readonly (StoredObject | undefined)[]): StoredObject[] {
  return objects.filter((object) => object !== undefined);
}
