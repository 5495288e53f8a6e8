import type { FastifyReply, FastifyRequest } from "fastify";
import type { IncomingHttpHeaders } from "node:http";
import { Type } from "typebox";
import { badRequest, problem, ProblemError, unsupportedMediaType } from "../../../../lib/http/problem.ts";

const version = "1.0.0";
const tusVersionUnsupported = problem("tus_version_unsupported", 412, "The request uses an unsupported version of tus");

/** What every operation of the protocol may refuse with. */
export const tusProblems = [tusVersionUnsupported, badRequest];

/** How a server tells what it can do, in the answer to OPTIONS (tus 1.0, "OPTIONS"). */
export const tusAbilities = {
  "tus-resumable": version,
  "tus-version": version,
  "tus-extension": "creation,creation-with-upload,expiration,termination",
};

export const TusVersion = Type.String({ description: "The version of the protocol.", examples: [version] });
export const UploadOffset = Type.String({
  description: "The number of bytes that the server has. The body continues from there.",
  examples: ["0"],
});
export const partType = "application/offset+octet-stream";

/** Names the version of the answer, also if it is a refusal. Throws `tus_version_unsupported` for a request in another one, or in none. */
export function demandTus({ headers }: Pick<FastifyRequest, "headers">, reply: FastifyReply): void {
  void reply.header("tus-resumable", version);
  if (headers["tus-resumable"] === version) return;
  throw new ProblemError(tusVersionUnsupported, { detail: `Send Tus-Resumable: ${version}.`, headers: { "tus-version": version } });
}

/** The length of the file that is announced. Throws `bad_request`. */
export function announcedBytes(headers: IncomingHttpHeaders): number {
  return wholeNumber(headers["upload-length"], "Send Upload-Length with the bytes of the whole file.");
}

/** Where the body goes on. Throws `bad_request`. */
export function sentOffset(headers: IncomingHttpHeaders): number {
  return wholeNumber(headers["upload-offset"], "Send Upload-Offset with the offset that HEAD answers.");
}

/** Whether the request brings bytes of the file. */
export function bringsBytes({ "content-type": type = "" }: IncomingHttpHeaders): boolean {
  return type.split(";", 1)[0]?.trim().toLowerCase() === partType;
}

/** Throws `unsupported_media_type`. */
export function demandBytes(headers: IncomingHttpHeaders): void {
  if (!bringsBytes(headers)) throw new ProblemError(unsupportedMediaType, { detail: `Send Content-Type: ${partType}.` });
}

function wholeNumber(header: unknown, remedy: string): number {
  if (typeof header !== "string" || !/^\d{1,15}$/.test(header)) throw new ProblemError(badRequest, { detail: remedy });
  return Number(header);
}

/**
 * Parts are not put together here: each would become a file. Throws `bad_request` for an upload that is announced as one of several (tus 1.0,
 * "concatenation", an extension).
 */
export function refuseConcatenation(headers: IncomingHttpHeaders): void {
  if (headers["upload-concat"] === undefined) return;
  throw new ProblemError(badRequest, { detail: "Upload-Concat is not supported. Send the file as one upload, without parallel parts." });
}

export interface UploadMetadata {
  /** As sent, which may be anything. */
  name: string | undefined;
  /** Words of the asset, by name. */
  fields: ReadonlyMap<string, readonly string[]>;
}

/** The answer to HEAD repeats the header, and common clients read 16 KiB of headers. */
const maxMetadataLength = 8 * 1024;
const assetFields = new Set(["alt", "title", "tags", "folder", "focus"]);

/**
 * Reads an Upload-Metadata header: keys, each with a value in base64 (tus 1.0, "creation"). Clients send keys of their own, such as the type, which is
 * recognised by the content here: they are let through. Throws `bad_request`.
 */
export function readMetadata(header: string | string[] | undefined): UploadMetadata {
  if (header !== undefined && header.length > maxMetadataLength) {
    throw new ProblemError(badRequest, { detail: `Upload-Metadata may have ${maxMetadataLength} characters.` });
  }
  const values = new Map<string, string>();
  for (const pair of typeof header === "string" && header.trim() !== "" ? header.split(",") : []) {
    const [, key, encoded = ""] = /^\s*([\x21-\x2b\x2d-\x7e]+)(?: ([A-Za-z0-9+/]*={0,2}))?\s*$/.exec(pair) ?? [];
    const value = decoded(encoded);
    if (key === undefined || value === undefined || values.has(key)) {
      throw new ProblemError(badRequest, { detail: "Upload-Metadata must consist of different keys, each with a UTF-8 text in base64." });
    }
    values.set(key, value);
  }
  return {
    name: values.get("filename") ?? values.get("name"),
    fields: new Map([...values].filter(([key]) => assetFields.has(key)).map(([key, value]) => [key, [value]])),
  };
}

/** Undefined: it is not base64 of UTF-8. */
function decoded(encoded: string): string | undefined {
  const bytes = Buffer.from(encoded, "base64");
  if (bytes.toString("base64") !== encoded) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
