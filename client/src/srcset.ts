/** The widths in which a media library has pictures. */
const widths = [64, 128, 256, 384, 512, 640, 768, 960, 1200, 1600, 1920, 2560, 3840] as const;
export type VariantWidth = (typeof widths)[number];

/** A picture of a response: a file that content refers to, or a picture of a product or a category. */
export interface ShownPicture {
  url: string;
  width?: number | null;
  height?: number | null;
  srcset?: string | null;
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
export function srcset(picture: ShownPicture, { widths: wanted = widths, ratio, format = "auto" }: SrcsetOptions = {}): string | null {
  const { url, srcset: whole, width, height } = picture;
  if (!whole || !width || !height) return null;
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
