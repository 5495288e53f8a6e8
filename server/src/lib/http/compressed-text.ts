import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { matchesEtag } from "./etag.ts";
import { varyHeader } from "./response-headers.ts";

/** The codings that we have, the smallest first. */
const codings = ["br", "gzip", "identity"] as const;
export type Coding = (typeof codings)[number];

/** A text that many clients get, in each coding. Made once. */
export interface CompressedText {
  type: string;
  bytes: Readonly<Record<Coding, Buffer>>;
  /** Strong, and so one for each coding (RFC 9110 §8.8.3.3). */
  etags: Readonly<Record<Coding, string>>;
}

/** Compresses on threads of the pool, so that requests go on. */
export async function compressText(text: string, type: string): Promise<CompressedText> {
  const identity = Buffer.from(text);
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length };
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(identity, { params: quality }),
    promisify<Buffer, object, Buffer>(gzip)(identity, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  const hash = createHash("sha256").update(identity).digest("base64url").slice(0, 27);
  return {
    type,
    bytes: { br, gzip: zipped, identity },
    etags: { br: `"${hash}-br"`, gzip: `"${hash}-gzip"`, identity: `"${hash}"` },
  };
}

/** Sends the text in the coding that the client prefers; 304 if it has it. A client keeps it, and asks each time whether it changed. */
export function sendCompressed(request: FastifyRequest, reply: FastifyReply, { type, bytes, etags }: CompressedText): FastifyReply {
  const coding = preferredCoding(request.headers["accept-encoding"]);
  void reply.headers({ "cache-control": "no-cache", vary: `${varyHeader}, accept-encoding`, etag: etags[coding] });
  const knownEtags = request.headers["if-none-match"];
  if (knownEtags !== undefined && matchesEtag(knownEtags, etags[coding])) return reply.code(304).send();
  if (coding !== "identity") void reply.header("content-encoding", coding);
  return reply.type(`${type}; charset=utf-8`).send(bytes[coding]);
}

/**
 * The coding with the greatest weight in an Accept-Encoding header, of equal ones the smallest (RFC 9110 §12.5.3). Without the header, and
 * where it forbids all that we have, the text as it is.
 */
export function preferredCoding(header: string | undefined): Coding {
  const weights = new Map<string, number>();
  for (const part of header?.toLowerCase().split(",") ?? []) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
    const quality = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, "");
    const weight = quality === undefined ? 1 : /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(quality) ? Number(quality) : 0;
    // `x-gzip` is another name of it (§8.4.1.3).
    if (name) weights.set(name === "x-gzip" ? "gzip" : name, weight);
  }
  const weightOf = (coding: Coding) => weights.get(coding) ?? (coding === "identity" ? identityWeight(weights) : (weights.get("*") ?? 0));
  const best = Math.max(...codings.map(weightOf));
  return best > 0 ? (codings.find((coding) => weightOf(coding) === best) ?? "identity") : "identity";
}

/** It is acceptable unless the header says otherwise, but after everything that the header names. */
function identityWeight(weights: ReadonlyMap<string, number>): number {
  return weights.get("*") === 0 ? 0 : 0.0001;
}
