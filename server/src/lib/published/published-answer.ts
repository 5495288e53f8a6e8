import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import type { Clock } from "../../ports/clock.ts";
import { etagOf, matchesEtag, namesEtag } from "../http/etag.ts";
import { preconditionFailed, ProblemError } from "../http/problem.ts";
import { limitHeaders } from "../http/request-limits.ts";
import { exposedHeaders, jsonMediaType, varyHeader } from "../http/response-headers.ts";
import type { Site, SiteVersions } from "../site.ts";

/** The result of a published read: JSON text, and the versions that its statements saw. */
export interface PublishedContent extends Partial<SiteVersions> {
  json: string;
  /** Stock raises no version: a response with stock is cached for a second. */
  showsStock?: boolean;
  contentLanguage?: string;
  link?: string;
}

/** A complete response, ready to be written. */
export interface PublishedAnswer {
  /** The versions of its content; absent for the part of the site that it does not depend on. */
  readonly versions: Partial<SiteVersions>;
  readonly goodUntilMs: number;
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
}

const longestIndexedUrl = 512;
const stockIsGoodForMs = 1_000;

/** Emptied when its response is evicted, so that an index that still points here keeps no memory. */
interface Place {
  answer: PublishedAnswer | undefined;
}

/**
 * Complete responses of published reads, by site and canonical request, the least recently used evicted first when they
 * outgrow `maxBytes`. A response is only used while the site is at the versions that it was made from.
 */
export class PublishedAnswers {
  readonly #places: LRUCache<string, Place> | undefined;
  /** Finds the same response by the raw URL, before anything is parsed. */
  readonly #byUrl = new LRUCache<string, Place>({ max: 10_000 });
  readonly #constantHeaders: readonly string[];
  readonly #clock: Clock;
  readonly #maxBytes: number;
  #hits = 0;
  #misses = 0;

  constructor(maxBytes: number, constantHeaders: Readonly<Record<string, string>>, clock: Clock) {
    this.#clock = clock;
    this.#maxBytes = maxBytes;
    this.#places =
      maxBytes > 0
        ? new LRUCache({
            maxSize: maxBytes,
            sizeCalculation: ({ answer }) => (answer ? answer.body.length + 64 * answer.headers.length + 512 : 1),
            dispose: (place) => (place.answer = undefined),
          })
        : undefined;
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
      ...{ entries: this.#places?.size ?? 0, bytes: this.#places?.calculatedSize ?? 0 },
    };
  }

  #current(place: Place | undefined, site: Site): PublishedAnswer | undefined {
    const answer = place?.answer;
    return answer && isMadeFrom(answer.versions, site) && this.#clock.monotonicMs() < answer.goodUntilMs ? answer : undefined;
  }

  /**
   * Makes the response, and caches it if it was read at the current versions of the site: at a newer one the
   * request may have been parsed with older settings. `readAtMs` is when the reading began, in monotonic time.
   */
  put(request: PublishedRequest, content: PublishedContent, readAtMs: number): PublishedAnswer {
    const { site, operationId, key } = request;
    const { contentVersion, catalogVersion, json, showsStock, contentLanguage, link } = content;
    const versions = {
      ...(contentVersion === undefined ? {} : { contentVersion }),
      ...(catalogVersion === undefined ? {} : { catalogVersion }),
    };
    const goodUntilMs = showsStock ? readAtMs + stockIsGoodForMs : Infinity;
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
    const answer: PublishedAnswer = { versions, goodUntilMs, operationId, etag, headers, headersNotModified, body: bytes };
    if (isMadeFrom(versions, site)) this.#places?.set(`${site.id} ${operationId} ${key}`, { answer });
    return answer;
  }

  /** Lets `getByUrl` find the response for the next request with this URL. */
  indexUrl({ site, operationId, key }: PublishedRequest, url: string, answer: PublishedAnswer): void {
    const place = this.#places?.peek(`${site.id} ${operationId} ${key}`);
    // The same key may hold the response of another request, whose URL was parsed with other settings.
    if (place?.answer === answer && url.length <= longestIndexedUrl) this.#byUrl.set(`${site.id} ${url}`, place);
  }
}

function isMadeFrom({ contentVersion, catalogVersion }: Partial<SiteVersions>, site: SiteVersions): boolean {
  return (
    (contentVersion === undefined || contentVersion === site.contentVersion) &&
    (catalogVersion === undefined || catalogVersion === site.catalogVersion)
  );
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
