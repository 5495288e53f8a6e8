import { fileTypeFromBuffer } from "file-type";
import { checkSize } from "./check-size.ts";
import { cleanBytes, isPixels } from "./clean.ts";
import { maxPixels } from "./limits.ts";
import { headOf } from "./pixels.ts";
import { damaged, tooLarge } from "./refusal.ts";

const embedded = /data:image\/[a-z]+;base64,([A-Za-z0-9+/=\s]*)/gi;

/**
 * The text of a cleaned drawing, whose pictures are cleaned, too: they may tell a place, and a browser decodes them whole, however small they are
 * shown. Throws Refused where one is no picture, or all of them are too large together.
 */
export async function cleanEmbedded(drawing: string, keepMetadata: boolean): Promise<string> {
  const pieces: string[] = [];
  let [at, pixels] = [0, 0];
  for (const match of drawing.matchAll(embedded)) {
    const { contentType, bytes, size } = await cleanPicture(Buffer.from(match[1] ?? "", "base64"), keepMetadata);
    pixels += size;
    if (pixels > maxPixels) throw tooLarge(`The pictures in the drawing have more than ${maxPixels / 1e6} megapixels: make them smaller.`);
    pieces.push(drawing.slice(at, match.index), `data:${contentType};base64,${bytes.toString("base64")}`);
    at = match.index + match[0].length;
  }
  return pieces.join("") + drawing.slice(at);
}

/** `size`: pixels of all frames. */
async function cleanPicture(file: Buffer, keepMetadata: boolean) {
  const found = await fileTypeFromBuffer(file);
  const contentType = found?.mime === "image/apng" ? "image/png" : (found?.mime ?? "");
  if (!isPixels(contentType)) throw damaged();
  const { pieces, frames } = cleanBytes(contentType, file, keepMetadata);
  const bytes = Buffer.concat(pieces);
  const { width, height } = await headOf(bytes);
  checkSize(width, height, frames, contentType);
  return { contentType, bytes, size: width * height * frames };
}
