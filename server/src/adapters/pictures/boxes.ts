import { maxParts } from "./limits.ts";
import { damaged, tooManyParts } from "./refusal.ts";

/** A box of the ISO base media file format, by its places in the file: ISO/IEC 14496-12 §4.2. */
export interface Box {
  type: string;
  start: number;
  /** Where its content begins. */
  body: number;
  end: number;
}

/** The boxes between two places. `lenient`: bytes at the end that are not boxes are passed over, otherwise they are damage. */
export function boxesIn(file: Buffer, from: number, to: number, rest: "lenient" | "strict" = "strict"): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at < to;) {
    const box = boxAt(file, at, to);
    if (!box) {
      if (rest === "lenient" && boxes.length > 0) return boxes;
      throw damaged();
    }
    if (boxes.length >= maxParts) throw tooManyParts();
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}

function boxAt(file: Buffer, start: number, to: number): Box | undefined {
  if (start + 8 > to) return undefined;
  const type = file.toString("latin1", start + 4, start + 8);
  const short = file.readUInt32BE(start);
  if (short === 0) return { type, start, body: start + 8, end: to };
  if (short !== 1) return short >= 8 && start + short <= to ? { type, start, body: start + 8, end: start + short } : undefined;
  if (start + 16 > to) return undefined;
  const end = start + Number(file.readBigUInt64BE(start + 8));
  return end >= start + 16 && end <= to ? { type, start, body: start + 16, end } : undefined;
}
