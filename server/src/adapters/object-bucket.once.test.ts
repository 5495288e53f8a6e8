import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { FakeBucket, type Mode } from "../../../test/kit/fake-bucket.ts";
import { promisesOfObjectStores } from "../../../test/kit/object-store-promises.ts";
import { bytesOf, fileOf, keysOf, patterned } from "../../../test/kit/stored-file.ts";
import { scratchFolder } from "../../../test/kit/vitrine-process.ts";
import { StoreUnavailable, type ObjectStore } from "../ports/object-store.ts";
import { bucketUrl } from "./bucket-requests.ts";
import { openObjectBucket } from "./object-bucket.ts";

promisesOfObjectStores("a bucket", async () => {
  const fake = await FakeBucket.start();
  return { store: openObjectBucket(fake.settings), close: () => fake.stop() };
});

const mebibyte = 1024 * 1024;
const quick = { silenceMs: 2_000, readsGiveUpMs: 100, writesGiveUpMs: 100, pauseMs: 1 };
const largeFile = patterned(17 * mebibyte);

let fake: FakeBucket;
let store: ObjectStore;
let scratch: Awaited<ReturnType<typeof scratchFolder>>;
beforeEach(async () => {
  fake = await FakeBucket.start();
  store = openObjectBucket(fake.settings, quick);
  scratch = await scratchFolder();
});
afterEach(async () => {
  await fake.stop();
  await scratch.remove();
});

const put = async (key: string, bytes: Buffer | string) => store.put(key, await fileOf(scratch.path, bytes));
const failureOf = async (attempt: Promise<unknown>): Promise<Error> => {
  const failure = await attempt.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(StoreUnavailable);
  for (const secret of ["127.0.0.1", "AKIDTEST", "a-secret", "media/", scratch.path]) expect(String(failure)).not.toContain(secret);
  expect((failure as Error).cause).toBeUndefined();
  return failure as Error;
};
/** Every function of the port, with a file of one part and one of two. */
const everything: Record<string, () => Promise<unknown>> = {
  put: () => put("sites/a/new", "New"),
  "put in parts": () => put("sites/a/new", largeFile),
  get: () => bytesOf(store, "sites/a/old"),
  "get of a range": () => bytesOf(store, "sites/a/old", { start: 1, end: 2 }),
  head: () => store.head("sites/a/old"),
  delete: () => store.delete("sites/a/old"),
  list: () => keysOf(store, "sites/a/"),
  check: () => store.check(),
};
const attempts = Object.entries(everything);
const passing: [string, Mode][] = [
  ["500", { fails: 500 }],
  ["503", { fails: 503, code: "SlowDown" }],
  ["429", { fails: 429, code: "TooManyRequests" }],
  ["garbage", { fails: 502, code: "<html>" }],
  ["no response", "hangs"],
  ["a connection that is cut", "drops"],
  ["a lost response", "forgets"],
];

describe.each(passing)("a store that fails for a moment: %s", (_what, mode) => {
  test.each(attempts)("%s succeeds", async (_name, attempt) => {
    await put("sites/a/old", "Old");
    const begun = fake.seen.length;
    fake.mode = ({ number }) => ((number - begun) % 2 === 0 ? mode : undefined);
    // On a busy machine a response of a store that works takes a while, too.
    const silenceMs = mode === "hangs" ? 500 : quick.silenceMs;
    store = openObjectBucket(fake.settings, { ...quick, silenceMs, readsGiveUpMs: 60_000, writesGiveUpMs: 60_000 });
    await attempt();
    expect(fake.seen.length - begun).toBeGreaterThanOrEqual(2);
    // The name of an upload in parts may be lost: the bucket's own rule removes such an upload.
    if (mode !== "forgets") expect(fake.uploads.size).toBe(0);
  });
});

describe.each(passing)("a store that fails: %s", (_what, mode) => {
  test.each(attempts)("%s reports it", async (_name, attempt) => {
    await put("sites/a/old", "Old");
    store = openObjectBucket(fake.settings, { ...quick, silenceMs: mode === "hangs" ? 100 : quick.silenceMs });
    fake.mode = () => mode;
    await failureOf(attempt());
    if (mode !== "forgets") expect([...fake.objects.keys()]).toEqual(["sites/a/old"]);
  });
});

