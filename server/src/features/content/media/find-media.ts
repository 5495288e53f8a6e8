import { isNegotiated } from "../../../lib/http/accepted-picture.ts";
import type { Sql } from "../../../ports/database.ts";
import { hasVariants } from "../../../lib/media/media-address.ts";
import { fileEtag } from "./asset-address.ts";
import { findAddress } from "./find-address.ts";
import { objectKey } from "./object-key.ts";
import type { WantedVariant } from "./render-variant.ts";
import { formatFor, isVariantForm, readVariant } from "./variant.ts";

/** What a public address means. */
export interface FoundMedia {
  original: { key: string; bytes: number; etag: string };
  /** Absent: the original itself. */
  variant: Omit<WantedVariant, "client"> | undefined;
  contentType: string;
  /** The name under which a browser saves it. */
  name: string;
  /** Whether the response depends on the request's `Accept`. */
  isNegotiated: boolean;
  contentVersion: number;
}

/** Reads an address. Undefined: nothing is there, or not for this site. */
export async function findMedia(
  sql: Sql,
  siteId: string,
  { assetId, hash, name }: { assetId: string; hash: string; name: string },
  accept: string | undefined,
): Promise<FoundMedia | undefined> {
  const address = await findAddress(sql, siteId, assetId, hash);
  if (!address) return undefined;
  const { fileId, sha256, bytes, contentType, focus, contentVersion } = address;
  const original = { key: objectKey(siteId, sha256), bytes, etag: fileEtag(sha256) };
  if (!isVariantForm(name)) {
    if (name !== address.name) return undefined;
    return { original, variant: undefined, contentType, name, isNegotiated: false, contentVersion };
  }
  const named = readVariant(name, address.ratios);
  if (!named || address.width === null || !canBeRendered(contentType)) return undefined;
  const format = named.format === "auto" ? formatFor(accept, contentType) : named.format;
  const variant = { siteId, fileId, sha256, focus, format, ratio: named.ratio, width: Math.min(named.width, address.width) };
  const saved = `${address.name.replace(/\.[^.]*$/, "")}-${variant.width}.${format}`;
  return { original, variant, contentType: `image/${format}`, name: saved, isNegotiated: isNegotiated(name), contentVersion };
}

function canBeRendered(contentType: string): boolean {
  return contentType === "image/svg+xml" || hasVariants({ contentType, pages: null });
}
