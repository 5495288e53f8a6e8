import type { IncomingMessage, ServerResponse } from "node:http";
import { etagOf, matchesEtag, namesEtag } from "../http/etag.ts";
import { anyOrigin } from "../http/origin.ts";
import { preconditionFailed, ProblemError } from "../http/problem.ts";
import { limitHeaders } from "../http/request-limits.ts";
import { exposedHeaders, jsonMediaType, varyHeader } from "../http/response-headers.ts";
import type { Site, SiteVersions } from "../site.ts";
import { cacheExplanation } from "./cache-explanation.ts";
import { cacheTagHeaders, cacheTags } from "./cache-tags.ts";
import { randomHashKey } from "./keyed-hash.ts";
import { TinyLfuCache, type CacheEntry } from "./tiny-lfu-cache.ts";
import { bytesForUrls, UrlIndex, type IndexedUrl } from "./url-index.ts";

/** The result of a published read: JSON text, and the versions that its first statements saw, of the parts that it depends on. */
export interface PublishedContent extends Partial<SiteVersions> {
  json: string;
  /** A change that touches one of these may change the response; no other change of the site does. */
  tags: readonly string[];
  contentLanguage?: string;
  link?: string;
}

/** A file that the public reads, with the versions that the statement saw which found it. */
export interface PublishedFile extends Partial<SiteVersions> {
  body: Buffer;
  /** Strong. */
  etag: string;
  contentType: string;
  /** Names and values in turn, besides those of every response to a request for a file. */
  headers: readonly string[];
  tags: readonly string[];
}

/** A complete response, ready to be written. */
export interface PublishedAnswer {
  readonly generation: number;
  readonly operationId: string;
  readonly etag: string;
  /** Names and values in turn, as `writeHead` takes them. */
  readonly headers: readonly string[];
  readonly headersNotModified: readonly string[];
  /** The same for requests at the hosts of the site, whose answers are for everybody. Absent: it has none, or this answer is for few. */
  readonly shared:
    { readonly headers: readonly string[]; readonly headersNotModified: readonly string[]; readonly isForAnyOrigin: boolean } | undefined;
  readonly body: Buffer;
  readonly tags: readonly string[];
}

/** `hit`: the response was in the cache of this process; `miss`: it was not; `off`: nothing of the kind is cached. */
export type CacheOutcome = "hit" | "miss" | "off";

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

/** What caches keep apart for each caller, and what they keep for all of them. */
const forOneClient = "private, max-age=0, must-revalidate";
const forEverybody = "public, max-age=0, s-maxage=86400, stale-while-revalidate=60, stale-if-error=86400";
/** With addresses of files that expire, half a day after they were made at the earliest. */
const forEverybodyShortly = "public, max-age=0, s-maxage=39600, stale-while-revalidate=60";

/** A response of more sources is evicted with any change of the site. */
const mostTags = 500;
const anyChange = "any change";
const serverTiming = { hit: "cache;desc=hit", miss: "cache;desc=miss", off: "cache;desc=off" } as const;
/** In one go: half a millisecond. */
const removedAtOnce = 500;
// Measured: up to 370 bytes with 70 characters, 980 with 350, if no other response has the tag.
const bytesOfTag = (tag: string) => 250 + 2 * tag.length;

/** Emptied when its response is evicted, so that an index that still points here keeps no memory. */
interface Place extends CacheEntry {
  answer: PublishedAnswer | undefined;
  /** With the site before them. */
  readonly tags: readonly string[];
  readonly urls: IndexedUrl<Place>[];
}

/**
 * Complete responses of published reads, by site and canonical request. If they outgrow `maxBytes`, those stay that are used more often than
 * others (`TinyLfuCache`). A response is used until `evict` is told of a change of what it was made from, or the site has a new generation.
 */
export class PublishedAnswers {
  readonly #places: TinyLfuCache<Place> | undefined;
  /** Finds the same response by the raw URL, before anything is parsed. */
  readonly #byUrl = new UrlIndex<Place>();
  readonly #placesByTag = new Map<string, Set<Place>>();
  /** Still to be removed, which takes longer than emptying them. */
  readonly #emptied: Place[] = [];
  #isRemoving = false;
  readonly #constantHeaders: readonly string[];
  readonly #maxBytes: number;
  #hits = 0;
  #misses = 0;

  constructor(maxBytes: number, constantHeaders: Readonly<Record<string, string>>, hashKey = randomHashKey()) {
    this.#maxBytes = maxBytes;
    this.#places = maxBytes > 0 ? new TinyLfuCache(maxBytes, hashKey, (place) => this.#forget(place)) : undefined;
    this.#constantHeaders = Object.entries(constantHeaders).flat();
  }

