import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { BucketSettings } from "../../server/src/lib/text/media-settings.ts";
import { signatureError } from "./signature-check.ts";

/** A request as a mode sees it. `number`: how many came before it. */
export interface SeenRequest {
  method: string;
  /** Of the object; empty for the bucket. */
  key: string;
  query: URLSearchParams;
  number: number;
}

/**
 * How a request is treated. `fails`: with this status and code; `says`: these bytes, with 200 or another status; `hangs`: no response;
 * `drops`: the connection, before anything is done; `forgets`: the same after it is done; `cuts` and `stalls`: in the middle of the body.
 */
export type Mode =
  { fails: number; code?: string } | { says: string; status?: number } | "hangs" | "drops" | "forgets" | "cuts" | "stalls" | undefined;

interface Kept {
  bytes: Buffer;
  storedAt: Date;
  contentType: string | undefined;
}

/** A small store that speaks S3 over HTTP. It believes nothing: it checks signatures, hashes and the names of parts. */
export class FakeBucket {
  readonly objects = new Map<string, Kept>();
  readonly uploads = new Map<string, { key: string; parts: Map<number, Buffer> }>();
  readonly seen: SeenRequest[] = [];
  mode: (request: SeenRequest) => Mode = () => undefined;
  pageSize = 1_000;
  readonly #server: Server;
  #port = 0;

  private constructor() {
    this.#server = createServer((request, response) => void this.#handle(request, response).catch(() => response.destroy()));
  }

  static async start(): Promise<FakeBucket> {
    const fake = new FakeBucket();
    await fake.listen();
    return fake;
  }

  get settings(): BucketSettings {
    return {
      endpoint: `http://127.0.0.1:${this.#port}`,
      bucket: "media",
      region: "eu-test-1",
      pathStyle: true,
      accessKeyId: "AKIDTEST",
      secretAccessKey: "a-secret/for+tests",
    };
  }

  /** On the same port as before. */
  async listen(): Promise<void> {
    this.#server.listen(this.#port, "127.0.0.1");
    await once(this.#server, "listening");
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? "/", "http://store");
    const [, bucket = "", key = ""] = /^\/([^/]*)\/?(.*)$/.exec(pathname) ?? [];
    const seen = { method: request.method ?? "", key, query, number: this.seen.length };
    this.seen.push(seen);
    const mode = this.mode(seen);
    if (mode === "hangs") return;
    if (mode === "drops") return void request.destroy();
    if (typeof mode === "object" && "fails" in mode) return fail(response, mode.fails, mode.code ?? "InternalError");
    if (typeof mode === "object") return void response.writeHead(mode.status ?? 200).end(mode.says);

    const error = signatureError(request, this.settings);
    if (error) return fail(response, error === "AuthorizationHeaderMalformed" ? 400 : 403, error);
    if (bucket !== "media") return fail(response, 404, "NoSuchBucket");
    const body = await buffer(request);
    const hash = createHash("sha256").update(body).digest("hex");
    if (hash !== request.headers["x-amz-content-sha256"]) return fail(response, 400, "XAmzContentSHA256Mismatch");
    if (mode === "forgets") response.writeHead = () => response.destroy();
    const sent = mode === "cuts" || mode === "stalls" ? mode : undefined;
    if (seen.key === "") this.#list(query, response);
    else if (query.has("uploads") || query.has("uploadId")) this.#handlePart(seen, body, request, response);
    else this.#handleObject(seen, body, request, response, sent);
  }

