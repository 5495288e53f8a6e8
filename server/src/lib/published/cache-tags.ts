import { createHash } from "node:crypto";
import { wholeSite } from "./site-changes.ts";

/** In one header, of which caches take 8 KiB. */
const mostTags = 200;
const hashLength = 16;

/** `products` and the like, and the lists of a content type. Tags of single things have a colon, and may name what is not public. */
const listTag = /^(?:documents:)?([a-z0-9-]+)$/;

/** The tag of all responses of a site. */
const siteTag = (slug: string) => slug;
/** The tag of responses of more things than a header can name. Every change of the site purges them. */
const anyChangeTag = (slug: string) => `${slug}/any`;

/** A tag of ours as caches get it: short, and the same in every process. What is no list becomes a hash, which tells strangers nothing. */
function cacheTagOf(slug: string, tag: string): string {
  const list = listTag.exec(tag)?.[1];
  if (list !== undefined) return `${slug}/type:${list}`;
  return createHash("sha256").update(`${slug} ${tag}`).digest("hex").slice(0, hashLength);
}

/** The tags of a response, for the caches in front: the site, the operation, and what the response was made of. */
export function cacheTags(slug: string, operationId: string, tags: readonly string[]): string[] {
  const all = [siteTag(slug), `${slug}/${operationId}`, ...new Set(tags.map((tag) => cacheTagOf(slug, tag)))];
  if (all.length <= mostTags) return all;
  return [siteTag(slug), `${slug}/${operationId}`, anyChangeTag(slug)];
}

/** The tags that a change with these tags makes out of date in the caches in front. */
export function purgedTags(slug: string, tags: ReadonlySet<string>): string[] {
  if (tags.has(wholeSite)) return [siteTag(slug)];
  return [anyChangeTag(slug), ...new Set([...tags].map((tag) => cacheTagOf(slug, tag)))];
}

/** The header of Fastly and Varnish, and that of Cloudflare, as names and values in turn. */
export function cacheTagHeaders(tags: readonly string[]): string[] {
  return ["surrogate-key", tags.join(" "), "cache-tag", tags.join(",")];
}
