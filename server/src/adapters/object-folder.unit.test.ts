import { randomUUID } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { promisesOfObjectStores } from "../../../test/kit/object-store-promises.ts";
import { bytesOf, fileOf, keysOf, patterned } from "../../../test/kit/stored-file.ts";
import { scratchFolder } from "../../../test/kit/vitrine-process.ts";
import { StoreUnavailable } from "../ports/object-store.ts";
import { openObjectFolder } from "./object-folder.ts";
import { rounds } from "../../../test/kit/sampled.ts";

promisesOfObjectStores("a folder", async (folder) => ({
  store: await openObjectFolder(join(folder, "media")),
  close: () => Promise.resolve(),
}));

let scratch: Awaited<ReturnType<typeof scratchFolder>>;
beforeAll(async () => {
  scratch = await scratchFolder();
});
afterAll(() => scratch.remove());

const newFolder = () => join(scratch.path, randomUUID());
const unfinished = (folder: string) => readdir(join(folder, ".unfinished"));

test("the source is moved, not copied, and is private to the server", async () => {
  const folder = newFolder();
  const store = await openObjectFolder(folder);
  const file = await fileOf(scratch.path, "Moved");
  const before = await stat(file.path);
  await store.put("sites/a/b", file);
  const after = await stat(join(folder, "sites/a/b"));
  expect(after.ino).toBe(before.ino);
  await expect(stat(file.path)).rejects.toThrow("ENOENT");
  expect(await store.localPath("sites/a/b")).toBe(join(folder, "sites/a/b"));
  for (const part of ["", "sites", "sites/a", ".unfinished"]) expect((await stat(join(folder, part))).mode & 0o077).toBe(0);
});

test("an object is dated when it is stored, however old its file is", async () => {
  const store = await openObjectFolder(newFolder());
  const file = await fileOf(scratch.path, "Old");
  await utimes(file.path, new Date(0), new Date(0));
  const begunMs = Date.now();
  await store.put("sites/a/old", file);
  expect((await store.head("sites/a/old"))!.storedAt.getTime()).toBeGreaterThanOrEqual(begunMs - 1_000);
});

test("the next start removes what killed processes left a day ago, and nothing else", async () => {
  const folder = newFolder();
  const store = await openObjectFolder(folder);
  await store.put("sites/a/kept", await fileOf(scratch.path, "Kept"));
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1_000);
  for (const [name, days] of [
    ["old", 1.1],
    ["young", 0.9],
  ] as const) {
    const path = join(folder, ".unfinished", name);
    await writeFile(path, "Half");
    await utimes(path, daysAgo(days), daysAgo(days));
  }
  await utimes(join(folder, "sites/a/kept"), daysAgo(9), daysAgo(9));
  const reopened = await openObjectFolder(folder);
  expect(await unfinished(folder)).toEqual(["young"]);
  expect(await keysOf(reopened, "")).toEqual(["sites/a/kept"]);
});

test("what a strange program puts into the folder is no object", async () => {
  const folder = newFolder();
  const store = await openObjectFolder(folder);
  await mkdir(join(folder, "sites/a b"), { recursive: true });
  for (const name of ["sites/.hidden", "sites/a b/c", "sites/ü", ".DS_Store"]) await writeFile(join(folder, name), "x");
  await store.put("sites/mine", await fileOf(scratch.path, "Mine"));
  expect(await keysOf(store, "")).toEqual(["sites/mine"]);
});

test("a folder that is gone is a failure, and not an empty store", async () => {
  const folder = newFolder();
  const store = await openObjectFolder(folder);
  await store.put("sites/a/b", await fileOf(scratch.path, "There"));
  await rename(folder, `${folder}-away`);
  const file = await fileOf(scratch.path, "Late");
  const attempts = [
    () => store.put("sites/a/c", file),
    () => store.get("sites/a/b"),
    () => store.head("sites/a/b"),
    () => store.delete("sites/a/b"),
    () => keysOf(store, "sites/"),
    () => store.check(),
  ];
  for (const attempt of attempts) {
    const failure = await attempt().then(String, (error: unknown) => error);
    expect(failure).toBeInstanceOf(StoreUnavailable);
    expect((failure as Error).message).toBe("The folder for files cannot be used: ENOENT. Check MEDIA_DIR and its permissions.");
  }
  await expect(stat(folder)).rejects.toThrow("ENOENT");
  await rename(`${folder}-away`, folder);
  await store.put("sites/a/c", file);
  expect(String(await bytesOf(store, "sites/a/b"))).toBe("There");
});

test("a folder that cannot be made names the setting", async () => {
  const file = join(scratch.path, randomUUID());
  await writeFile(file, "A file");
  await expect(openObjectFolder(join(file, "media"))).rejects.toThrow("ENOTDIR. Check MEDIA_DIR");
});

test("an object that is read while it is removed or stored again arrives whole", async () => {
  const store = await openObjectFolder(newFolder());
  const bytes = patterned(3 * 1024 * 1024);
  const put = async () => store.put("sites/a/b", await fileOf(scratch.path, bytes));
  await put();
  const { stream } = (await store.get("sites/a/b"))!;
  await put();
  await store.delete("sites/a/b");
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
});

test("thousands of objects are listed while few of them are in memory", async () => {
  const folder = newFolder();
  const store = await openObjectFolder(folder);
  await mkdir(join(folder, "sites/many"), { recursive: true });
  const names = Array.from({ length: rounds(20_000, 2_000) }, (_, number) => String(number).padStart(64, "0"));
  for (let from = 0; from < names.length; from += 500) {
    await Promise.all(names.slice(from, from + 500).map((name) => writeFile(join(folder, "sites/many", name), "x")));
  }
  const seen = new Set<string>();
  for await (const { key, bytes } of store.list("sites/many/")) {
    expect(bytes).toBe(1);
    seen.add(key);
  }
  expect(seen.size).toBe(names.length);
  // Who stops early has made it read no more than it was asked for: the folder can be removed from under it.
  for await (const { key } of store.list("sites/many/")) {
    expect(seen).toContain(key);
    break;
  }
  await rm(folder, { recursive: true });
});

// Linux has a file system in memory here, which is another one than that of the temporary folders.
const memory = "/dev/shm";
const hasAnotherFileSystem = existsSync(memory) && statSync(memory).dev !== statSync(tmpdir()).dev;

test("a file of another file system is copied, and compared on the way", async () => {
  // Not every machine has one; those of Linux do.
  if (!hasAnotherFileSystem) return;
  const folder = newFolder();
  const store = await openObjectFolder(folder);
  const elsewhere = await mkdtemp(join(memory, "vitrine-"));
  onTestFinished(() => rm(elsewhere, { recursive: true, force: true }));
  const bytes = patterned(1_000_000);
  const file = await fileOf(elsewhere, bytes);
  await expect(store.put("sites/a/wrong", { ...file, sha256: "0".repeat(64) })).rejects.toThrow("Nothing was stored");
  expect(await keysOf(store, "")).toEqual([]);
  expect(await unfinished(folder)).toEqual([]);
  await store.put("sites/a/right", file);
  expect(bytes.equals((await bytesOf(store, "sites/a/right"))!)).toBe(true);
  expect(await unfinished(folder)).toEqual([]);
  expect(await readdir(elsewhere)).toEqual([]);
});
