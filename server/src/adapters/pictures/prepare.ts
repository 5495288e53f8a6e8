import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, stat, writeFile } from "node:fs/promises";
import type { PreparedFile } from "../../ports/pictures.ts";
import { cleanPixels, isPixels } from "./clean.ts";
import { checkZip, measurePdf } from "./documents.ts";
import type { FileToPrepare } from "./jobs.ts";
import { maxDrawingBytes } from "./limits.ts";
import { measurePicture } from "./measure.ts";
import { prepareMp4 } from "./mp4.ts";
import { recognise } from "./recognise.ts";
import { damaged } from "./refusal.ts";
import { measureSound } from "./sound.ts";
import { cleanDrawing } from "./svg.ts";
import { tooMuchDrawn } from "./svg-check.ts";
import { cleanEmbedded } from "./svg-pictures.ts";

/** Throws Refused. `onType` is told the type as soon as it is known. */
export async function prepareFile(file: FileToPrepare, onType: (contentType: string) => void = () => undefined): Promise<PreparedFile> {
  const kind = await recognise(file.source);
  onType(kind.contentType);
  const { path, ...measures } = { path: file.source, ...(await cleanAndMeasure(kind.contentType, file)) };
  return { ...kind, ...measures, ...(await digestOf(path)) };
}

/** `path`: of the cleaned file, if there is one. */
async function cleanAndMeasure(contentType: string, file: FileToPrepare): Promise<Partial<PreparedFile>> {
  if (contentType === "image/svg+xml") return prepareDrawing(file);
  if (isPixels(contentType)) {
    const { path, frames } = await cleanPixels(contentType, file);
    return { path, ...(await measurePicture(path, frames, contentType)) };
  }
  if (/^(?:audio|video)\/mp4$/.test(contentType)) return prepareMp4(file);
  if (/^(?:audio|video)\//.test(contentType)) return measureSound(file.source);
  if (contentType === "application/pdf") return measurePdf(file.source);
  if (contentType.startsWith("application/")) await checkZip(file.source);
  return {};
}

/** `keepMetadata` is about the pictures in it: a drawing is only kept clean. */
async function prepareDrawing({ source, target, keepMetadata }: FileToPrepare): Promise<Partial<PreparedFile>> {
  const text = await readDrawing(source);
  const cleaned = await cleanEmbedded(await cleanDrawing(text), keepMetadata);
  const path = cleaned === text ? source : target;
  if (path === target) await writeFile(target, cleaned);
  return { path, ...(await measurePicture(Buffer.from(cleaned), 1, "image/svg+xml")) };
}

async function readDrawing(path: string): Promise<string> {
  if ((await stat(path)).size > maxDrawingBytes) throw tooMuchDrawn();
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await readFile(path));
  } catch (error) {
    throw damaged(error);
  }
}

/** Reads a file once: its length and its hash. */
export async function digestOf(path: string): Promise<{ path: string; bytes: number; sha256: string }> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk as Buffer);
    bytes += (chunk as Buffer).length;
  }
  return { path, bytes, sha256: hash.digest("hex") };
}
