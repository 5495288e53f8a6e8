import { expect, test } from "vitest";
import { readCacheSettings } from "./cache-settings.ts";
import { settingReader } from "./setting-values.ts";

function read(env: Record<string, string>) {
  const errors: string[] = [];
  const settings = readCacheSettings(settingReader(env, errors).setting, errors);
  return { settings, errors };
}

test("caches in front are those of the settings, and none without them", () => {
  expect(read({})).toEqual({ settings: { kind: "none" }, errors: [] });
  expect(read({ CACHE_PURGE: "fastly", CACHE_PURGE_TOKEN: "t", CACHE_PURGE_TARGET: "SU1Z0isx" })).toEqual({
    settings: { kind: "fastly", url: "https://api.fastly.com", service: "SU1Z0isx", token: "t" },
    errors: [],
  });
  expect(read({ CACHE_PURGE: "cloudflare", CACHE_PURGE_TOKEN: "t", CACHE_PURGE_TARGET: "023e" })).toEqual({
    settings: { kind: "cloudflare", url: "https://api.cloudflare.com/client/v4", zone: "023e", token: "t" },
    errors: [],
  });
  expect(read({ CACHE_PURGE: "varnish", CACHE_PURGE_URLS: "http://10.0.0.7:6081/, http://10.0.0.8:6081" })).toEqual({
    settings: { kind: "varnish", urls: ["http://10.0.0.7:6081", "http://10.0.0.8:6081"], token: undefined },
    errors: [],
  });
});

test.each<[Record<string, string>, string[]]>([
  [{ CACHE_PURGE: "akamai" }, ["CACHE_PURGE must be none or fastly or cloudflare or varnish."]],
  [{ CACHE_PURGE_TOKEN: "t" }, ["CACHE_PURGE is needed when its other settings are set."]],
  [{ CACHE_PURGE: "varnish" }, ["CACHE_PURGE_URLS is needed when CACHE_PURGE is varnish: the address of each cache."]],
  [
    { CACHE_PURGE: "fastly" },
    [
      "CACHE_PURGE_TOKEN is needed when CACHE_PURGE is fastly: a token that may purge.",
      "CACHE_PURGE_TARGET is needed when CACHE_PURGE is fastly: the ID of its service.",
    ],
  ],
  [
    { CACHE_PURGE: "cloudflare", CACHE_PURGE_TOKEN: "a b", CACHE_PURGE_TARGET: "a/b" },
    [
      "CACHE_PURGE_TOKEN must be a text without spaces.",
      "CACHE_PURGE_TARGET must be the ID of a Fastly service or a Cloudflare zone.",
      "CACHE_PURGE_TOKEN is needed when CACHE_PURGE is cloudflare: a token that may purge.",
      "CACHE_PURGE_TARGET is needed when CACHE_PURGE is cloudflare: the ID of its zone.",
    ],
  ],
  [
    { CACHE_PURGE: "varnish", CACHE_PURGE_URLS: "ftp://a" },
    expect.arrayContaining(["CACHE_PURGE_URLS must be a comma-separated list of http(s) URLs, one for each cache."]),
  ],
])("%o is refused with the reasons", (env, reasons) => {
  expect(read(env).errors).toEqual(reasons);
});
