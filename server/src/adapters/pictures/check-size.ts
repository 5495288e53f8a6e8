import { maxEdge, maxFrames, maxPixels, maxPixelsOfAvif, maxPixelsOfFrames } from "./limits.ts";
import { tooLarge, tooManyFrames } from "./refusal.ts";

/** Throws Refused where a picture is too large to be decoded, or to be shown. */
export function checkSize(width: number, height: number, frames: number, contentType?: string): void {
  if (width > maxEdge || height > maxEdge)
    throw tooLarge(`The picture has ${width} × ${height} pixels: make each edge ${maxEdge} at most.`);
  if (width * height > maxPixels) throw tooLarge(`The picture has more than ${maxPixels / 1e6} megapixels: make it smaller.`);
  if (contentType === "image/avif" && width * height > maxPixelsOfAvif)
    throw tooLarge(`The AVIF has more than ${maxPixelsOfAvif / 1e6} megapixels: make it smaller, or save it as a JPEG or WebP.`);
  if (frames > maxFrames) throw tooManyFrames();
  if (width * height * frames <= maxPixelsOfFrames) return;
  throw tooLarge(`The frames have more than ${maxPixelsOfFrames / 1e6} megapixels together: make the animation smaller, or a video.`);
}