test.each(attempts)("%s reports a store that is stopped, and works once it is back", async (_name, attempt) => {
  await put("sites/a/old", "Old");
  await fake.stop();
  expect((await failureOf(attempt())).message).toContain("does not respond: ECONNREFUSED. Check S3_ENDPOINT");
  await fake.listen();
  await attempt();
});

test.each(attempts)("%s takes a page of another server for no response", async (_name, attempt) => {
  for (const says of ["<html><body>Welcome</body></html>", "", "{}", "<ListBucketResult>", "<!DOCTYPE x [<!ENTITY a 'b'>]><Error/>"]) {
    fake.mode = () => ({ says });
    await failureOf(attempt());
  }
});

test.each<[string, Partial<FakeBucket["settings"]>, string]>([
  ["key", { accessKeyId: "AKIDOTHER" }, "403 InvalidAccessKeyId. Correct S3_ACCESS_KEY_ID"],
  ["secret", { secretAccessKey: "another" }, "403 SignatureDoesNotMatch. Correct S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY."],
  ["region", { region: "elsewhere" }, "400 AuthorizationHeaderMalformed. Correct S3_REGION."],
  ["bucket", { bucket: "another" }, "404 NoSuchBucket. Create the bucket, or correct S3_BUCKET."],
])("a wrong %s is named, and nothing is tried again", async (_what, wrong, message) => {
  store = openObjectBucket({ ...fake.settings, ...wrong }, quick);
  for (const [, attempt] of attempts.filter(([name]) => name !== "head" && name !== "put in parts")) {
    const begun = fake.seen.length;
    expect((await failureOf(attempt())).message).toContain(message);
    expect(fake.seen.length - begun).toBeLessThanOrEqual(2);
  }
});

test("the bucket is in the path or in the host", () => {
  const url = (changes: object) =>
    bucketUrl({ ...fake.settings, endpoint: "https://s3.example/base", ...changes }, "sites/a", { uploads: "" }).href;
  expect(url({})).toBe("https://s3.example/base/media/sites/a?uploads=");
  expect(url({ pathStyle: false })).toBe("https://media.s3.example/base/sites/a?uploads=");
});

test("a store that sends elsewhere is not followed", async () => {
  fake.mode = () => ({ fails: 307, code: "TemporaryRedirect" });
  expect((await failureOf(store.head("sites/a/b"))).message).toContain("the store sends elsewhere");
});

describe("a body that breaks off", () => {
  test.each<Mode>(["cuts", "stalls"])("fails when the store %s", async (mode) => {
    await put("sites/a/b", patterned(mebibyte));
    fake.mode = () => mode;
    store = openObjectBucket(fake.settings, { ...quick, silenceMs: 1_000, readsGiveUpMs: 60_000 });
    const { stream, bytes } = (await store.get("sites/a/b"))!;
    expect(bytes).toBe(mebibyte);
    stream.resume();
    const [failure] = (await once(stream, "close").catch((error: unknown) => [error])) as [unknown];
    expect(failure).toBeInstanceOf(StoreUnavailable);
    expect(String(failure)).toContain("stopped in the middle of an object");
  });

  test("does not come from a reader who takes longer than the store may be silent", async () => {
    const bytes = patterned(16 * mebibyte);
    await put("sites/a/b", bytes);
    const silenceMs = 1_000;
    const { stream } = (await openObjectBucket(fake.settings, { ...quick, silenceMs, readsGiveUpMs: 60_000 }).get("sites/a/b"))!;
    const chunks: Buffer[] = [];
    for await (const chunk of stream) {
      if (chunks.length === 3) await sleep(1.5 * silenceMs);
      chunks.push(chunk as Buffer);
    }
    expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
  });
});

