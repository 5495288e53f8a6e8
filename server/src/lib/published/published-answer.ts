import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { etagOf, matchesEtag, namesEtag } from "../http/etag.ts";
import { preconditionFailed, ProblemError } from "../http/problem.ts";
import { limitHeaders } from "../http/request-limits.ts";
import { exposedHeaders, jsonMediaType, varyHeader } from "../http/response-headers.ts";
import type { Site, SiteVersions } from "../site.ts";

/** The result of a published read: JSON text, and the versions that its first statements saw, of the parts that it depends on. */
export interface PublishedContent extends Partial<SiteVersions> {
  json: string;
  /** A change that touches one of these may change the response; no other change of the site does. */
  tags: readonly string[];
  contentLanguage?: string;
  link?: string;
}

/** A complete response, ready to be written. */
export interface PublishedAnswer {
  readonly generation: number;
  readonly operationId: string;
  readonly etag: string;
  /** Names and values in turn, as `writeHead` takes them. */
  readonly headers: readonly string[];
  readonly headersNotModified: readonly string[];
  readonly body: Buffer;
}

export interface PublishedRequest {
  site: Site;
  operationId: string;
  /** Everything that the response depends on besides the site's content. */
  key: string;
}

export interface CacheCounts {
  hits: number;
  misses: number;
  entries: number;
  bytes: number;
  maxBytes: number;
  /** Distinct ones of the cached responses. */
  tags: number;
}

const longestIndexedUrl = 512;
/** A response of more sources is evicted with any change of the site. */
const mostTags = 500;
const anyChange = "any change";
/** In one go: half a millisecond. */
const removedAtOnce = 500;
// Measured: up to 370 bytes with 70 characters, 980 with 350, if no other response has the tag.
const bytesOfTag = (tag: string) => 250 + 2 * tag.length;
/** Besides its letters. */
const bytesPerUrl = 300;
const leastUrlBytes = 4 * 1024 * 1024;

/** Emptied when its response is evicted, so that an index that still points here keeps no memory. */
interface Place {
  readonly key: string;
  answer: PublishedAnswer | undefined;
  /** With the site before them. */
  readonly tags: readonly string[];
}

/**
 * Complete responses of published reads, by site and canonical request, the least recently used evicted first when they
 * outgrow `maxBytes`. A response is used until `evict` is told of a change of what it was made from, or the site has a new generation.
 */
export class PublishedAnswers {
  readonly #places: LRUCache<string, Place> | undefined;
  /** Finds the same response by the raw URL, before anything is parsed. */
  readonly #byUrl: LRUCache<string, Place>;
  readonly #placesByTag = new Map<string, Set<Place>>();
  /** Still to be removed, which takes longer than emptying them. */
  readonly #emptied: Place[] = [];
  #isRemoving = false;
  readonly #constantHeaders: readonly string[];
  readonly #maxBytes: number;
  #hits = 0;
  #misses = 0;

