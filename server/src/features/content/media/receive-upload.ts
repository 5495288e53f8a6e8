import { Busboy, type BusboyConfig } from "@fastify/busboy";
import type { FastifyRequest } from "fastify";
import { createHash, randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import type { IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { Transform, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { badRequest, problem, ProblemError, requestTimeout } from "../../../lib/http/problem.ts";
import { outputFile } from "../../../lib/media/output-file.ts";
import { watchPace } from "./pace.ts";

export const fileTooLarge = problem("file_too_large", 413, "The file is too large", {
  maxBytes: { type: "integer", description: "As many bytes as a file may have." },
});
export const fileMissing = problem("file_missing", 400, "The request contains no file");

/** A file as it was sent, in a folder of this machine. */
export interface ReceivedFile {
  path: string;
  bytes: number;
  sha256: string;
  /** As sent, which may be anything. */
  name: string | undefined;
  /** The other fields of a form, by name, each as often as it was sent. */
  fields: ReadonlyMap<string, readonly string[]>;
}

const limits = { files: 1, fields: 60, parts: 61, fieldSize: 64 * 1024, fieldNameSize: 100, headerPairs: 20 };
/** A boundary has 70 characters at most (RFC 2046 §5.1.1). */
const tailBytes = 200;

/**
 * Streams the file of a request into the folder, hashed on the way: from a form with one `file`, or as the whole body. Throws `file_too_large` as soon
 * as that is known, and leaves no file then.
 */
export async function receiveUpload(
  { headers, raw, body }: Pick<FastifyRequest, "headers" | "raw" | "body">,
  { folder, maxBytes, now }: { folder: string; maxBytes: number; now: () => number },
): Promise<ReceivedFile> {
  const source = (body ?? raw) as Readable;
  // The parts of a form around the file take some more.
  if (Number(headers["content-length"] ?? 0) > maxBytes + 1024 * 1024) throw tooLarge(maxBytes);
  await mkdir(folder, { recursive: true });
  const path = join(folder, randomUUID());
  const watched = watch(source, now);
  const refusal = new AbortController();
  try {
    const write = (from: Readable) => writeHashed(from, path, maxBytes, refusal.signal);
    const isForm = /^multipart\/form-data\b/i.test(headers["content-type"] ?? "");
    return await (isForm ? fromForm(source, headers, write, watched.tail) : fromBody(source, headers, write));
  } catch (error) {
    refusal.abort();
    await rm(path, { force: true });
    source.unpipe?.();
    if (watched.isTooSlow())
      throw new ProblemError(requestTimeout, { detail: "The file arrives too slowly. Send at least 1 KiB a second." });
    if (isOfSender(error)) throw new ProblemError(badRequest, { detail: incomplete });
    throw error;
  } finally {
    watched.end();
  }
}

const broken = new Set(["ERR_STREAM_PREMATURE_CLOSE", "ERR_STREAM_DESTROYED", "ECONNRESET"]);

/** Whether an error says that the sender went away, or sent no form: the parser has no codes for what it finds. */
export function isOfSender(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === undefined ? /unexpected end|malformed|multipart/i.test(message) : broken.has(code);
}

export const incomplete = "The upload is not complete, or its form is malformed.";

type Written = Pick<ReceivedFile, "path" | "bytes" | "sha256">;
type Write = (from: Readable) => Promise<Written>;

async function fromBody(source: Readable, headers: IncomingHttpHeaders, write: Write): Promise<ReceivedFile> {
  const written = await write(source);
  if (written.bytes === 0) throw new ProblemError(fileMissing, { detail: "Send the bytes of a file, or a form with one named file." });
  return { ...written, name: nameOf(headers["content-disposition"]), fields: new Map() };
}

async function fromForm(source: Readable, headers: IncomingHttpHeaders, write: Write, tail: () => Buffer): Promise<ReceivedFile> {
  const fields = new Map<string, string[]>();
  let file: Promise<Written & { name: string | undefined }> | undefined;
  const parser = formParser(headers);
  const errors: string[] = [];
  parser.on("field", (name, value, isNameCut, isValueCut) => {
    if (isNameCut || isValueCut) errors.push(`The field ${JSON.stringify(name)} is too long.`);
    fields.set(name, [...(fields.get(name) ?? []), value]);
  });
  parser.on("file", (field, stream, name) => {
    if (field !== "file" || file) {
      errors.push("The form must have one file, in the field named file.");
      stream.resume();
      return;
    }
    file = write(stream).then((written) => ({ ...written, name }));
    // The parser goes on only while somebody reads, so that a file that is refused ends the request at once.
    file.catch((error: Error) => parser.destroy(error));
  });
  for (const limit of ["partsLimit", "filesLimit", "fieldsLimit"] as const) {
    parser.on(limit, () => errors.push("The form must have one file, in the field named file, and few other fields."));
  }
  await pipeline(source, parser);
  const [error] = errors;
  const written = await file;
  // The parser takes the end of the bytes for the end of the form: half a file would pass for a whole one.
  if (!tail().includes(`--${boundaryOf(headers)}--`)) throw new ProblemError(badRequest, { detail: incomplete });
  if (error !== undefined) throw new ProblemError(badRequest, { detail: error });
  if (!written || written.bytes === 0)
    throw new ProblemError(fileMissing, { detail: "Send a form with one file, in the field named file." });
  return { ...written, fields };
}

export function boundaryOf(headers: IncomingHttpHeaders): string {
  const [, quoted, token] = /;\s*boundary\s*=\s*(?:"([^"]*)"|([^;\s]+))/i.exec(headers["content-type"] ?? "") ?? [];
  return quoted ?? token ?? "";
}

export function formParser(headers: IncomingHttpHeaders, formLimits: BusboyConfig["limits"] = limits) {
  try {
    return new Busboy({ headers: { ...headers, "content-type": headers["content-type"] ?? "" }, limits: formLimits });
  } catch {
    throw new ProblemError(badRequest, { detail: "The Content-Type of the form must name its boundary." });
  }
}

async function writeHashed(from: Readable, path: string, maxBytes: number, signal: AbortSignal): Promise<Written> {
  const hash = createHash("sha256");
  let bytes = 0;
  const hashed = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      bytes += chunk.length;
      if (bytes > maxBytes) return next(tooLarge(maxBytes));
      hash.update(chunk);
      next(null, chunk);
    },
  });
  await pipeline(from, hashed, outputFile(path, "wx"), { signal });
  return { path, bytes, sha256: hash.digest("hex") };
}