  get({ site, operationId, key }: PublishedRequest): PublishedAnswer | undefined {
    const placeKey = `${site.id} ${operationId} ${key}`;
    const answer = this.#use(this.#places?.find(placeKey), site);
    if (!answer) {
      this.#misses += 1;
      this.#places?.countMiss(placeKey);
    }
    return answer;
  }

  /** How a response that was not in the cache is described. */
  get outcomeOfRead(): CacheOutcome {
    return this.#places ? "miss" : "off";
  }

  /** A miss here is not counted; `get` counts it. */
  getByUrl(site: Site, url: string): PublishedAnswer | undefined {
    const indexed = this.#byUrl.find(`${site.id} ${url}`);
    if (!indexed) return undefined;
    const answer = this.#use(indexed.target, site);
    if (answer) indexed.uses += 1;
    return answer;
  }

  /** The current size, and the hits and misses since the start. */
  counts(): CacheCounts {
    return {
      hits: this.#hits,
      misses: this.#misses,
      maxBytes: this.#maxBytes,
      entries: this.#places?.entries ?? 0,
      bytes: this.#places?.bytes ?? 0,
      tags: this.#placesByTag.size,
    };
  }

  #use(place: Place | undefined, site: Site): PublishedAnswer | undefined {
    const answer = place?.answer;
    if (!place || answer?.generation !== site.generation) return undefined;
    this.#hits += 1;
    this.#places?.countUse(place);
    return answer;
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
    for (const place of this.#emptied.splice(-removedAtOnce)) this.#places?.remove(place);
    this.#isRemoving = this.#emptied.length > 0;
    if (this.#isRemoving) setImmediate(() => this.#removeEmptied());
  }

  #forget(place: Place): void {
    place.answer = undefined;
    this.#byUrl.removeTarget(place);
    for (const tag of place.tags) {
      const places = this.#placesByTag.get(tag);
      places?.delete(place);
      if (places?.size === 0) this.#placesByTag.delete(tag);
    }
  }

  /**
   * Makes the response, and caches it if it is current: if the site is at the versions that it was read at, so that `evict` will be told of
   * every later change. At newer ones the request may have been parsed with older settings.
   */
  put(request: PublishedRequest, content: PublishedContent, isCurrent: boolean): PublishedAnswer {
    const { site, operationId, key } = request;
    const answer = this.#make(request, content, forOneClient);
    if (isCurrent) this.#keep(site.id, `${site.id} ${operationId} ${key}`, answer, content.tags);
    return answer;
  }

  /** The same of a file, whose address names its bytes: any cache may keep it for good. */
  putFile({ site, operationId, key }: PublishedRequest, file: PublishedFile, isCurrent: boolean): PublishedAnswer {
    const { body, etag, contentType, tags, headers: headersNotModified } = file;
    const headers = ["content-type", contentType, "content-length", String(body.length), ...headersNotModified];
    const answer = { generation: site.generation, operationId, etag, headers, headersNotModified, shared: undefined, body, tags };
    if (isCurrent) this.#keep(site.id, `${site.id} ${operationId} ${key}`, answer, file.tags);
    return answer;
  }

  /** Makes a response that nobody keeps: neither this cache nor any other. */
  passing(request: PublishedRequest, content: PublishedContent): PublishedAnswer {
    return this.#make(request, content, "private, no-store");
  }

