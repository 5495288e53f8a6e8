// The public API in a few lines: a request, its answer, and a Problem where there is none. Each request is described at /docs.

import { releaseToken } from "./address.js";

/** Vitrine's address. Here it is the server of this script; on a site of yours, say, https://vitrine.example. */
const server = new URL("../", import.meta.url).href.replace(/\/$/, "");

/** The two parts of the API that visitors use: what is published, and what is sold. */
export const content = "/api/public/v1";
export const shop = "/api/v1/shop";

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
