import { createHash } from "node:crypto";
import { Agent as HttpAgent, request as httpRequest, type ClientRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import type { BucketSettings } from "../lib/text/media-settings.ts";
import { StoreUnavailable } from "../ports/object-store.ts";
import { readErrorCode } from "./bucket-answers.ts";

export interface BucketTimes {
  /** A connection on which nothing moves for so long is given up. */
  silenceMs: number;
  /** No attempt begins later than this after the first. Visitors wait for reads; writes can take their time. */
  readsGiveUpMs: number;
  writesGiveUpMs: number;
  /** Before the second attempt; it doubles from then on. */
  pauseMs: number;
}

/** `open` is called once an attempt. */
interface RequestBody {
  bytes: number;
  sha256: string;
  open(): Readable;
}

export interface BucketRequest {
  method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  /** Absent: the bucket itself. */
  key?: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: RequestBody;
}

/** A failure that may be over when the same request is sent again. */
export class PassingFailure extends StoreUnavailable {}

/** A file of this machine could not be read: not a failure of the store. */
class SourceUnreadable extends Error {
  override readonly name = "SourceUnreadable";
}

const longestPauseMs = 5_000;
/** A store that is slower than this is not one that could be used. */
const slowestBytesPerMs = 64;
/** A page of a list has about 400 bytes for each of a thousand objects. */
const longestText = 4 * 1024 * 1024;
const nothing = createHash("sha256").digest("hex");
const passingStatuses = new Set([408, 425, 429]);
const passingCodes = new Set(["RequestTimeout", "OperationAborted", "SlowDown"]);

/**
 * Signs requests to a bucket and sends them, again after failures that pass. `read` is part of an attempt, and gets every response but those
 * of failures that pass. Rejects with StoreUnavailable. Neither follows redirects nor repeats addresses and secrets in errors.
 */
export class BucketRequests {
  readonly #settings: BucketSettings;
  readonly #times: BucketTimes;
  readonly #derivedKeys = new Map<string, ArrayBuffer>();
  readonly #agents = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) };

  constructor(settings: BucketSettings, times: BucketTimes) {
    this.#settings = settings;
    this.#times = times;
  }

  async send<T>(request: BucketRequest, read: (answer: IncomingMessage) => T | Promise<T>): Promise<T> {
    const isRead = request.method === "GET" || request.method === "HEAD";
    const lastMs = performance.now() + (isRead ? this.#times.readsGiveUpMs : this.#times.writesGiveUpMs);
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#attempt(request, read);
      } catch (error) {
        if (error instanceof SourceUnreadable) throw error.cause;
        const longest = Math.min(this.#times.pauseMs * 2 ** attempt, longestPauseMs);
        // Chance keeps many clients of a store that comes back from asking it at the same moment.
        const pauseMs = longest * (0.5 + Math.random() / 2);
        if (!(error instanceof PassingFailure) || performance.now() + pauseMs > lastMs) throw error;
        await sleep(pauseMs);
      }
    }
  }

  async #attempt<T>(request: BucketRequest, read: (answer: IncomingMessage) => T | Promise<T>): Promise<T> {
    const outgoing = await this.#open(request);
    const longestMs = this.#times.silenceMs + (request.body?.bytes ?? 0) / slowestBytesPerMs;
    const deadline = setTimeout(() => outgoing.destroy(timedOut()), longestMs);
    try {
      const answer = await this.#answerTo(outgoing, request.body);
      if (isPassing(answer.statusCode ?? 0)) throw await refusal(answer);
      return await read(answer);
    } catch (error) {
      outgoing.destroy();
      if (error instanceof StoreUnavailable || error instanceof SourceUnreadable || !isOfNetwork(error)) throw error;
      throw new PassingFailure(`The store for files does not respond: ${error.code}. Check S3_ENDPOINT, or try again later.`);
    } finally {
      clearTimeout(deadline);
    }
  }

  async #open({ method, key, query, headers, body }: BucketRequest): Promise<ClientRequest> {
    const { accessKeyId, secretAccessKey, region } = this.#settings;
    const signed = await new AwsV4Signer({
      method,
      url: bucketUrl(this.#settings, key, query).href,
      service: "s3",
      region,
      accessKeyId,
      secretAccessKey,
      cache: this.#derivedKeys,
      headers: { ...headers, "x-amz-content-sha256": body?.sha256 ?? nothing },
    }).sign();
    const length = body || method === "PUT" || method === "POST" ? { "content-length": String(body?.bytes ?? 0) } : {};
    const isPlain = signed.url.protocol === "http:";
    return (isPlain ? httpRequest : httpsRequest)(signed.url, {
      method,
      agent: isPlain ? this.#agents.http : this.#agents.https,
      headers: { ...Object.fromEntries(signed.headers), ...length },
    });
  }

  #answerTo(outgoing: ClientRequest, body: RequestBody | undefined): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      outgoing.setTimeout(this.#times.silenceMs, () => outgoing.destroy(timedOut()));
      outgoing.on("error", reject);
      outgoing.once("response", (answer) => {
        // A visitor may read as slowly as they like: from here on, silence is noticed where bytes are awaited.
        outgoing.setTimeout(0);
        // The failure of a response is seen by its reader; if there is none any more, by nobody.
        answer.on("error", () => undefined);
        resolve(answer);
      });
      if (!body) outgoing.end();
      else {
        const source = body.open();
        source.once("error", (cause) => reject(new SourceUnreadable("The file cannot be read.", { cause })));
        pipeline(source, outgoing, (error) => error && reject(error));
      }
    });
  }
}

