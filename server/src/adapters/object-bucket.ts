import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { BucketSettings } from "../lib/text/media-settings.ts";
import { StoreUnavailable, type ObjectStore, type SourceFile, type StoredObject } from "../ports/object-store.ts";
import { isCompletion, readErrorCode, readListedPage, readUploadId } from "./bucket-answers.ts";
import { BucketRequests, garbled, PassingFailure, refusal, refused, textOf, type BucketTimes } from "./bucket-requests.ts";
import { checkObjectStore } from "./object-check.ts";
import { checkKeyPrefix, checkObjectKey } from "./object-key.ts";

/** Larger files are sent in parts of this size, one after the other. S3 allows 10,000 of them. */
const partBytes = 16 * 1024 * 1024;

const usualTimes: BucketTimes = { silenceMs: 20_000, readsGiveUpMs: 5_000, writesGiveUpMs: 30_000, pauseMs: 100 };

/** Objects in a bucket of any store that speaks S3. Opens nothing: a store that is away now may come later. */
export function openObjectBucket(settings: BucketSettings, times: Partial<BucketTimes> = {}): ObjectStore {
  const usedTimes = { ...usualTimes, ...times };
  const requests = new BucketRequests(settings, usedTimes);
  const store: Omit<ObjectStore, "check"> = {
    put: async (key, file) => {
      checkObjectKey(key);
      if ((await stat(file.path)).size !== file.bytes) throw mismatch();
      await (file.bytes <= partBytes ? putWhole(requests, key, file) : putInParts(requests, key, file));
      await rm(file.path, { force: true });
    },
    get: async (key, range) => {
      checkObjectKey(key);
      const headers = range ? { range: `bytes=${range.start}-${range.end}` } : {};
      return requests.send({ method: "GET", key, headers }, async (answer) => {
        if (answer.statusCode === 404) return absentOr(answer);
        if (answer.statusCode === 416) throw new Error("The range is not within the object.");
        if (answer.statusCode !== 200 && answer.statusCode !== 206) throw await refusal(answer);
        const bytes = lengthOf(answer);
        const isWanted = range
          ? answer.statusCode === 206 &&
            answer.headers["content-range"]?.startsWith(`bytes ${range.start}-${range.end}/`) &&
            bytes === range.end - range.start + 1
          : answer.statusCode === 200;
        if (!isWanted) throw garbled();
        return { stream: bodyOf(answer, bytes, usedTimes.silenceMs), bytes };
      });
    },
    localPath: () => Promise.resolve(undefined),
    head: async (key) => {
      checkObjectKey(key);
      return requests.send({ method: "HEAD", key }, (answer) => describe(key, answer));
    },
    delete: async (key) => {
      checkObjectKey(key);
      await requests.send({ method: "DELETE", key }, async (answer) => {
        if (answer.statusCode === 404) await absentOr(answer);
        else if (answer.statusCode !== 204) throw await refusal(answer);
        else answer.resume();
      });
    },
    list: (prefix) => list(requests, prefix),
  };
  return { ...store, check: () => checkObjectStore(store) };
}

function mismatch(): Error {
  return new Error("The file does not have the length or the hash that was announced. Nothing was stored.");
}

/** No object under this key, unless something else is missing, such as the bucket. */
async function absentOr(answer: IncomingMessage): Promise<undefined> {
  const code = readErrorCode(await textOf(answer));
  if (code !== "NoSuchKey") throw refused(404, code);
}

/** The store compares what arrives with the hash, which is part of the signature. */
async function putWhole(requests: BucketRequests, key: string, file: SourceFile): Promise<void> {
  const { path, bytes, sha256, contentType } = file;
  const body = { bytes, sha256, open: () => createReadStream(path) };
  try {
    await requests.send({ method: "PUT", key, headers: { "content-type": contentType }, body }, etagOf);
  } catch (error) {
    // Stores have several names for bytes that are not those announced, so the file tells.
    if (error instanceof StoreUnavailable && !(error instanceof PassingFailure) && (await sha256Of(path)) !== sha256) throw mismatch();
    throw error;
  }
}

async function putInParts(requests: BucketRequests, key: string, file: SourceFile): Promise<void> {
  const begin = { method: "POST", key, query: { uploads: "" }, headers: { "content-type": file.contentType } } as const;
  const uploadId = await requests.send(begin, async (answer) => {
    if (answer.statusCode !== 200) throw await refusal(answer);
    const id = readUploadId(await textOf(answer));
    if (id === undefined) throw garbled();
    return id;
  });
  try {
    await complete(requests, key, file, uploadId, await putParts(requests, key, file, uploadId));
  } catch (error) {
    // If this fails too, the parts stay until the bucket's own rule for unfinished uploads removes them.
    await requests.send({ method: "DELETE", key, query: { uploadId } }, (answer) => void answer.resume()).catch(() => undefined);
    throw error;
  }
}

