import type { FastifyReply, FastifyRequest } from "fastify";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { matchesEtag } from "../../../lib/http/etag.ts";
import { limitHeaders } from "../../../lib/http/request-limits.ts";
import type { ByteRange } from "../../../ports/object-store.ts";

/** A file, or a part of one, that is streamed to its reader. */
export interface SentFile {
  bytes: number;
  etag: string;
  contentType: string;
  headers: readonly string[];
  part: ByteRange | undefined;
  /** Called only if bytes are sent. */
  open(): Promise<{ stream: Readable }>;
}

/** Streams a file as the complete response to a request: 200, 206 with a part, 304, or headers alone to HEAD. */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: SentFile): Promise<FastifyReply> {
  const { bytes, etag, contentType, part, open } = file;
  const { limited } = request.raw;
  const headers = [...file.headers, "x-request-id", request.id];
  if (limited) headers.push(...Object.entries(limitHeaders(limited)).flat());
  if (request.headers.origin !== undefined) headers.push("access-control-allow-origin", "*");
  const fileHeaders = ["content-type", contentType, "content-length", String(part ? part.end - part.start + 1 : bytes)];
  if (part) fileHeaders.push("content-range", `bytes ${part.start}-${part.end}/${bytes}`);
  const status = part ? 206 : 200;
  const { "if-none-match": ifNoneMatch } = request.headers;
  if (ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, etag)) {
    reply.raw.writeHead(304, headers).end();
    return reply.hijack();
  }
  if (request.method === "HEAD") {
    reply.raw.writeHead(status, [...fileHeaders, ...headers]).end();
    return reply.hijack();
  }
  const { stream } = await open();
  reply.raw.writeHead(status, [...fileHeaders, ...headers]);
  void reply.hijack();
  // A reader who goes away, or a store that fails in the middle, ends the connection: the length tells that something is missing.
  await pipeline(stream, reply.raw).catch(() => reply.raw.destroy());
  return reply;
}
