import type { FastifyRequest } from "fastify";
import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Transform, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { badRequest, bodyTooLarge, ProblemError, requestTimeout } from "../../../lib/http/problem.ts";
import { outputFile } from "../../../lib/media/output-file.ts";
import { boundaryOf, formParser, incomplete, isOfSender, watch } from "./receive-upload.ts";

/** A file of a form, as it was sent. */
export interface FormFile {
  field: string;
  /** As sent, which may be anything. */
  name: string | undefined;
  /** On this machine. Undefined if it was not received. */
  path: string | undefined;
  bytes: number;
  /** Why it was not received. */
  refused?: "unknown" | "too_large" | "too_many";
}

/** A form as it arrived: its texts, and its files in a folder of this machine. */
export interface ReceivedForm {
  texts: ReadonlyMap<string, readonly string[]>;
  /** In the order in which they were sent, without the blank fields of a browser's form. */
  files: readonly FormFile[];
}

export interface FormLimits {
  folder: string;
  now: () => number;
  /** Of all files together. */
  maxBytes: number;
  maxFiles: number;
  /** Of one file in the field. Undefined: the field takes none. */
  maxBytesOf(field: string): number | undefined;
  /** Of all texts together. */
  maxTextBytes: number;
  /** In which the whole form must have arrived. */
  withinMs: number;
}

/** Beside the bytes of the files: texts, and the heads of the parts. */
const partsBytes = 1024 * 1024;
/** Also empty: a browser sends a part for each field in which nothing was chosen. */
const limits = { files: 300, fields: 1_000, parts: 1_300, fieldNameSize: 200, headerPairs: 20 };

/**
 * Streams the files of a `multipart/form-data` into the folder. A file that is refused is not kept, and the form goes on. Throws
 * `body_too_large`, `request_timeout` or `bad_request`, and leaves no file then; the caller removes the files of a form that arrived.
 */
export async function receiveForm({ headers, raw }: Pick<FastifyRequest, "headers" | "raw">, form: FormLimits): Promise<ReceivedForm> {
  const { folder, maxBytes, now, withinMs } = form;
  if (Number(headers["content-length"] ?? 0) > maxBytes + partsBytes) throw tooLarge(maxBytes);
  const parser = formParser(headers, { ...limits, fieldSize: form.maxTextBytes });
  await mkdir(folder, { recursive: true });
  const parts = new Parts(form);
  const watched = watch(raw, now, withinMs);
  const refusal = new AbortController();
  const counted = new Transform({
    transform: (chunk: Buffer, _encoding, next) => {
      if (watched.received() > maxBytes + partsBytes) next(tooLarge(maxBytes));
      else next(null, chunk);
    },
  });
  const writing: Promise<void>[] = [];
  parser.on("field", (name, value, isNameCut, isValueCut) => {
    const isTooLong = isNameCut || isValueCut || !parts.addText(name, value);
    if (isTooLong) parser.destroy(new ProblemError(bodyTooLarge, { detail: `The texts may have ${form.maxTextBytes / 1024} KiB in all.` }));
  });
  parser.on("file", (field, stream, name) => {
    const written = parts.addFile(field, stream, name, refusal.signal);
    // The parser goes on only while somebody reads.
    written.catch((error: Error) => parser.destroy(error));
    writing.push(written);
  });
  for (const limit of ["partsLimit", "filesLimit", "fieldsLimit"] as const) {
    parser.on(limit, () => parser.destroy(new ProblemError(bodyTooLarge, { detail: "The form has too many parts." })));
  }
  try {
    await pipeline(raw, counted, parser, { signal: refusal.signal });
    await Promise.all(writing);
    // The parser takes the end of the bytes for the end of the form: half a file would pass for a whole one.
    if (!watched.tail().includes(`--${boundaryOf(headers)}--`)) throw new ProblemError(badRequest, { detail: incomplete });
    return parts.received();
  } catch (error) {
    refusal.abort();
    raw.unpipe();
    await Promise.allSettled(writing);
    await removeFormFiles(parts.received().files);
    if (watched.isTooSlow()) throw new ProblemError(requestTimeout, { detail: "The form arrives too slowly. Send smaller files." });
    if (isOfSender(error)) throw new ProblemError(badRequest, { detail: incomplete });
    throw error;
  } finally {
    watched.end();
  }
}

/** Removes from this machine what the store has not taken. */
export async function removeFormFiles(files: readonly FormFile[]): Promise<void> {
  for (const { path } of files) if (path !== undefined) await rm(path, { force: true });
}

class Parts {
  readonly #form: FormLimits;
  readonly #texts = new Map<string, string[]>();
  readonly #files: FormFile[] = [];
  #textBytes = 0;
  #fileBytes = 0;

  constructor(form: FormLimits) {
    this.#form = form;
  }

  /** False: all texts together are too long. */
  addText(name: string, value: string): boolean {
    this.#textBytes += name.length + Buffer.byteLength(value);
    this.#texts.set(name, [...(this.#texts.get(name) ?? []), value]);
    return this.#textBytes <= this.#form.maxTextBytes;
  }

  /** Resolves once the part is read. */
  async addFile(field: string, stream: Readable, name: string | undefined, signal: AbortSignal): Promise<void> {
    const { folder, maxBytes, maxFiles, maxBytesOf } = this.#form;
    const file: FormFile = { field, name, path: undefined, bytes: 0 };
    const maxOfFile = maxBytesOf(field);
    const isOneTooMany = this.#files.length >= maxFiles;
    // Before its first byte: the order of the files is that of their parts.
    this.#files.push(file);
    if (maxOfFile === undefined || isOneTooMany) {
      file.refused = maxOfFile === undefined ? "unknown" : "too_many";
      for await (const chunk of stream) file.bytes += (chunk as Buffer).length;
    } else {
      file.path = join(folder, randomUUID());
      const capped = new Transform({
        transform(chunk: Buffer, _encoding, next) {
          file.bytes += chunk.length;
          // The rest is read and dropped: most browsers show an answer only once they have sent everything.
          next(null, file.bytes > maxOfFile ? undefined : chunk);
        },
      });
      await pipeline(stream, capped, outputFile(file.path, "wx"), { signal });
      if (file.bytes > maxOfFile) {
        await rm(file.path, { force: true });
        file.path = undefined;
        file.refused = "too_large";
      }
    }
    this.#fileBytes += file.bytes;
    if (this.#fileBytes > maxBytes) throw tooLarge(maxBytes);
    if (file.bytes > 0 || (name ?? "") !== "") return;
    // A browser sends this for a field in which nothing was chosen.
    this.#files.splice(this.#files.indexOf(file), 1);
    await removeFormFiles([file]);
  }

  received(): ReceivedForm {
    return { texts: this.#texts, files: this.#files };
  }
}

function tooLarge(maxBytes: number): ProblemError {
  return new ProblemError(bodyTooLarge, { detail: `The files of a form may have ${Math.floor(maxBytes / 2 ** 20)} MB in all.` });
}
