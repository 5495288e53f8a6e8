import { open, readFile, stat } from "node:fs/promises";
import { cleanAvif } from "./avif.ts";
import type { Cleaned } from "./cleaned.ts";
import { cleanGif } from "./gif.ts";
import { cleanJpeg } from "./jpeg.ts";
import { maxPictureBytes } from "./limits.ts";
import { cleanPng } from "./png.ts";
import { damaged, tooLarge } from "./refusal.ts";
import { cleanWebp } from "./webp.ts";

const cleaners: Readonly<Record<string, (file: Buffer, keepMetadata: boolean) => Cleaned>> = {
  "image/jpeg": cleanJpeg,
  "image/png": cleanPng,
  "image/webp": cleanWebp,
  "image/avif": cleanAvif,
  "image/gif": cleanGif,
};

/** Whether files of the type are pictures made of pixels. */
export function isPixels(contentType: string): boolean {
  return contentType in cleaners;
}

/** Cleans a picture made of pixels. Writes `target` only if something was cut out. */
export async function cleanPixels(
  contentType: string,
  { source, target, keepMetadata }: { source: string; target: string; keepMetadata: boolean },
) {
  if ((await stat(source)).size > maxPictureBytes)
    throw tooLarge(`A picture may have ${maxPictureBytes / 1_024 / 1_024} MiB: make it smaller.`);
  const file = await readFile(source);
  const { pieces, frames } = cleanBytes(contentType, file, keepMetadata);
  if (isSame(pieces, file)) return { path: source, frames };
  const out = await open(target, "wx");
  try {
    for (const piece of pieces) await out.writeFile(piece);
  } finally {
    await out.close();
  }
  return { path: target, frames };
}

/** Throws Refused where the file's structure is broken. */
export function cleanBytes(contentType: string, file: Buffer, keepMetadata: boolean): Cleaned {
  const clean = cleaners[contentType];
  if (!clean) throw new Error(`No cleaner for ${contentType}.`);
  try {
    return clean(file, keepMetadata);
  } catch (error) {
    // Reading beyond the file's end is one way to meet its damage.
    if (error instanceof RangeError) throw damaged(error);
    throw error;
  }
}

function isSame(pieces: readonly Buffer[], file: Buffer): boolean {
  let at = 0;
  for (const piece of pieces) {
    if (!piece.equals(file.subarray(at, at + piece.length))) return false;
    at += piece.length;
  }
  return at === file.length;
}
