import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ObjectStore } from "../../server/src/ports/object-store.ts";
import { StoreUnavailable } from "../../server/src/ports/object-store.ts";
import { openObjectBucket } from "../../server/src/adapters/object-bucket.ts";
import { promisesOfObjectStores } from "../kit/object-store-promises.ts";
import { bytesOf, fileOf, keysOf, patterned } from "../kit/stored-file.ts";
import { scratchFolder } from "../kit/vitrine-process.ts";
import { startSwift, type SwiftServer } from "./swift-server.ts";

promisesOfObjectStores("a bucket of Swift", async () => {
  const swift = await startSwift();
  return { store: swift.open(), close: () => swift.remove() };
});

describe("a Swift with faults", () => {
  const mebibyte = 1024 * 1024;
  let swift: SwiftServer;
  let store: ObjectStore;
  let scratch: Awaited<ReturnType<typeof scratchFolder>>;
  beforeAll(async () => {
    scratch = await scratchFolder();
    swift = await startSwift();
    store = swift.open({ silenceMs: 1_000, readsGiveUpMs: 500, writesGiveUpMs: 500 });
  });
  afterAll(async () => {
    await swift.remove();
    await scratch.remove();
  });
  const newKey = () => `sites/${randomUUID()}/${randomUUID()}`;
  const put = async (key: string, bytes: Buffer | string, into = store) => into.put(key, await fileOf(scratch.path, bytes));
  const fails = async (attempt: Promise<unknown>, words: string) => {
    const failure = await attempt.then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(StoreUnavailable);
    expect(String(failure)).toContain(words);
  };

  test("refuses bytes that are not the announced ones, in one piece and in parts", async () => {
    for (const size of [1, 17]) {
      const key = newKey();
      const file = await fileOf(scratch.path, patterned(size * mebibyte));
      await expect(store.put(key, { ...file, sha256: "0".repeat(64) })).rejects.toThrow("Nothing was stored");
      expect(await store.head(key)).toBeUndefined();
    }
  });

  test("names a wrong secret, and a bucket that is not there", async () => {
    const opened = (changes: object) => openObjectBucket({ ...swift.settings, ...changes }, { readsGiveUpMs: 0, writesGiveUpMs: 0 });
    await fails(put(newKey(), "x", opened({ secretAccessKey: "another" })), "403 SignatureDoesNotMatch. Correct S3_ACCESS_KEY_ID");
    await fails(put(newKey(), "x", opened({ bucket: "absent" })), "404 NoSuchBucket. Create the bucket");
    await fails(bytesOf(opened({ bucket: "absent" }), newKey()), "404 NoSuchBucket. Create the bucket");
  });

  test("lists more objects than a page has", async () => {
    const site = `sites/${randomUUID()}`;
    const keys = Array.from({ length: 1_050 }, (_, number) => `${site}/${String(number).padStart(64, "0")}`);
    // Few at a time: on a busy machine the one node would not take them within the time that a request has.
    for (let from = 0; from < keys.length; from += 10) await Promise.all(keys.slice(from, from + 10).map((key) => put(key, key)));
    expect(await keysOf(store, `${site}/`)).toEqual(keys);
  });

  test("is used again once it is back: nothing acknowledged is lost, nothing refused is there", async () => {
    const [before, meanwhile, after] = [newKey(), newKey(), newKey()];
    await put(before, "Before");
    await swift.proxy.stop("SIGKILL");
    await fails(put(meanwhile, "Meanwhile"), "ECONNREFUSED");
    await fails(store.head(before), "ECONNREFUSED");
    await fails(keysOf(store, "sites/"), "ECONNREFUSED");
    await swift.proxy.start();
    await put(after, "After");
    expect(String(await bytesOf(store, before))).toBe("Before");
    expect(String(await bytesOf(store, after))).toBe("After");
    expect(await store.get(meanwhile)).toBeUndefined();
  });

  test("is reported while it hangs, and retried until it goes on", async () => {
    const [key, late] = [newKey(), newKey()];
    await put(key, "Kept");
    swift.proxy.pause();
    await fails(store.head(key), "ETIMEDOUT");
    await fails(put(newKey(), "x"), "ETIMEDOUT");
    const patient = put(late, "Late", swift.open({ silenceMs: 300, writesGiveUpMs: 60_000 }));
    await fails(bytesOf(store, key), "ETIMEDOUT");
    swift.proxy.resume();
    await patient;
    expect(String(await bytesOf(store, key))).toBe("Kept");
    expect(String(await bytesOf(store, late))).toBe("Late");
  });

  test("killed in the middle of uploads, it shows no half of one", async () => {
    const keys = Array.from({ length: 6 }, newKey);
    const bytes = patterned(40 * mebibyte);
    const uploads = keys.map((key) => put(key, bytes).then(() => key));
    await uploads[0]!.catch(() => undefined);
    await swift.proxy.stop("SIGKILL");
    const acknowledged = (await Promise.allSettled(uploads)).flatMap((upload) => (upload.status === "fulfilled" ? [upload.value] : []));
    await swift.proxy.start();
    for (const key of keys) {
      const foundBytes = await bytesOf(store, key);
      if (acknowledged.includes(key)) expect(foundBytes?.equals(bytes)).toBe(true);
      else if (foundBytes) expect(foundBytes.equals(bytes)).toBe(true);
    }
  });

  test("killed in the middle of a download, it leaves no short object", async () => {
    const key = newKey();
    await put(key, patterned(40 * mebibyte));
    const { stream } = (await store.get(key))!;
    await once(stream, "readable");
    await swift.proxy.stop("SIGKILL");
    const failure = new Promise((resolve) => stream.once("error", resolve));
    stream.resume();
    expect(await failure).toBeInstanceOf(StoreUnavailable);
    await swift.proxy.start();
  });
});
