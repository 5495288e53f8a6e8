import { constants } from "node:fs";
import { copyFile, open, type FileHandle } from "node:fs/promises";
import { boxesIn, type Box } from "./boxes.ts";
import type { FileToPrepare } from "./jobs.ts";
import { damaged } from "./refusal.ts";

/** Boxes that tell where and with what a film was made, for whom, and how it is called: nothing that is needed to show it. */
const metadata = new Set(["udta", "meta", "uuid"]);
const maxIndexBytes = 64 * 1_024 * 1_024;
const maxBoxes = 100_000;

/**
 * Reads an MP4's index, and blanks its metadata in a copy at `target`, in place, so that all else stays where the index says: unless
 * `keepMetadata`, or there is none. Damaged unless its boxes fill the file.
 */
export async function prepareMp4({ source, target, keepMetadata }: FileToPrepare) {
  const file = await open(source);
  try {
    const boxes = await topBoxes(file);
    const index = boxes.find(({ type }) => type === "moov");
    if (!index || index.end - index.start > maxIndexBytes) throw damaged();
    const { buffer } = await file.read(Buffer.alloc(index.end - index.start), 0, index.end - index.start, index.start);
    const inIndex = boxesIn(buffer, index.body - index.start, buffer.length);
    const tracks = inIndex.filter(({ type }) => type === "trak").flatMap(({ body, end }) => boxesIn(buffer, body, end));
    const allBoxes = [...inIndex, ...tracks].map((box) => moved(box, index.start)).concat(boxes);
    const blanked = keepMetadata ? [] : allBoxes.filter(({ type }) => metadata.has(type));
    if (blanked.length > 0) await copyBlanked(source, target, blanked);
    return { path: blanked.length > 0 ? target : source, ...measuresOf(buffer, inIndex, tracks) };
  } finally {
    await file.close();
  }
}

async function topBoxes(file: FileHandle): Promise<Box[]> {
  const { size } = await file.stat();
  const boxes: Box[] = [];
  const head = Buffer.alloc(16);
  for (let start = 0; start < size; start = boxes.at(-1)?.end ?? size) {
    const { bytesRead } = await file.read(head, 0, 16, start);
    if (bytesRead < 8 || boxes.length >= maxBoxes) throw damaged();
    const short = head.readUInt32BE(0);
    const length = short === 0 ? size - start : short === 1 ? Number(head.readBigUInt64BE(8)) : short;
    const body = start + (short === 1 ? 16 : 8);
    const end = start + length;
    if (end < body || end > size) throw damaged();
    boxes.push({ type: head.toString("latin1", 4, 8), start, body, end });
  }
  return boxes;
}

const moved = (box: Box, by: number): Box => ({ type: box.type, start: box.start + by, body: box.body + by, end: box.end + by });

async function copyBlanked(source: string, target: string, boxes: readonly Box[]): Promise<void> {
  await copyFile(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  const file = await open(target, "r+");
  try {
    for (const { start, body, end } of boxes) {
      await file.write("free", start + 4, "latin1");
      const zeros = Buffer.alloc(Math.min(end - body, 1_024 * 1_024));
      for (let at = body; at < end; at += zeros.length) await file.write(zeros, 0, Math.min(zeros.length, end - at), at);
    }
  } finally {
    await file.close();
  }
}

/** How long it is, and how large it is shown: ISO/IEC 14496-12 §8.2.2 and §8.3.2. */
function measuresOf(file: Buffer, boxes: readonly Box[], tracks: readonly Box[]) {
  const head = boxes.find(({ type }) => type === "mvhd");
  const isLong = head !== undefined && file[head.body] === 1;
  const scale = head ? file.readUInt32BE(head.body + (isLong ? 20 : 12)) : 0;
  const length = head ? (isLong ? Number(file.readBigUInt64BE(head.body + 24)) : file.readUInt32BE(head.body + 16)) : 0;
  const durationMs = Math.round((length / scale) * 1_000);
  const sizes = tracks.filter(({ type, body, end }) => type === "tkhd" && end - body >= 84).map(({ body, end }) => sizeOf(file, body, end));
  const size = sizes.find(({ width, height }) => width > 0 && height > 0);
  return { ...(durationMs > 0 && Number.isSafeInteger(durationMs) ? { durationMs } : {}), ...size };
}

/** A track's size, turned as its matrix turns it: by a quarter, if it has no part of `across` in `across`. */
function sizeOf(file: Buffer, body: number, end: number) {
  const matrix = body + (file[body] === 1 ? 52 : 40);
  const [width, height] = [file.readUInt16BE(end - 8), file.readUInt16BE(end - 4)];
  const isTurned = file.readInt32BE(matrix) === 0 && file.readInt32BE(matrix + 4) !== 0;
  return isTurned ? { width: height, height: width } : { width, height };
}