/** Each part is read twice: a request names the hash of its bytes before it sends them. Together the first readings are the file's hash. */
async function putParts(requests: BucketRequests, key: string, file: SourceFile, uploadId: string): Promise<string[]> {
  const whole = createHash("sha256");
  const etags: string[] = [];
  for (let start = 0; start < file.bytes; start += partBytes) {
    const end = Math.min(start + partBytes, file.bytes) - 1;
    const open = () => createReadStream(file.path, { start, end });
    const part = createHash("sha256");
    for await (const chunk of open() as AsyncIterable<Buffer>) {
      part.update(chunk);
      whole.update(chunk);
    }
    const body = { bytes: end - start + 1, sha256: part.digest("hex"), open };
    const query = { partNumber: String(etags.length + 1), uploadId };
    etags.push(await requests.send({ method: "PUT", key, query, body }, etagOf));
  }
  if (whole.digest("hex") !== file.sha256) throw mismatch();
  return etags;
}

async function complete(
  requests: BucketRequests,
  key: string,
  file: SourceFile,
  uploadId: string,
  etags: readonly string[],
): Promise<void> {
  const parts = etags.map((etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag}</ETag></Part>`).join("");
  const text = Buffer.from(`<CompleteMultipartUpload>${parts}</CompleteMultipartUpload>`);
  const body = { bytes: text.length, sha256: createHash("sha256").update(text).digest("hex"), open: () => Readable.from([text]) };
  const headers = { "content-type": "application/xml" };
  await requests.send({ method: "POST", key, query: { uploadId }, headers, body }, async (answer) => {
    const said = await textOf(answer);
    if (answer.statusCode === 200 && isCompletion(said)) return;
    const code = readErrorCode(said);
    // An attempt before this one may have succeeded, and its response was lost.
    const isDone =
      code === "NoSuchUpload" && (await requests.send({ method: "HEAD", key }, (head) => describe(key, head)))?.bytes === file.bytes;
    if (isDone) return;
    if (answer.statusCode === 200)
      throw code === undefined ? garbled() : new PassingFailure(`The store for files fails: ${code}. Try again later.`);
    throw refused(answer.statusCode ?? 0, code);
  });
}

/** The store's own name for the bytes that it has: without one, it has none. */
async function etagOf(answer: IncomingMessage): Promise<string> {
  if (answer.statusCode !== 200) throw await refusal(answer);
  const { etag } = answer.headers;
  answer.resume();
  if (etag === undefined || !/^"?[\w+/=-]{1,200}"?$/.test(etag)) throw garbled();
  return etag;
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest("hex");
}

async function describe(key: string, answer: IncomingMessage): Promise<StoredObject | undefined> {
  answer.resume();
  if (answer.statusCode === 404) return undefined;
  // The response to HEAD has no body that could tell more.
  if (answer.statusCode !== 200) throw refused(answer.statusCode ?? 0, undefined);
  const storedAt = new Date(answer.headers["last-modified"] ?? "");
  if (Number.isNaN(storedAt.getTime())) throw garbled();
  return { key, bytes: lengthOf(answer), storedAt };
}

function lengthOf({ headers }: IncomingMessage): number {
  const length = headers["content-length"];
  if (length === undefined || !/^\d{1,15}$/.test(length) || headers["content-encoding"] !== undefined) throw garbled();
  return Number(length);
}

/** Fails unless all bytes arrive, each within the time of silence after somebody asked for it. */
function bodyOf(answer: IncomingMessage, bytes: number, silenceMs: number): Readable {
  const stream = Readable.from(receive(answer, bytes, silenceMs), { objectMode: false, highWaterMark: 64 * 1024 });
  return stream.once("close", () => answer.destroy());
}

async function* receive(answer: IncomingMessage, bytes: number, silenceMs: number): AsyncGenerator<Buffer> {
  const patience = () => setTimeout(() => answer.destroy(), silenceMs);
  let waiting = patience();
  let received = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      clearTimeout(waiting);
      received += chunk.length;
      yield chunk;
      waiting = patience();
    }
  } catch {
    throw cutOff();
  } finally {
    clearTimeout(waiting);
  }
  if (received !== bytes) throw cutOff();
}

function cutOff(): StoreUnavailable {
  return new StoreUnavailable("The store for files stopped in the middle of an object. Try again later.");
}

async function* list(requests: BucketRequests, prefix: string): AsyncGenerator<StoredObject> {
  checkKeyPrefix(prefix);
  let next: string | undefined;
  do {
    const query = { "list-type": "2", "max-keys": "1000", prefix, ...(next === undefined ? {} : { "continuation-token": next }) };
    const page = await requests.send({ method: "GET", query }, async (answer) => {
      if (answer.statusCode !== 200) throw await refusal(answer);
      const read = readListedPage(await textOf(answer));
      // A store that names the same page again would never come to an end.
      if (!read || (read.next !== undefined && read.next === next)) throw garbled();
      return read;
    });
    yield* page.objects;
    next = page.next;
  } while (next !== undefined);
}
