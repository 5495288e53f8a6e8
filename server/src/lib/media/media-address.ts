import type { Site } from "../site.ts";
import type { AddressSigner } from "./signed-address.ts";

/** The widths of variants: a picture has no others, so their number is bounded and needs no signature. */
export const widths = [64, 128, 256, 384, 512, 640, 768, 960, 1200, 1600, 1920, 2560, 3840] as const;

/** Where the files of media libraries are addressed. */
export interface MediaPlace {
  /** Of this server or of a cache in front of it, without a trailing slash. */
  publicUrl: string;
  /** Absent: nothing is signed, as where nobody will follow the address. */
  signer?: Pick<AddressSigner, "sign">;
}

/** A site whose files are addressed. */
export type AddressedSite = Pick<Site, "id" | "slug" | "filesUntil">;

/** The beginning of the addresses of an asset, signed if the site's files are private. */
export function assetBase({ publicUrl, signer }: MediaPlace, site: AddressedSite, { id, hash }: { id: string; hash: string }): string {
  const { filesUntil: until } = site;
  const mark = until === null || !signer ? hash : signer.sign({ siteId: site.id, assetId: id, hash, until });
  return `${publicUrl}/media/${site.slug}/${id}/${mark}`;
}

/** The address of a file whose path is stored, as it is without a signature. */
export function addressOf(place: MediaPlace, site: Pick<AddressedSite, "id" | "filesUntil">, path: string): string {
  if (site.filesUntil === null) return `${place.publicUrl}${path}`;
  const [, , slug = "", id = "", hash = "", name = ""] = path.split("/");
  return `${assetBase(place, { ...site, slug }, { id, hash })}/${name}`;
}

// Variants of these show one frame, and a drawing needs none.
const rasterTypes = new Set(["image/jpeg", "image/png", "image/webp", "image/avif", "image/gif"]);

/** Whether there are variants that show all that the file shows. */
export function hasVariants({ contentType, pages }: { contentType: string; pages: number | null }): boolean {
  return rasterTypes.has(contentType) && (pages ?? 1) === 1;
}

const ownWidths = widths.map((each) => `${each}xauto.auto ${each}w`);

/** The address of the first frame of an animated picture, in its own width. Nothing for a file in which nothing moves. */
export function stillOf(
  base: string,
  { contentType, pages, width }: { contentType: string; pages: number | null; width: number | null },
): { still?: string } {
  if (width === null || !rasterTypes.has(contentType) || (pages ?? 1) === 1) return {};
  return { still: `${base}/${widths.find((each) => each >= width) ?? widths[widths.length - 1]}xauto.auto` };
}

/** The `srcset` of a picture: variants in the format that the browser prefers, up to the original's width. Null: there are none. */
export function srcsetOf(base: string, file: { contentType: string; pages: number | null; width: number | null }): string | null {
  const { width } = file;
  if (width === null || !hasVariants(file)) return null;
  const smaller = widths.filter((each) => each < width).length;
  const next = widths[smaller];
  const named = ownWidths.slice(0, smaller);
  // No variant is wider than its original.
  if (next !== undefined) named.push(`${next}xauto.auto ${width}w`);
  return `${base}/${named.join(`, ${base}/`)}`;
}
