import { acceptedPicture } from "../../../lib/http/accepted-picture.ts";
import { pictureFormats, type PictureFormat } from "../../../ports/pictures.ts";
import { widths } from "../../../lib/media/media-address.ts";

/** Width to height. */
export type Ratio = readonly [width: number, height: number];

/** A variant as its address names it. */
export interface VariantName {
  width: number;
  /** Absent: the whole picture. */
  ratio: Ratio | undefined;
  format: PictureFormat | "auto";
}

/** The ratios of sites that name none. */
export const defaultRatios = ["1:1", "4:3", "16:9"];

/** Reads the last segment of an address, such as `640x4-3.webp`; undefined for one that names no variant of the site. */
export function readVariant(segment: string, ratios: readonly string[]): VariantName | undefined {
  const [, digits, height = "", format] = /^([1-9]\d{1,3})x(auto|[1-9]\d{0,2}-[1-9]\d{0,2})\.([a-z]+)$/.exec(segment) ?? [];
  const width = widths.find((each) => String(each) === digits);
  const knownFormat = [...pictureFormats, "auto" as const].find((each) => each === format);
  if (width === undefined || knownFormat === undefined) return undefined;
  if (height === "auto") return { width, ratio: undefined, format: knownFormat };
  if (!ratios.includes(height.replace("-", ":"))) return undefined;
  const [across = 1, down = 1] = height.split("-").map(Number);
  return { width, ratio: [across, down], format: knownFormat };
}

/** Whether an address could name a variant of some site. */
export function isVariantForm(segment: string): boolean {
  return /^\d+x(auto|\d+-\d+)\.[a-z]+$/.test(segment);
}

/** The format for a browser that takes these types. `original`: the content type of the picture, of which some may be transparent. */
export function formatFor(accept: string | undefined, original: string): PictureFormat {
  const best = acceptedPicture(accept);
  if (best !== "other") return best;
  return original === "image/jpeg" ? "jpeg" : "png";
}
