import { readFile, writeFile } from "node:fs/promises";
import { maxTurnedPixels } from "./limits.ts";
import { decodingFailed, headOf, openPicture } from "./pixels.ts";

/**
 * Turns a WebP as its Exif asks. Only some browsers do so themselves, and the original would be turned differently from its variants there. A
 * lossless file stays lossless. Resolves with the path of the picture: `target`, if it was turned.
 */
export async function turnWebp(path: string, target: string, keepMetadata: boolean): Promise<string> {
  const { orientation, width, height } = await headOf(path);
  if (orientation === 1 || width * height > maxTurnedPixels) return path;
  const isLossless = (await readFile(path)).includes("VP8L", 12, "latin1");
  const upright = await openPicture(path);
  const picture = keepMetadata ? upright.keepMetadata() : upright.keepIccProfile();
  const encoded = await picture
    .webp(isLossless ? { lossless: true, exact: true, effort: 2 } : { quality: 90, effort: 2 })
    .toBuffer()
    .catch(decodingFailed);
  await writeFile(target, encoded);
  return target;
}
