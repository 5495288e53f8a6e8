/** The widths in which a media library has pictures, in pixels. */
export const variantWidths = [64, 128, 256, 384, 512, 640, 768, 960, 1200, 1600, 1920, 2560, 3840] as const;
export type VariantWidth = (typeof variantWidths)[number];

/** A picture of a response: a file that content refers to, a picture of a product or a category, or an asset of the admin API. */
export interface ShownPicture {
  url: string;
  width?: number | null;
  height?: number | null;
  /** Null: there are no variants. Absent, as in the admin API: there are those of `contentType`. */
  srcset?: string | null;
  contentType?: string;
  /** Frames of a moving picture, of which variants show only the first. */
  pages?: number | null;
}

export interface SrcsetOptions {
  /** Those that the page needs. Absent: all. */
  widths?: readonly VariantWidth[];
  /** Crops around the focus, such as `4:3`: one of the site's `settings.media.ratios`. Absent: the whole picture. */
  ratio?: `${number}:${number}`;
  /** `auto`, which is usual, is the best that the browser accepts. */
  format?: "auto" | "avif" | "webp" | "jpeg" | "png";
}

/**
 * The `srcset` of a picture in other widths, cropped, or in one format. Nothing is enlarged: where the picture ends, so does the list. Null for what has no
 * variants, such as a drawing or a picture elsewhere.
 */
export function srcset(
  picture: ShownPicture,
  { widths: wanted = variantWidths, ratio, format = "auto" }: SrcsetOptions = {},
): string | null {
  const { url, width, height } = picture;
  if (!hasVariants(picture) || !width || !height) return null;
  const [across = 0, down = 0] = (ratio ?? "").split(":").map(Number);
  const most = Math.round(ratio === undefined ? width : Math.min(width, (height * across) / down));
  const base = url.slice(0, url.lastIndexOf("/"));
  const shape = ratio === undefined ? "auto" : `${across}-${down}`;
  const ascending = [...new Set(wanted)].sort((one, other) => one - other);
  // The first that is as wide as the picture is the picture's own width, and the last.
  const last = ascending.findIndex((each) => each >= most);
  const named = last < 0 ? ascending : ascending.slice(0, last + 1);
  return named.map((each) => `${base}/${each}x${shape}.${format} ${Math.min(each, most)}w`).join(", ");
}

const typesWithVariants = /^image\/(jpeg|png|webp|avif|gif)$/;

function hasVariants({ srcset: whole, contentType, pages }: ShownPicture): boolean {
  if (whole !== undefined) return whole !== null;
  return contentType !== undefined && typesWithVariants.test(contentType) && (pages ?? 1) === 1;
}