/** The URL of an object, or of the bucket. Pure. */
export function bucketUrl({ endpoint, bucket, pathStyle }: BucketSettings, key = "", query: BucketRequest["query"] = {}): URL {
  const url = new URL(pathStyle ? `${endpoint}/${bucket}/${key}` : `${endpoint}/${key}`);
  if (!pathStyle) url.hostname = `${bucket}.${url.hostname}`;
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

function timedOut(): Error {
  return Object.assign(new Error("The store is silent for too long."), { code: "ETIMEDOUT" });
}

function isOfNetwork(error: unknown): error is Error & { code: string } {
  return error instanceof Error && "code" in error && typeof error.code === "string";
}

/** The failure that a response without success tells of. */
export async function refusal(answer: IncomingMessage): Promise<StoreUnavailable> {
  return refused(answer.statusCode ?? 0, readErrorCode(await textOf(answer)));
}

/** The same of a response that has been read. `code`: the store's name for the failure. */
export function refused(status: number, code: string | undefined): StoreUnavailable {
  const said = code === undefined ? `${status}` : `${status} ${code}`;
  if (isPassing(status) || (code !== undefined && passingCodes.has(code))) {
    return new PassingFailure(`The store for files refuses for now: ${said}. Try again later.`);
  }
  return new StoreUnavailable(`The store for files refuses: ${said}. ${remedyFor(status, code)}`);
}

function isPassing(status: number): boolean {
  return (status >= 500 && status !== 501) || passingStatuses.has(status);
}

function remedyFor(status: number, code: string | undefined): string {
  if (code === "NoSuchBucket") return "Create the bucket, or correct S3_BUCKET.";
  if (code === "RequestTimeTooSkewed") return "Correct the clock of this machine.";
  if (code === "AuthorizationHeaderMalformed") return "Correct S3_REGION.";
  if (code === "InvalidAccessKeyId" || code === "SignatureDoesNotMatch") return "Correct S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.";
  if (status === 401 || status === 403) return "Give the access key the right to read, write, list and remove objects.";
  if (status >= 300 && status < 400) return "Correct S3_REGION or S3_ENDPOINT: the store sends elsewhere.";
  return "Check S3_ENDPOINT, S3_BUCKET and S3_PATH_STYLE.";
}

/** A response that a store that speaks S3 would not send. */
export function garbled(): PassingFailure {
  return new PassingFailure("The file store sent an invalid S3 response. Check S3_ENDPOINT.");
}

/** The whole of a short response. */
export async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > longestText) throw garbled();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8").trim();
}