  #make(
    { site, operationId, key }: PublishedRequest,
    { json, contentLanguage, link, tags }: PublishedContent,
    caching: string,
  ): PublishedAnswer {
    const bytes = Buffer.from(json);
    const etag = etagOf(site.id, `${operationId} ${key}`, bytes);
    const about = [
      ...(contentLanguage ? ["content-language", contentLanguage] : []),
      ...(link ? ["link", link] : []),
      ...this.#constantHeaders,
    ]; // prettier-ignore
    const headersNotModified = ["etag", etag, "cache-control", caching, "vary", varyHeader, ...about];
    const ofBody = ["content-type", jsonMediaType, "content-length", String(bytes.length)];
    // A preview is for one client everywhere. The tags are for caches alone, and each header costs some per cent of an answer from memory.
    const sharedNotModified =
      caching === forOneClient && site.apiHosts.length > 0
        ? ["etag", etag, ...sharedHeaders(site), ...about, ...cacheTagHeaders(cacheTags(site.slug, operationId, tags))]
        : undefined;
    return {
      generation: site.generation,
      operationId,
      etag,
      headers: [...ofBody, ...headersNotModified],
      headersNotModified,
      shared: sharedNotModified && {
        headers: [...ofBody, ...sharedNotModified],
        headersNotModified: sharedNotModified,
        isForAnyOrigin: site.allowsAnyOrigin,
      },
      body: bytes,
      tags,
    };
  }

  #keep(siteId: string, key: string, answer: PublishedAnswer, allTags: readonly string[]): void {
    if (!this.#places) return;
    const distinct = new Set(allTags);
    const tags = (distinct.size > mostTags ? [anyChange] : [...distinct]).map((tag) => `${siteId} ${tag}`);
    const bytesOfTags = tags.reduce((sum, tag) => sum + bytesOfTag(tag), 0);
    const lines = answer.headers.length + (answer.shared?.headers.length ?? 0);
    const bytes = answer.body.length + 64 * lines + bytesOfTags + 2 * key.length + bytesForUrls + 512;
    const place: Place = { key, hash: this.#places.hashOf(key), bytes, answer, tags, urls: [], referenced: false };
    this.#places.put(place);
    // One that is too large, or not admitted, is not there.
    if (this.#places.find(key) !== place) return;
    for (const tag of tags) {
      const places = this.#placesByTag.get(tag);
      if (places) places.add(place);
      else this.#placesByTag.set(tag, new Set([place]));
    }
  }

  /** Lets `getByUrl` find the response for the next request with this URL. */
  indexUrl({ site, operationId, key }: PublishedRequest, url: string, answer: PublishedAnswer): void {
    const place = this.#places?.find(`${site.id} ${operationId} ${key}`);
    // The same key may hold the response of another request, whose URL was parsed with other settings.
    if (place?.answer === answer) this.#byUrl.add(`${site.id} ${url}`, place);
  }
}

/** Of an answer that depends on nothing but the address, and on the origin where the site allows only some. */
function sharedHeaders({ filesUntil, allowsAnyOrigin }: Site): string[] {
  const caching = ["cache-control", filesUntil === null ? forEverybody : forEverybodyShortly];
  if (!allowsAnyOrigin) return [...caching, "vary", "origin"];
  return [...caching, "access-control-allow-origin", anyOrigin, "access-control-expose-headers", exposedHeaders];
}

export interface PublishedWriting {
  ifMatch: string | undefined;
  ifNoneMatch: string | undefined;
  origin: string | undefined;
  cache: CacheOutcome;
  /** The versions that the response has at least, which it names. Absent of files. */
  versions?: Pick<SiteVersions, "contentVersion" | "catalogVersion">;
  /** The site, if the request asks why it got this response. */
  explainedTo: Site | undefined;
}

/**
 * Writes the response, or 304 when the client has it, or no body to HEAD. Returns which. Throws `precondition_failed` if the client
 * requires this version, and there is another by now (RFC 9110 §13.2.2: checked before If-None-Match).
 */
export function writePublished(
  request: IncomingMessage,
  response: ServerResponse,
  answer: PublishedAnswer,
  { ifMatch, ifNoneMatch, origin, cache, versions, explainedTo }: PublishedWriting,
): 200 | 304 {
  if (ifMatch !== undefined && !namesEtag(ifMatch, answer.etag)) throw new ProblemError(preconditionFailed);
  const { requestId, limited } = request;
  const notModified = ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, answer.etag);
  // At the host of a site, nothing of the request but its origin may show in the answer: a cache sends it to others.
  const shared = request.apiHost && answer.shared;
  const { headers: headersWithBody, headersNotModified } = shared ?? answer;
  const headers = [...(notModified ? headersNotModified : headersWithBody), "x-request-id", requestId];
  if (versions) headers.push("x-content-version", String(versions.contentVersion), "x-catalog-version", String(versions.catalogVersion));
  if (!shared) {
    headers.push("server-timing", serverTiming[cache]);
    if (explainedTo) headers.push(...cacheExplanation(answer, explainedTo));
    if (limited) {
      const limits = limitHeaders(limited);
      headers.push("ratelimit-policy", limits["ratelimit-policy"], "ratelimit", limits.ratelimit);
    }
  }
  if (origin !== undefined && !shared?.isForAnyOrigin) {
    headers.push("access-control-allow-origin", origin, "access-control-expose-headers", exposedHeaders);
  }
  const status = notModified ? 304 : 200;
  response.writeHead(status, headers);
  response.end(notModified || request.method === "HEAD" ? undefined : answer.body);
  return status;
}
