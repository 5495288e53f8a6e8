import { fileTypeFromBuffer } from "file-type";
import { checkSize } from "./check-size.ts";
import { cleanBytes, isPixels } from "./clean.ts";
import { decodeXml } from "./decode.ts";
import { maxDrawingBytes, maxNestedDrawings, maxPixels } from "./limits.ts";
import { headOf } from "./pixels.ts";
import { damaged, tooLarge } from "./refusal.ts";
import { cleanTree } from "./svg.ts";
import { checkDrawing, tooMuchDrawn } from "./svg-check.ts";

// As the addresses in attributes and in style sheets are written by then: a text that tells of one is not a picture.
const embedded = /(?<=="|url\()data:image\/([a-z]+(?:\+xml)?);base64,([A-Za-z0-9+/=]*)/g;

/** The totals of a drawing and the drawings inside it. */
interface Use {
  elements: number;
  pixels: number;
  depth: number;
}

/**
 * A drawing without scripts, handlers and anything from outside of its file, whose pictures are cleaned, too: they may tell a place, and a browser
 * decodes them whole, however small they are shown. Throws Refused where one is not a picture, or all of them are too large together. `cut`: names of
 * what was drawn and is cut out, each once.
 */
export async function cleanDrawing(
  text: string,
  keepMetadata: boolean,
  use: Use = { elements: 0, pixels: 0, depth: 0 },
): Promise<{ text: string; cut: string[] }> {
  const cut = new Set<string>();
  const tree = await cleanTree(text, (what) => cut.add(what));
  use.elements = checkDrawing(tree, "cleaned", use.elements);
  const pieces: string[] = [];
  let at = 0;
  for (const match of tree.matchAll(embedded)) {
    const [whole, type = "", base64 = ""] = match;
    const file = Buffer.from(base64, "base64");
    const { contentType, bytes } = type === "svg+xml" ? await cleanNested(file) : await cleanPicture(file, keepMetadata, use);
    pieces.push(tree.slice(at, match.index), `data:${contentType};base64,${bytes.toString("base64")}`);
    at = match.index + whole.length;
  }
  const cleaned = pieces.join("") + tree.slice(at);
  if (cleaned.length > maxDrawingBytes) throw tooMuchDrawn();
  return { text: cleaned, cut: [...cut] };

  async function cleanNested(file: Buffer) {
    if (use.depth >= maxNestedDrawings) throw tooMuchDrawn();
    use.depth += 1;
    const nested = await cleanDrawing(decodeXml(file), keepMetadata, use);
    use.depth -= 1;
    for (const what of nested.cut) cut.add(what);
    return { contentType: "image/svg+xml", bytes: Buffer.from(nested.text) };
  }
}

async function cleanPicture(file: Buffer, keepMetadata: boolean, use: Use) {
  const fileType = await fileTypeFromBuffer(file);
  const contentType = fileType?.mime === "image/apng" ? "image/png" : (fileType?.mime ?? "");
  if (!isPixels(contentType)) throw damaged();
  const { pieces, frames } = cleanBytes(contentType, file, keepMetadata);
  const bytes = Buffer.concat(pieces);
  const { width, height } = await headOf(bytes);
  checkSize(width, height, frames, contentType);
  use.pixels += width * height * frames;
  if (use.pixels > maxPixels)
    throw tooLarge(`The pictures in the drawing have more than ${maxPixels / 1e6} megapixels: make them smaller.`);
  return { contentType, bytes };
}
