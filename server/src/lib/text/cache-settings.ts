import { publicUrl } from "./setting-values.ts";

/** The caches in front, and how they are told what to drop. `urls`: without a slash at the end. */
export type CacheSettings =
  | { kind: "none" }
  | { kind: "fastly"; url: string; service: string; token: string }
  | { kind: "cloudflare"; url: string; zone: string; token: string }
  | { kind: "varnish"; urls: string[]; token: string | undefined };

type Setting = <T>(name: string, fallback: T, read: (text: string) => T | undefined, expected: string) => T;

const kinds = ["none", "fastly", "cloudflare", "varnish"] as const;

/** Adds to `errors` what no setting shows by itself. */
export function readCacheSettings(setting: Setting, errors: string[]): CacheSettings {
  const optional = (name: string, read: (text: string) => string | undefined, expected: string) =>
    setting<string | undefined>(name, undefined, read, expected);
  const kind = setting("CACHE_PURGE", "none", (text) => kinds.find((each) => each === text), kinds.join(" or "));
  const urls = setting<string[]>("CACHE_PURGE_URLS", [], urlList, "a comma-separated list of http(s) URLs, one for each cache");
  const token = optional("CACHE_PURGE_TOKEN", (text) => matching(text, /^[\x21-\x7e]{1,1024}$/), "a text without spaces");
  const target = optional(
    "CACHE_PURGE_TARGET",
    (text) => matching(text, /^[\w-]{1,64}$/),
    "the ID of a Fastly service or a Cloudflare zone",
  );
  if (kind === "none") {
    if (urls.length > 0 || token !== undefined || target !== undefined)
      errors.push("CACHE_PURGE is needed when its other settings are set.");
    return { kind };
  }
  if (kind === "varnish") {
    if (urls.length === 0) errors.push("CACHE_PURGE_URLS is needed when CACHE_PURGE is varnish: the address of each cache.");
    if (target !== undefined) errors.push("CACHE_PURGE_TARGET has no effect when CACHE_PURGE is varnish.");
    return { kind, urls, token };
  }
  if (token === undefined) errors.push(`CACHE_PURGE_TOKEN is needed when CACHE_PURGE is ${kind}: a token that may purge.`);
  if (target === undefined)
    errors.push(`CACHE_PURGE_TARGET is needed when CACHE_PURGE is ${kind}: the ID of its ${kind === "fastly" ? "service" : "zone"}.`);
  if (urls.length > 1) errors.push(`CACHE_PURGE_URLS must be one URL when CACHE_PURGE is ${kind}.`);
  const [url] = urls;
  const common = { token: token ?? "" };
  return kind === "fastly"
    ? { ...common, kind, url: url ?? "https://api.fastly.com", service: target ?? "" }
    : { ...common, kind, url: url ?? "https://api.cloudflare.com/client/v4", zone: target ?? "" };
}

function urlList(text: string): string[] | undefined {
  const urls = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map(publicUrl);
  return urls.length === 0 || urls.includes(undefined) ? undefined : (urls as string[]);
}

function matching(text: string, form: RegExp): string | undefined {
  return form.test(text) ? text : undefined;
}
