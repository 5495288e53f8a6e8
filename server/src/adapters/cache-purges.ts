import type { CacheSettings } from "../lib/text/cache-settings.ts";
import type { CachePurger } from "../ports/cache-purger.ts";

interface Call {
  url: string;
  method: "PURGE" | "POST";
  headers: Readonly<Record<string, string>>;
  body?: string;
}

const timeoutMs = 10_000;
/** https://www.fastly.com/documentation/reference/api/purging/: of one call. */
const mostOfFastly = 256;
/** https://developers.cloudflare.com/cache/how-to/purge-cache/purge-by-tags/: of one call. */
const mostOfCloudflare = 100;
/** A header of Varnish has 8 KiB unless it is told otherwise. */
const mostOfVarnish = 100;

/** A cache or its API refused a purge, or did not answer. Names no tag, since those may be unpublished. */
class PurgeFailure extends Error {
  override readonly name = "PurgeFailure";
  readonly kind: string;
  constructor(kind: string) {
    super(kind);
    this.kind = kind;
  }
}

/** Purges the caches of the settings. Each call is one request to a cache, or to the API of all of them. */
export function cachePurges(settings: CacheSettings): CachePurger {
  const callsOf = callsFor(settings);
  return {
    async purge(tags) {
      await Promise.all(callsOf(tags).map(send));
    },
  };
}

function callsFor(settings: CacheSettings): (tags: readonly string[]) => Call[] {
  switch (settings.kind) {
    case "none":
      return () => [];
    case "fastly": {
      const { url, service, token } = settings;
      const headers = { "fastly-key": token, accept: "application/json" };
      const target = `${url}/service/${service}/purge`;
      return (tags) =>
        parts(tags, mostOfFastly).map((part) => ({
          url: target,
          method: "POST",
          headers: { ...headers, "surrogate-key": part.join(" ") },
        }));
    }
    case "cloudflare": {
      const { url, zone, token } = settings;
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const target = `${url}/zones/${zone}/purge_cache`;
      return (tags) =>
        parts(tags, mostOfCloudflare).map((part) => ({ url: target, method: "POST", headers, body: JSON.stringify({ tags: part }) }));
    }
    case "varnish": {
      const { urls, token } = settings;
      const headers = token === undefined ? undefined : { authorization: `Bearer ${token}` };
      return (tags) =>
        parts(tags, mostOfVarnish).flatMap((part) =>
          urls.map((url) => ({ url: `${url}/`, method: "PURGE", headers: { ...headers, "surrogate-key": part.join(" ") } })),
        );
    }
  }
}

function parts(tags: readonly string[], most: number): string[][] {
  return Array.from({ length: Math.ceil(tags.length / most) }, (_, index) => tags.slice(index * most, (index + 1) * most));
}

async function send({ url, method, headers, body }: Call): Promise<void> {
  const response = await fetch(url, {
    method,
    headers,
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMs),
    ...(body !== undefined && { body }),
  }).catch((error: unknown) => {
    throw new PurgeFailure((error as Error).name === "TimeoutError" ? "timeout" : "connection");
  });
  // To the end, so that the connection can be used again.
  await response.arrayBuffer().catch(() => undefined);
  if (!response.ok) throw new PurgeFailure(`status ${response.status}`);
}
