import { hasVariants } from "../../../lib/media/media-address.ts";
import type { PictureFormat } from "../../../ports/pictures.ts";

// A list of the library, a telephone, a column or a good telephone, a wide screen. Nine of ten browsers take AVIF, and nearly all others WebP.
const common: readonly (readonly [width: number, format: PictureFormat])[] = [
  [640, "avif"],
  [1200, "avif"],
  [256, "avif"],
  [640, "webp"],
  [1200, "webp"],
  [1920, "avif"],
];

/** The variants of a picture that pages ask for first, the most likely ones first; none of what has no variants. Nothing is enlarged. */
export function commonVariants(file: {
  contentType: string;
  pages: number | null;
  width: number | null;
}): { width: number; format: PictureFormat }[] {
  const { width: pictureWidth } = file;
  if (pictureWidth === null || !hasVariants(file)) return [];
  const named = common.map(([width, format]) => ({ width: Math.min(width, pictureWidth), format }));
  return named.filter((one, index) => named.findIndex(({ width, format }) => width === one.width && format === one.format) === index);
}
