// The public API in a few lines: a request, its answer, and a Problem where there is none. Both viewers use it.
// Each request that they make is described at /docs.

/** Vitrine's address. Here it is the server of this script; on a site of yours, say, https://vitrine.example. */
const server = new URL("../", import.meta.url).href.replace(/\/$/, "");

/** The two parts of the API that visitors use: what is published, and what is sold. */
export const content = "/api/public/v1";
export const shop = "/api/v1/shop";

/** The site that is shown when the address names none. Its key is public: it opens nothing that is not for every visitor. */
export const demo = { key: "pk_FjordAndFormDemoKey0000000000000", name: "Fjord & Form" };

/**
 * The answer of the API where it refuses: `code` is for programs and never changes, `errors` names members of the request, `retryAfter`
 * counts seconds. `title` and `detail` are for developers; visitors read a sentence of the page's own.
 */
export class Problem extends Error {
  constructor(body) {
    super(body.detail ?? body.title);
    Object.assign(this, body);
  }
}

/** The token with which published reads answer as they will after a release: behind the `#`, in an address that the studio made. */
export const releaseToken = () => new URLSearchParams(location.hash.slice(1)).get("release") || undefined;

/** A whole answer. Throws a Problem; its code is `offline` if there was no answer at all. */
export async function call(path, { key, headers, ...init } = {}) {
  const preview = key && !init.method && releaseToken();
  const own = {
    ...(key && { "x-api-key": key }),
    ...(preview && { "x-preview": preview }),
    ...(init.body && { "content-type": "application/json" }),
  };
  const response = await fetch(server + path, { ...init, headers: { ...own, ...headers } }).catch(() => {
    throw new Problem({ code: "offline", title: "The server does not answer." });
  });
  const body = await response.json().catch(() => ({ title: `The server answered ${response.status}.` }));
  if (response.ok) return body;
  const retryAfter = body.retryAfter ?? (Number(response.headers.get("retry-after")) || undefined);
  throw new Problem({ ...body, status: response.status, retryAfter });
}

/** A read with its query; members that are undefined are left out. */
export function read(path, key, query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  return call(given.length > 0 ? `${path}?${new URLSearchParams(given).toString()}` : path, { key });
}

export const isKeyUnknown = ({ code }) => code === "api_key_missing" || code === "api_key_invalid";
