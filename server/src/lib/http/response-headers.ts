/**
 * On every response, refusals included: none of ours is to be sniffed, framed, indexed by a search engine, or to run anything.
 * Pages for people set a policy of their own.
 */
export function securityHeaders(publicUrl: string): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    ...(publicUrl.startsWith("https:") ? { "strict-transport-security": "max-age=31536000" } : {}),
  };
}

/** A response depends on the caller: a cache must keep it apart for each. */
export const varyHeader = "origin, x-api-key, x-preview";

export const jsonMediaType = "application/json; charset=utf-8";

/** The headers that a script in a browser may read, besides the body. */
export const exposedHeaders =
  "etag, link, content-language, x-content-version, x-catalog-version, x-request-id, retry-after, ratelimit, ratelimit-policy, idempotent-replayed";

export function corsHeaders(origin: string): Record<string, string> {
  return { "access-control-allow-origin": origin, "access-control-expose-headers": exposedHeaders };
}