describe("a file", () => {
  test("is sent again if the store waited too long for it", async () => {
    fake.mode = ({ number }) => (number === 0 ? { fails: 400, code: "RequestTimeout" } : undefined);
    store = openObjectBucket(fake.settings, { ...quick, writesGiveUpMs: 60_000 });
    await put("sites/a/b", "Late");
    expect(fake.seen).toHaveLength(2);
  });

  test.each([1, 17])("of %d MiB that is not the announced one is not stored", async (size) => {
    const file = await fileOf(scratch.path, patterned(size * mebibyte));
    await expect(store.put("sites/a/b", { ...file, sha256: "0".repeat(64) })).rejects.toThrow("Nothing was stored");
    expect([fake.objects.size, fake.uploads.size]).toEqual([0, 0]);
  });

  test("is sent in parts above 16 MiB, and has its type", async () => {
    await put("sites/a/one", patterned(16 * mebibyte));
    expect(fake.seen.map(({ method }) => method)).toEqual(["PUT"]);
    await put("sites/a/two", patterned(33 * mebibyte));
    expect(fake.seen.slice(1).map(({ method }) => method)).toEqual(["POST", "PUT", "PUT", "PUT", "POST"]);
    for (const { contentType } of fake.objects.values()) expect(contentType).toBeDefined();
  });

  test("is removed once it is stored, and stays if it is not", async () => {
    const file = await fileOf(scratch.path, "x");
    fake.mode = () => ({ fails: 403, code: "AccessDenied" });
    expect((await failureOf(store.put("sites/a/b", file))).message).toContain("403 AccessDenied. Give the access key the right");
    await stat(file.path);
    fake.mode = () => undefined;
    await store.put("sites/a/b", file);
    await expect(stat(file.path)).rejects.toThrow("ENOENT");
  });

  test("of which the second part fails leaves neither an object nor parts", async () => {
    fake.mode = ({ query }) => (query.get("partNumber") === "2" ? { fails: 503 } : undefined);
    await failureOf(put("sites/a/b", patterned(33 * mebibyte)));
    expect([fake.objects.size, fake.uploads.size]).toEqual([0, 0]);
  });

  test("is stored if the response to its completion is lost", async () => {
    store = openObjectBucket(fake.settings, { ...quick, writesGiveUpMs: 60_000 });
    let isLost = false;
    fake.mode = ({ method, query }) => {
      if (method !== "POST" || !query.has("uploadId") || isLost) return undefined;
      isLost = true;
      return "forgets";
    };
    await put("sites/a/b", largeFile);
    expect(fake.objects.get("sites/a/b")!.bytes.length).toBe(17 * mebibyte);
  });

  test("is not stored if its completion fails with a status of success", async () => {
    fake.mode = ({ method, query }) =>
      method === "POST" && query.has("uploadId") ? { says: "<Error><Code>InternalError</Code></Error>" } : undefined;
    expect((await failureOf(put("sites/a/b", largeFile))).message).toContain("InternalError");
    expect([fake.objects.size, fake.uploads.size]).toEqual([0, 0]);
  });
});

describe("a list", () => {
  test("goes through all pages, and leaves out what others keep in the bucket", async () => {
    fake.pageSize = 3;
    const keys = Array.from({ length: 10 }, () => `sites/a/${randomUUID()}`).sort();
    for (const key of keys) await put(key, key);
    const storedObject = fake.objects.get(keys[0]!)!;
    for (const strange of ["sites/a/a b", "sites/a/<&>", "sites/a/", "sites/a/ü"]) fake.objects.set(strange, storedObject);
    expect(await keysOf(store, "sites/a/")).toEqual(keys);
    expect(fake.seen.filter(({ key }) => key === "")).toHaveLength(5);
  });

  test("ends if the store names the same page again and again", async () => {
    const page = "<IsTruncated>true</IsTruncated><NextContinuationToken>again</NextContinuationToken>";
    fake.mode = () => ({ says: `<ListBucketResult>${page}</ListBucketResult>` });
    await failureOf(keysOf(store, ""));
  });

  test("ends if a page does not", async () => {
    fake.mode = () => ({ says: `<ListBucketResult>${" ".repeat(5 * mebibyte)}</ListBucketResult>` });
    await failureOf(keysOf(store, ""));
  });
});
