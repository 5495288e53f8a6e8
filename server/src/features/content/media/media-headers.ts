import type { FoundMedia } from "./find-media.ts";

// A browser shows these in a page of their own, and saves all others.
const inlineTypes = /^(image\/(jpeg|png|webp|avif|gif|svg\+xml)|video\/|audio\/|text\/plain)/;

/**
 * The headers of a file, in turn with their values. An address names its bytes, so that every cache may keep it for a year, and a
 * signed one the browser alone, until it expires. A file runs nothing, loads nothing and is nobody's page, whatever is in it.
 */
export function mediaHeaders(
  publicUrl: string,
  { contentType, name, isNegotiated, etag, until }: FoundMedia & { etag: string; until: number | undefined },
): string[] {
  return [
    "etag", etag,
    "accept-ranges", "bytes",
    ...(until === undefined
      ? ["cache-control", "public, max-age=31536000, immutable"]
      : // A date, and no age: the same header is good for as long as an answer is kept here.
        ["cache-control", "private", "expires", new Date(until).toUTCString()]),
    ...(isNegotiated ? ["vary", "accept"] : []),
    "content-disposition", `${inlineTypes.test(contentType) ? "inline" : "attachment"}; filename="${name}"`,
    "x-content-type-options", "nosniff",
    "content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "cross-origin-resource-policy", "cross-origin",
    "referrer-policy", "no-referrer",
    ...(publicUrl.startsWith("https:") ? ["strict-transport-security", "max-age=31536000"] : []),
  ]; // prettier-ignore
}
