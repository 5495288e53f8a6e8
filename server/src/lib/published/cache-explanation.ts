import type { Site } from "../site.ts";

/** A request with this header asks what its response was made from. `vitrine cache explain` sends it. */
export const explainHeader = "x-explain-cache";
export const tagsHeader = "x-cache-tags";
export const versionsHeader = "x-cache-versions";

const mostTags = 100;
/** Larger responses are not searched for ids: that takes a millisecond for each three megabytes and tag. */
const largestBody = 256 * 1024;
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/**
 * Headers, as names and values in turn, that name the tags of a response and the versions of its site that this process knows. A tag with the id of
 * something that the response does not show is left out: it may be unpublished.
 */
export function cacheExplanation({ body, tags }: { body: Buffer; tags: readonly string[] }, site: Site): string[] {
  const isShown = (tag: string) => (tag.match(uuid) ?? []).every((id) => body.length <= largestBody && body.includes(id));
  const shownTags = [...new Set(tags)].slice(0, mostTags).filter(isShown);
  return [
    tagsHeader,
    shownTags.map((tag) => encodeURI(tag).replaceAll(",", "%2C")).join(", "),
    versionsHeader,
    `content=${site.contentVersion}, catalog=${site.catalogVersion}, stock=${site.stockVersion}`,
  ];
}
