import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, stat, writeFile } from "node:fs/promises";
import type { PreparedFile } from "../../ports/pictures.ts";
import { cleanPixels, isPixels } from "./clean.ts";
import { decodeXml } from "./decode.ts";
import { checkZip, measurePdf } from "./documents.ts";
import type { FileToPrepare } from "./jobs.ts";
import { maxCutLength, maxCuts, maxDrawingBytes } from "./limits.ts";
import { measurePicture } from "./measure.ts";
import { prepareMp4 } from "./mp4.ts";
import { recognise } from "./recognise.ts";
import { measureSound } from "./sound.ts";
import { tooMuchDrawn } from "./svg-check.ts";
import { cleanDrawing } from "./svg-pictures.ts";
import { writeUtf8 } from "./text.ts";
import { turnWebp } from "./turn.ts";

/** Throws Refused. `onType` is told the type as soon as it is known. */
export async function prepareFile(file: FileToPrepare, onType: (contentType: string) => void = () => undefined): Promise<PreparedFile> {
  const { encoding = "utf-8", ...kind } = await recognise(file.source);
  onType(kind.contentType);
  if (encoding !== "utf-8") await writeUtf8(file.source, file.target, encoding);
  const whole = encoding === "utf-8" ? file.source : file.target;
  const { path, ...measures } = { path: whole, ...(await cleanAndMeasure(kind.contentType, file)) };
  return { ...kind, ...measures, ...(await digestOf(path)) };
}

/** `path`: of the cleaned file, if there is one. */
async function cleanAndMeasure(contentType: string, file: FileToPrepare): Promise<Partial<PreparedFile>> {
  if (contentType === "image/svg+xml") return prepareDrawing(file);
  if (isPixels(contentType)) {
    const { path: cleaned, frames } = await cleanPixels(contentType, file);
    const measured = await measurePicture(cleaned, frames, contentType);
    const path = contentType === "image/webp" && frames === 1 ? await turnWebp(cleaned, file.target, file.keepMetadata) : cleaned;
    return { path, ...measured };
  }
  if (/^(?:audio|video)\/mp4$/.test(contentType)) return prepareMp4(file);
  if (/^(?:audio|video)\//.test(contentType)) return measureSound(file.source);
  if (contentType === "application/pdf") return measurePdf(file.source);
  if (contentType.startsWith("application/")) await checkZip(file.source);
  return {};
}

/** Stored in UTF-8, whatever its encoding was. */
async function prepareDrawing({ source, target, keepMetadata }: FileToPrepare): Promise<Partial<PreparedFile>> {
  if ((await stat(source)).size > 2 * maxDrawingBytes) throw tooMuchDrawn();
  const file = await readFile(source);
  const { text: cleaned, cut } = await cleanDrawing(decodeXml(file), keepMetadata);
  const bytes = Buffer.from(cleaned);
  const path = bytes.equals(file) ? source : target;
  if (path === target) await writeFile(target, bytes);
  return { path, ...(await measurePicture(bytes, 1, "image/svg+xml")), ...(cut.length > 0 ? { cut: shortened(cut) } : {}) };
}

function shortened(cut: readonly string[]): string[] {
  const plain = cut.map((what) => what.replace(/[\s\p{C}]+/gu, " ").trim());
  const short = plain.map((what) => (what.length > maxCutLength ? `${what.slice(0, maxCutLength - 1).toWellFormed()}…` : what));
  return [...new Set(short)].slice(0, maxCuts);
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