  constructor(maxBytes: number, constantHeaders: Readonly<Record<string, string>>) {
    this.#maxBytes = maxBytes;
    this.#places =
      maxBytes > 0
        ? new LRUCache({
            maxSize: maxBytes,
            sizeCalculation: ({ answer, tags }) =>
              answer ? answer.body.length + 64 * answer.headers.length + tags.reduce((sum, tag) => sum + bytesOfTag(tag), 0) + 512 : 1,
            dispose: (place) => {
              place.answer = undefined;
              for (const tag of place.tags) this.#removeTag(tag, place);
            },
          })
        : undefined;
    this.#byUrl = new LRUCache({
      maxSize: Math.max(leastUrlBytes, maxBytes / 8),
      sizeCalculation: (_place, url) => url.length + bytesPerUrl,
    });
    this.#constantHeaders = Object.entries(constantHeaders).flat();
  }

  get({ site, operationId, key }: PublishedRequest): PublishedAnswer | undefined {
    const answer = this.#current(this.#places?.get(`${site.id} ${operationId} ${key}`), site);
    if (answer) this.#hits += 1;
    else this.#misses += 1;
    return answer;
  }

  /** No hit here is no miss yet: `get` is called next. */
  getByUrl(site: Site, url: string): PublishedAnswer | undefined {
    const answer = this.#current(this.#byUrl.get(`${site.id} ${url}`), site);
    if (answer) this.#hits += 1;
    return answer;
  }

  /** The current size, and the hits and misses since the start. */
  counts(): CacheCounts {
    return {
      ...{ hits: this.#hits, misses: this.#misses, maxBytes: this.#maxBytes },
      ...{ entries: this.#places?.size ?? 0, bytes: this.#places?.calculatedSize ?? 0, tags: this.#placesByTag.size },
    };
  }

  #current(place: Place | undefined, site: Site): PublishedAnswer | undefined {
    const answer = place?.answer;
    return answer?.generation === site.generation ? answer : undefined;
  }

  /** Evicts the site's responses with any of these tags. None is found from now on; many are removed little by little. */
  evict(siteId: string, tags: Iterable<string>): void {
    for (const tag of [...tags, anyChange]) {
      for (const place of this.#placesByTag.get(`${siteId} ${tag}`) ?? []) {
        if (place.answer) this.#emptied.push(place);
        place.answer = undefined;
      }
    }
    if (!this.#isRemoving) this.#removeEmptied();
  }

  #removeEmptied(): void {
    for (const place of this.#emptied.splice(-removedAtOnce)) {
      if (this.#places?.peek(place.key) === place) this.#places.delete(place.key);
    }
    this.#isRemoving = this.#emptied.length > 0;
    if (this.#isRemoving) setImmediate(() => this.#removeEmptied());
  }

  #removeTag(tag: string, place: Place): void {
    const places = this.#placesByTag.get(tag);
    places?.delete(place);
    if (places?.size === 0) this.#placesByTag.delete(tag);
  }

  /**
   * Makes the response, and caches it if it is current: if the site is at the versions that it was read at, so that `evict` will be told of
   * every later change. At newer ones the request may have been parsed with older settings.
   */
  put(request: PublishedRequest, content: PublishedContent, isCurrent: boolean): PublishedAnswer {
    const { site, operationId, key } = request;
    const { json, contentLanguage, link } = content;
    const bytes = Buffer.from(json);
    const etag = etagOf(site.id, `${operationId} ${key}`, bytes);
    const headersNotModified = [
      "etag", etag,
      "cache-control", "private, max-age=0, must-revalidate",
      "vary", varyHeader,
      ...(contentLanguage ? ["content-language", contentLanguage] : []),
      ...(link ? ["link", link] : []),
      ...this.#constantHeaders,
    ]; // prettier-ignore
    const headers = ["content-type", jsonMediaType, "content-length", String(bytes.length), ...headersNotModified];
    const answer: PublishedAnswer = { generation: site.generation, operationId, etag, headers, headersNotModified, body: bytes };
    if (isCurrent) this.#keep(site.id, `${site.id} ${operationId} ${key}`, answer, content.tags);
    return answer;
  }

  #keep(siteId: string, key: string, answer: PublishedAnswer, given: readonly string[]): void {
    const distinct = new Set(given);
    const tags = (distinct.size > mostTags ? [anyChange] : [...distinct]).map((tag) => `${siteId} ${tag}`);
    const place: Place = { key, answer, tags };
    this.#places?.set(key, place);
    // Too large a response is not there.
    if (this.#places?.peek(key) !== place) return;
    for (const tag of tags) {
      const places = this.#placesByTag.get(tag);
      if (places) places.add(place);
      else this.#placesByTag.set(tag, new Set([place]));
    }
  }

  /** Lets `getByUrl` find the response for the next request with this URL. */
  indexUrl({ site, operationId, key }: PublishedRequest, url: string, answer: PublishedAnswer): void {
    const place = this.#places?.peek(`${site.id} ${operationId} ${key}`);
    // The same key may hold the response of another request, whose URL was parsed with other settings.
    if (place?.answer === answer && url.length <= longestIndexedUrl) this.#byUrl.set(`${site.id} ${url}`, place);
  }
}

/**
 * Writes the response, or 304 when the client has it, or no body to HEAD. Returns which. Throws `precondition_failed` if the client
 * requires this version, and there is another by now (RFC 9110 §13.2.2: checked before If-None-Match).
 */
export function writePublished(
  request: IncomingMessage,
  response: ServerResponse,
  answer: PublishedAnswer,
  { ifMatch, ifNoneMatch, origin }: { ifMatch: string | undefined; ifNoneMatch: string | undefined; origin: string | undefined },
): 200 | 304 {
  if (ifMatch !== undefined && !namesEtag(ifMatch, answer.etag)) throw new ProblemError(preconditionFailed);
  const { requestId, limited } = request;
  const notModified = ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, answer.etag);
  const headers = [...(notModified ? answer.headersNotModified : answer.headers), "x-request-id", requestId];
  if (limited) {
    const limits = limitHeaders(limited);
    headers.push("ratelimit-policy", limits["ratelimit-policy"], "ratelimit", limits.ratelimit);
  }
  if (origin !== undefined) {
    headers.push("access-control-allow-origin", origin, "access-control-expose-headers", exposedHeaders);
  }
  const status = notModified ? 304 : 200;
  response.writeHead(status, headers);
  response.end(notModified || request.method === "HEAD" ? undefined : answer.body);
  return status;
}
