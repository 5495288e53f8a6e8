import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { StoreUnavailable, type ObjectStore } from "../../server/src/ports/object-store.ts";
import { bytesOf, fileOf, keysOf, patterned } from "./stored-file.ts";
import { scratchFolder } from "./vitrine-process.ts";

export interface TestedStore {
  store: ObjectStore;
  /** A folder for files to be stored. */
  folder: string;
  close(): Promise<void>;
}

const mebibyte = 1024 * 1024;

/** What the port promises of every store. Each test has keys of its own. */
export function promisesOfObjectStores(name: string, open: (folder: string) => Promise<Omit<TestedStore, "folder">>): void {
  describe(name, () => {
    let tested: TestedStore;
    let scratch: Awaited<ReturnType<typeof scratchFolder>>;
    beforeAll(async () => {
      scratch = await scratchFolder();
      tested = { ...(await open(scratch.path)), folder: scratch.path };
    });
    afterAll(async () => {
      await tested.close();
      await scratch.remove();
    });

    const newKey = () => `sites/${randomUUID()}/${randomUUID()}`;
    const put = async (key: string, bytes: Buffer | string) => tested.store.put(key, await fileOf(tested.folder, bytes));

    test("returns what was stored, and tells its size and its time", async () => {
      const key = newKey();
      await put(key, "An object");
      expect(String(await bytesOf(tested.store, key))).toBe("An object");
      const head = await tested.store.head(key);
      expect(head).toMatchObject({ key, bytes: 9 });
      expect(Math.abs(head!.storedAt.getTime() - Date.now())).toBeLessThan(60 * 60 * 1_000);
    });

    test("names a file of this machine only if it has the object's bytes", async () => {
      const key = newKey();
      await put(key, "An object");
      const path = await tested.store.localPath(key);
      expect(path === undefined ? "An object" : await readFile(path, "utf8")).toBe("An object");
    });

    test("knows nothing of a key that was never stored, or whose beginning was", async () => {
      const key = newKey();
      await put(key, "An object");
      for (const absent of [newKey(), key.slice(0, -1), `${key}0`, key.slice(0, key.lastIndexOf("/"))]) {
        expect(await tested.store.get(absent)).toBeUndefined();
        expect(await tested.store.head(absent)).toBeUndefined();
        expect(await tested.store.localPath(absent)).toBeUndefined();
      }
    });

    test.each([0, 1, 65_536, 16 * mebibyte, 16 * mebibyte + 1, 40 * mebibyte])("keeps %d bytes as they are", async (length) => {
      const key = newKey();
      const bytes = patterned(length);
      await put(key, bytes);
      expect(bytes.equals((await bytesOf(tested.store, key))!)).toBe(true);
      expect((await tested.store.head(key))!.bytes).toBe(length);
    });

    test("opens ranges: both ends are part of them", async () => {
      const key = newKey();
      const bytes = patterned(200_000);
      await put(key, bytes);
      for (const [start, end] of [
        [0, 0],
        [0, 199_999],
        [199_999, 199_999],
        [65_535, 131_072],
        [7, 8],
      ] as const) {
        expect(bytes.subarray(start, end + 1).equals((await bytesOf(tested.store, key, { start, end }))!)).toBe(true);
      }
      expect(await tested.store.get(newKey(), { start: 0, end: 3 })).toBeUndefined();
    });

    test("stores an object again without harm, also twice at once", async () => {
      const key = newKey();
      await Promise.all([put(key, "The same"), put(key, "The same")]);
      await put(key, "The same");
      expect(String(await bytesOf(tested.store, key))).toBe("The same");
      expect(await keysOf(tested.store, key)).toEqual([key]);
    });

    test.each([
      ["shorter", -1],
      ["longer", 1],
    ])("stores nothing if a file is %s than announced", async (_what, difference) => {
      const key = newKey();
      const file = await fileOf(tested.folder, "Announced");
      await expect(tested.store.put(key, { ...file, bytes: file.bytes - difference })).rejects.toThrow("Nothing was stored");
      expect(await tested.store.head(key)).toBeUndefined();
    });

    test("removes an object, and one that is not there", async () => {
      const key = newKey();
      await put(key, "An object");
      await tested.store.delete(key);
      await tested.store.delete(key);
      await tested.store.delete(newKey());
      expect(await tested.store.head(key)).toBeUndefined();
      expect(await tested.store.get(key)).toBeUndefined();
      expect(await keysOf(tested.store, key)).toEqual([]);
    });

    test("lists what begins with a prefix, and nothing else", async () => {
      const site = `sites/${randomUUID()}`;
      const keys = [`${site}/a`, `${site}/ab`, `${site}/b`, `${site}/deep/er/a`, `${site}0/a`];
      for (const key of keys) await put(key, key);
      expect(await keysOf(tested.store, `${site}/`)).toEqual(keys.slice(0, 4).sort());
      expect(await keysOf(tested.store, `${site}/a`)).toEqual(keys.slice(0, 2));
      expect(await keysOf(tested.store, `${site}/deep/`)).toEqual([keys[3]]);
      expect(await keysOf(tested.store, site)).toEqual([...keys].sort());
      expect(await keysOf(tested.store, `${site}/none`)).toEqual([]);
      expect(await keysOf(tested.store, "")).toEqual(expect.arrayContaining(keys));
      for await (const { key, bytes, storedAt } of tested.store.list(`${site}/`)) {
        expect(bytes).toBe(key.length);
        expect(storedAt.getTime()).not.toBeNaN();
      }
    });

    test("removes objects while it lists them", async () => {
      const site = `sites/${randomUUID()}`;
      await Promise.all(Array.from({ length: 25 }, (_, number) => put(`${site}/${number}`, String(number))));
      for await (const { key } of tested.store.list(`${site}/`)) await tested.store.delete(key);
      expect(await keysOf(tested.store, `${site}/`)).toEqual([]);
    });

    test.each([
      "",
      ".",
      "..",
      "../x",
      "sites/../../x",
      "/etc/passwd",
      "a//b",
      "a/",
      "a/.",
      "a/..",
      ".hidden",
      "a/.hidden/b",
      "a\\..\\b",
      "a\0b",
      "a b",
      "ä",
      "a?b",
      "a#b",
      "a%2e%2e/b",
      "a\nb",
      "x".repeat(501),
      `${"x".repeat(201)}/a`,
    ])("refuses %j as a key", async (key) => {
      const file = await fileOf(tested.folder, "Refused");
      await expect(tested.store.put(key, file)).rejects.toThrow("form that the port describes");
      await expect(tested.store.get(key)).rejects.toThrow("form that the port describes");
      await expect(tested.store.head(key)).rejects.toThrow("form that the port describes");
      await expect(tested.store.delete(key)).rejects.toThrow("form that the port describes");
      if (key !== "" && key !== "a/") await expect(keysOf(tested.store, key)).rejects.toThrow("form that the port describes");
    });

    test("lets a reader stop in the middle", async () => {
      const key = newKey();
      await put(key, patterned(4 * mebibyte));
      const { stream } = (await tested.store.get(key))!;
      for await (const chunk of stream) if ((chunk as Buffer).length > 0) break;
      expect(stream.destroyed).toBe(true);
      expect((await bytesOf(tested.store, key))!.length).toBe(4 * mebibyte);
    });

    test("is found to be in order, and keeps nothing of that", async () => {
      await tested.store.check();
      expect(await keysOf(tested.store, "checks/")).toEqual([]);
    });

    test("a file that is not there is not the store's failure", async () => {
      const file = await fileOf(tested.folder, "x");
      const failure = await tested.store.put(newKey(), { ...file, path: `${file.path}-absent` }).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(Error);
      expect(failure).not.toBeInstanceOf(StoreUnavailable);
    });
  });
}
