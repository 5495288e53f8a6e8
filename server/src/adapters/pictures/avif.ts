import { boxesIn, type Box } from "./boxes.ts";
import type { Cleaned } from "./cleaned.ts";
import { metadataItems } from "./heif-items.ts";
import { damaged, refusedType } from "./refusal.ts";

const ofThePicture = new Set(["ftyp", "meta", "mdat"]);
/** What `meta` may contain: its items, where they are, and what they are to each other. */
const ofTheItems = new Set(["hdlr", "dinf", "pitm", "iloc", "iinf", "iprp", "iref", "idat", "grpl", "ipro"]);

/**
 * Blanks Exif, XMP and every box that is not of the picture where they are, unless `keepMetadata`: the places of the pixels are counted from
 * the file's beginning. Cuts off whatever follows the last box. AVIF says the orientation outside of Exif.
 */
export function cleanAvif(file: Buffer, keepMetadata: boolean): Cleaned {
  if (file.toString("latin1", 8, 12) === "avis") throw refusedType("Animated AVIF is not accepted: save it as a WebP, a GIF or a video.");
  const boxes = boxesIn(file, 0, file.length, "lenient");
  const last = boxes.findLastIndex(({ type }) => ofThePicture.has(type));
  const end = boxes[last]?.end ?? 0;
  const meta = boxes.find(({ type }) => type === "meta");
  if (!meta) throw damaged();
  const keptBytes = Buffer.from(file.subarray(0, end));
  if (keepMetadata) return { pieces: [keptBytes], frames: 1 };
  for (const box of boxes.slice(0, last + 1)) if (!ofThePicture.has(box.type)) blankBox(keptBytes, box);
  for (const box of boxesIn(keptBytes, meta.body + 4, meta.end)) if (!ofTheItems.has(box.type)) blankBox(keptBytes, box);
  for (const item of metadataItems(keptBytes, meta)) {
    for (const { start, end } of item.extents) keptBytes.fill(0, start, Math.min(end, keptBytes.length));
    // A reader that meets a type that it does not know passes over the item.
    keptBytes.write("free", item.typeAt, "latin1");
  }
  return { pieces: [keptBytes], frames: 1 };
}

function blankBox(file: Buffer, { start, body, end }: Box): void {
  file.write("free", start + 4, "latin1");
  file.fill(0, body, end);
}
