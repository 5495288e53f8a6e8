import type { Cleaned } from "./cleaned.ts";
import { orientationOf, orientationOnly } from "./exif.ts";
import { maxParts } from "./limits.ts";
import { damaged, tooManyParts } from "./refusal.ts";

const app0 = 0xe0;
const app1 = 0xe1;
const app2 = 0xe2;
const app14 = 0xee;
const comment = 0xfe;
const endOfImage = 0xd9;
const startOfScan = 0xda;

/**
 * Keeps the tables, the scans, JFIF, the colour profile and Adobe's colour transform; of Exif the orientation alone. With `keepMetadata` all
 * segments stay, except the list of further pictures (MPF). Those, and whatever else follows the picture's end, are cut off.
 */
export function cleanJpeg(file: Buffer, keepMetadata: boolean): Cleaned {
  let jfif: Buffer | undefined;
  let orientation = 1;
  const rest: Buffer[] = [];
  let at = 2;
  for (let parts = 1; ; parts += 1) {
    if (parts > maxParts) throw tooManyParts();
    at = nextMarker(file, at);
    const marker = file[at + 1] ?? 0;
    if (marker === endOfImage) break;
    const end = endOfSegment(file, at);
    const segment = file.subarray(at, marker === startOfScan ? endOfScan(file, end) : end);
    at += segment.length;
    const name = segment.toString("latin1", 4, 16);
    if (marker === app2 && name.startsWith("MPF\0")) continue;
    if (keepMetadata) rest.push(segment);
    else if (marker === app0 && name.startsWith("JFIF\0")) jfif ??= withoutThumbnail(segment);
    else if (marker === app1 && name.startsWith("Exif\0")) orientation = orientationOf(segment.subarray(10));
    else if (isOfThePicture(marker, name)) rest.push(segment);
  }
  const exif = orientationOnly(orientation);
  const head = [jfif, exif && segmentOf(app1, Buffer.concat([Buffer.from("Exif\0\0", "latin1"), exif]))];
  const pieces = [file.subarray(0, 2), ...head.filter((piece) => piece !== undefined), ...rest, Buffer.from([0xff, endOfImage])];
  return { pieces, frames: 1 };
}

function isOfThePicture(marker: number, name: string): boolean {
  if (marker === app2) return name.startsWith("ICC_PROFILE\0");
  if (marker === app14) return name.startsWith("Adobe");
  return marker < app0 && marker !== comment;
}

/** Decoders skip bytes between segments, and so does this. A 0xff may be repeated. */
function nextMarker(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at + 1)) {
    const marker = file[at + 1] ?? 0xff;
    if (marker !== 0xff && marker !== 0 && !isStandalone(marker)) return at;
  }
  throw damaged();
}

/** Markers without a length: restarts and the temporary one. */
function isStandalone(marker: number): boolean {
  return (marker >= 0xd0 && marker <= 0xd8) || marker === 0x01;
}

function endOfSegment(file: Buffer, at: number): number {
  if (at + 4 > file.length) throw damaged();
  const length = file.readUInt16BE(at + 2);
  if (length < 2 || at + 2 + length > file.length) throw damaged();
  return at + 2 + length;
}

function endOfScan(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0 && at + 1 < file.length; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !isStandalone(next)) return at;
  }
  throw damaged();
}

/** JFIF may contain a small picture, made of the first version of this one. */
function withoutThumbnail(segment: Buffer): Buffer {
  if (segment.length <= 18) return segment;
  const payload = Buffer.from(segment.subarray(4, 18));
  payload.writeUInt16BE(0, 12);
  return segmentOf(app0, payload);
}

function segmentOf(marker: number, payload: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(payload.length + 2, 2);
  return Buffer.concat([head, payload]);
}
