import { boxesIn, type Box } from "./boxes.ts";
import { maxParts } from "./limits.ts";
import { damaged, tooManyParts } from "./refusal.ts";

export interface MetadataItem {
  /** Where the file says its type, in four bytes. */
  typeAt: number;
  /** Where its bytes are. */
  extents: { start: number; end: number }[];
}

/** The Exif, XMP and other texts of a HEIF file: ISO/IEC 23008-12 §A. Every item that is said to be a text or Exif is one. */
export function metadataItems(file: Buffer, meta: Box): MetadataItem[] {
  const boxes = boxesIn(file, meta.body + 4, meta.end);
  const infos = boxes.find(({ type }) => type === "iinf");
  const locations = boxes.find(({ type }) => type === "iloc");
  if (!infos || !locations) throw damaged();
  const data = boxes.find(({ type }) => type === "idat");
  const isLong = file[infos.body] !== 0;
  const places = extentsOf(file, locations, data);
  return boxesIn(file, infos.body + (isLong ? 8 : 6), infos.end).flatMap((info) => {
    const version = file[info.body] ?? 0;
    if (info.type !== "infe" || version < 2) return [];
    const typeAt = info.body + (version === 2 ? 8 : 10);
    if (typeAt + 4 > info.end || !["Exif", "mime", "uri "].includes(file.toString("latin1", typeAt, typeAt + 4))) return [];
    const id = version === 2 ? file.readUInt16BE(info.body + 4) : file.readUInt32BE(info.body + 4);
    return [{ typeAt, extents: places.get(id) ?? [] }];
  });
}

/** The box `iloc`: ISO/IEC 14496-12 §8.11.3. */
function extentsOf(file: Buffer, box: Box, data: Box | undefined): Map<number, { start: number; end: number }[]> {
  const reader = new Reader(file, box.body, box.end);
  const version = reader.uint(1);
  reader.uint(3);
  const sizes = reader.uint(2);
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexSize = version === 0 ? 0 : sizes & 15;
  const places = new Map<number, { start: number; end: number }[]>();
  // A place may take no bytes to write.
  let parts = 0;
  for (let left = reader.uint(version < 2 ? 2 : 4); left > 0; left -= 1) {
    const id = reader.uint(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : reader.uint(2) & 15;
    reader.uint(2);
    const base = reader.uint(baseSize) + (method === 1 ? (data?.body ?? 0) : 0);
    const extents: { start: number; end: number }[] = [];
    for (let more = reader.uint(2); more > 0; more -= 1) {
      if ((parts += 1) > maxParts) throw tooManyParts();
      reader.uint(indexSize);
      const start = base + reader.uint(offsetSize);
      extents.push({ start, end: start + reader.uint(lengthSize) });
    }
    // Bytes that are made of other items are of no metadata.
    if (method < 2) places.set(id, extents);
  }
  return places;
}

class Reader {
  readonly #file: Buffer;
  #at: number;
  readonly #end: number;

  constructor(file: Buffer, at: number, end: number) {
    [this.#file, this.#at, this.#end] = [file, at, end];
  }

  uint(bytes: number): number {
    const at = this.#at;
    this.#at += bytes;
    if (this.#at > this.#end) throw damaged();
    if (bytes === 8) return Number(this.#file.readBigUInt64BE(at));
    return bytes === 0 ? 0 : this.#file.readUIntBE(at, bytes);
  }
}
