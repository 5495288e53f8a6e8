import type { Cleaned } from "./cleaned.ts";
import { orientationOf, orientationOnly } from "./exif.ts";
import { maxFrames, maxParts } from "./limits.ts";
import { damaged, tooManyFrames, tooManyParts } from "./refusal.ts";

const ofThePicture = new Set(["VP8 ", "VP8L", "VP8X", "ICCP", "ANIM", "ANMF", "ALPH"]);
const exifFlag = 0x08;
const xmpFlag = 0x04;

/** Drops every chunk that is not of the picture, unless `keepMetadata`, and whatever follows the container. Of Exif the orientation stays. */
export function cleanWebp(file: Buffer, keepMetadata: boolean): Cleaned {
  const end = 8 + file.readUInt32LE(4);
  if (end > file.length) throw damaged();
  const chunks = chunksOf(file, 12, end);
  const frames = Math.max(chunks.filter(({ type }) => type === "ANMF").length, 1);
  if (frames > maxFrames) throw tooManyFrames();
  if (keepMetadata) return { pieces: [file.subarray(0, end)], frames };
  const exif = chunks.find(({ type }) => type === "EXIF");
  // An animation cannot be turned, and browsers do not turn it.
  const orientation = orientationOnly(exif && frames === 1 ? orientationOf(tiffIn(exif.data)) : 1);
  const keptChunks = chunks.flatMap((chunk) => {
    const { type, data } = chunk;
    if (!ofThePicture.has(type)) return [];
    if (type === "VP8X") return [chunkOf(type, withFlags(data, orientation !== undefined))];
    return [type === "ANMF" ? cleanFrame(chunk) : wholeOf(chunk)];
  });
  // Only the extended format may have it; a file that has Exif without that format is shown without it.
  if (orientation && chunks[0]?.type === "VP8X") keptChunks.push(chunkOf("EXIF", orientation));
  const head = Buffer.from(file.subarray(0, 12));
  head.writeUInt32LE(4 + keptChunks.reduce((sum, { length }) => sum + length, 0), 4);
  return { pieces: [head, ...keptChunks], frames };
}

interface Chunk {
  type: string;
  data: Buffer;
  /** With its head, and the byte that makes its length even. */
  whole: Buffer;
}

function chunksOf(file: Buffer, from: number, to: number): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = from; at + 8 <= to;) {
    const end = at + 8 + file.readUInt32LE(at + 4);
    if (end > to) throw damaged();
    if (chunks.length >= maxParts) throw tooManyParts();
    const next = end + (end % 2 === from % 2 ? 0 : 1);
    chunks.push({ type: file.toString("latin1", at, at + 4), data: file.subarray(at + 8, end), whole: file.subarray(at, next) });
    at = next;
  }
  return chunks;
}

/** Some programs put JPEG's name of the block before it. */
function tiffIn(data: Buffer): Buffer {
  return data.toString("latin1", 0, 6) === "Exif\0\0" ? data.subarray(6) : data;
}

function withFlags(data: Buffer, hasExif: boolean): Buffer {
  if (data.length < 10) throw damaged();
  const flagged = Buffer.from(data);
  flagged[0] = ((data[0] ?? 0) & ~(exifFlag | xmpFlag)) | (hasExif ? exifFlag : 0);
  return flagged;
}

function cleanFrame(frame: Chunk): Buffer {
  const { type, data } = frame;
  if (data.length < 16) throw damaged();
  const chunks = chunksOf(data, 16, data.length);
  const keptChunks = chunks.filter((chunk) => ofThePicture.has(chunk.type));
  if (keptChunks.length === chunks.length) return wholeOf(frame);
  return chunkOf(type, Buffer.concat([data.subarray(0, 16), ...keptChunks.map(wholeOf)]));
}

/** The place in the file where that is possible: pictures are large, and copies of them need as much memory again. */
function wholeOf({ type, data, whole }: Chunk): Buffer {
  const isWhole = whole.length === 8 + data.length + (data.length % 2) && (data.length % 2 === 0 || whole.at(-1) === 0);
  return isWhole ? whole : chunkOf(type, data);
}

function chunkOf(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(8 + data.length + (data.length % 2));
  chunk.write(type, "latin1");
  chunk.writeUInt32LE(data.length, 4);
  data.copy(chunk, 8);
  return chunk;
}