export function tooLarge(maxBytes: number): ProblemError {
  return new ProblemError(fileTooLarge, {
    detail: `A file of this kind may have ${Math.floor(maxBytes / 2 ** 20)} MB.`,
    members: { maxBytes },
  });
}

/** Ends a source that sends too little or too long, and keeps the last bytes of it. */
export function watch(source: Readable, now: () => number, withinMs?: number) {
  let received = 0;
  let tail: Buffer = Buffer.alloc(0);
  const count = (chunk: Buffer) => {
    received += chunk.length;
    tail = (chunk.length < tailBytes ? Buffer.concat([tail, chunk]) : chunk).subarray(-tailBytes);
  };
  source.prependListener("data", count);
  const pace = watchPace(source, () => received, now, withinMs);
  return {
    received: () => received,
    isTooSlow: pace.isTooSlow,
    tail: () => tail,
    end: () => {
      pace.end();
      source.off("data", count);
    },
  };
}

/** The name in a Content-Disposition header (RFC 6266): of its extended form, if that can be read, else of the plain one. */
function nameOf(header: string | undefined): string | undefined {
  const [, charset, encoded] = /;\s*filename\*\s*=\s*([\w-]*)'[^']*'([^;\s]+)/i.exec(header ?? "") ?? [];
  if (encoded !== undefined && charset?.toLowerCase() === "utf-8") {
    try {
      return decodeURIComponent(encoded);
    } catch {
      // The plain name has to do.
    }
  }
  const [, quoted, token] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s"]+))/i.exec(header ?? "") ?? [];
  const plain = quoted?.replace(/\\(.)/g, "$1") ?? token;
  return plain === undefined ? undefined : textOfHeader(plain);
}

/** Headers arrive as Latin-1, and most senders write UTF-8 in them. */
function textOfHeader(latin1: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(latin1, "latin1"));
  } catch {
    return latin1;
  }
}