  #handleObject(
    { method, key }: SeenRequest,
    bytes: Buffer,
    request: IncomingMessage,
    response: ServerResponse,
    sent?: "cuts" | "stalls",
  ): void {
    const storedObject = this.objects.get(key);
    if (method === "PUT") {
      this.#keep(key, bytes, request.headers["content-type"]);
      return void response.writeHead(200, { etag: etag(bytes) }).end();
    }
    if (method === "DELETE") {
      this.objects.delete(key);
      return void response.writeHead(204).end();
    }
    if (!storedObject) return method === "HEAD" ? void response.writeHead(404).end() : fail(response, 404, "NoSuchKey");
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
    const [start, end] =
      from === undefined ? [0, storedObject.bytes.length - 1] : [Number(from), Math.min(Number(to), storedObject.bytes.length - 1)];
    if (start > storedObject.bytes.length - 1 && from !== undefined) return fail(response, 416, "InvalidRange");
    const part = storedObject.bytes.subarray(start, end + 1);
    response.writeHead(from === undefined ? 200 : 206, {
      ...(from === undefined ? {} : { "content-range": `bytes ${start}-${end}/${storedObject.bytes.length}` }),
      "content-length": part.length,
      "last-modified": storedObject.storedAt.toUTCString(),
      etag: etag(storedObject.bytes),
    });
    if (method === "HEAD") return void response.end();
    if (sent === undefined) return void response.end(part);
    response.write(part.subarray(0, part.length / 2), () => sent === "cuts" && response.destroy());
  }

  #handlePart({ method, key, query }: SeenRequest, body: Buffer, request: IncomingMessage, response: ServerResponse): void {
    if (method === "POST" && query.has("uploads")) {
      const id = randomBytes(12).toString("base64");
      this.uploads.set(id, { key, parts: new Map() });
      return sendXml(response, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
    }
    const id = query.get("uploadId") ?? "";
    const upload = this.uploads.get(id);
    if (upload?.key !== key) return fail(response, 404, "NoSuchUpload");
    if (method === "DELETE") {
      this.uploads.delete(id);
      return void response.writeHead(204).end();
    }
    if (method === "PUT") {
      upload.parts.set(Number(query.get("partNumber")), body);
      return void response.writeHead(200, { etag: etag(body) }).end();
    }
    const named = [...String(body).matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag>/g)];
    const parts = named.map(([, number, tag]) => ({ bytes: upload.parts.get(Number(number)), tag }));
    const isSmall = parts.slice(0, -1).some(({ bytes }) => (bytes?.length ?? 0) < 5 * 1024 * 1024);
    if (isSmall) return fail(response, 400, "EntityTooSmall");
    if (parts.length !== upload.parts.size || parts.some(({ bytes, tag }) => !bytes || etag(bytes) !== tag)) {
      return fail(response, 400, "InvalidPart");
    }
    this.uploads.delete(id);
    this.#keep(key, Buffer.concat(parts.map(({ bytes }) => bytes!)), request.headers["content-type"]);
    sendXml(response, `<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`);
  }

  #keep(key: string, bytes: Buffer, contentType: string | undefined): void {
    this.objects.set(key, { bytes, contentType, storedAt: new Date() });
  }

  #list(query: URLSearchParams, response: ServerResponse): void {
    const prefix = query.get("prefix") ?? "";
    // A token with all the characters that XML and URLs treat specially.
    const [, after = ""] = /^<&\+\/= "(.*)">$/.exec(query.get("continuation-token") ?? "") ?? [];
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, this.pageSize);
    const next = keys.length > page.length ? `<NextContinuationToken>${escaped(`<&+/= "${page.at(-1)}">`)}</NextContinuationToken>` : "";
    const contents = page.map((key) => {
      const { bytes, storedAt } = this.objects.get(key)!;
      const facts = `<LastModified>${storedAt.toISOString()}</LastModified><ETag>${escaped(etag(bytes))}</ETag><Size>${bytes.length}</Size>`;
      return `<Contents><Key>${escaped(key)}</Key>${facts}</Contents>`;
    });
    const truncated = `<IsTruncated>${next !== ""}</IsTruncated>`;
    sendXml(response, `<ListBucketResult xmlns="http://s3">${truncated}${contents.join("\n")}${next}</ListBucketResult>`);
  }
}

function fail(response: ServerResponse, status: number, code: string): void {
  response.statusCode = status;
  sendXml(response, `<Error><Code>${code}</Code><Message>It failed.</Message></Error>`);
}

function sendXml(response: ServerResponse, body: string): void {
  response.writeHead(response.statusCode, { "content-type": "application/xml" });
  response.end(`<?xml version="1.0" encoding="UTF-8"?>\n${body}`);
}

function etag(bytes: Buffer): string {
  return `"${createHash("md5").update(bytes).digest("hex")}"`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
