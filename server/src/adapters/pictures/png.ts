import { crc32 } from "node:zlib";
import type { Cleaned } from "./cleaned.ts";
import { orientationOf, orientationOnly } from "./exif.ts";
import { maxFrames, maxParts } from "./limits.ts";
import { damaged, tooManyFrames, tooManyParts } from "./refusal.ts";

/** The picture, its colours, its animation, and how large it is meant to be. */
const ofThePicture = new Set([
  ...["IHDR", "PLTE", "IDAT", "IEND", "tRNS", "cHRM", "gAMA", "iCCP", "sBIT", "sRGB", "cICP", "mDCV", "cLLI", "bKGD", "hIST", "pHYs"],
  ...["acTL", "fcTL", "fdAT"],
]);

/** Drops every chunk that is not of the picture, unless `keepMetadata`, and whatever follows the last one. Of Exif the orientation stays. */
export function cleanPng(file: Buffer, keepMetadata: boolean): Cleaned {
  const pieces = [file.subarray(0, 8)];
  let orientation = 1;
  let beforePixels = 0;
  let animationFrames = 0;
  let parts = 0;
  for (let at = 8, type = ""; type !== "IEND";) {
    if (at + 12 > file.length) throw damaged();
    const end = at + 12 + file.readUInt32BE(at);
    if (end > file.length) throw damaged();
    type = file.toString("latin1", at + 4, at + 8);
    if (type === "fcTL") animationFrames += 1;
    if (animationFrames > maxFrames) throw tooManyFrames();
    if ((parts += 1) > maxParts) throw tooManyParts();
    if (type === "IDAT" && beforePixels === 0) beforePixels = pieces.length;
    if (type === "eXIf" && !keepMetadata) orientation = orientationOf(file.subarray(at + 8, end - 4));
    if (keepMetadata || ofThePicture.has(type)) pieces.push(file.subarray(at, end));
    at = end;
  }
  if (beforePixels === 0) throw damaged();
  const exif = orientationOnly(orientation);
  if (exif) pieces.splice(beforePixels, 0, chunkOf("eXIf", exif));
  return { pieces, frames: Math.max(animationFrames, 1) };
}

function chunkOf(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(data.length + 12);
  chunk.writeUInt32BE(data.length);
  chunk.write(type, 4, "latin1");
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
}
