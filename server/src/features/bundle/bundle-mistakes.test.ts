import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServer, type TestServer } from "../../../../test/kit/harness.ts";
import { sampleSite } from "../../../../test/kit/sample-site.ts";
import { rarely } from "../../../../test/kit/sampled.ts";
import { BundleError } from "./bundle-error.ts";

let server: TestServer;
let count = 0;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

/** A bundle of a site that nobody else has. */
function bundle(more: Record<string, unknown> = {}): Record<string, unknown> {
  const site = {
    slug: `bundle-${(count += 1)}`,
    name: "A site",
    defaultLocale: "en",
    locales: ["en", "de", "pt-BR"],
    currency: "eur",
    ...(more.site as object | undefined),
  };
  return { bundle: 1, ...more, site };
}
const faultsOf = async (given: unknown) => {
  const error = await server.import(given).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof BundleError)) throw new Error(`expected a BundleError, got ${String(error)}`);
  return error.faults.map(({ path }) => path);
};
const plugins = {
  "svc.payments": {
    enabled: true,
    config: { secretKey: "sk_test_canary", publishableKey: "pk_test_1", webhookSecrets: ["whsec_canary"], currency: "eur" },
  },
  "svc.forms": { enabled: false, config: { notify: ["ops@shop.example"] } },
};
const full = () => bundle({ ...sampleSite(), site: {}, plugins, apiKeys: [{ name: "web" }, { name: "renderer", readLimit: 500 }] });

describe("every mistake is found, with where it is", () => {
  const type = {
    type: "text",
    title: "Text",
    schema: { type: "object", properties: { text: { type: "string" } }, required: ["text"], additionalProperties: false },
  };
  const page = (more: object) => ({ blockTypes: [type], pages: [{ slug: "x", locale: "en", title: "x", ...more }] });
  test.each<[string, object, string[]]>([
    ["an unknown member", { pagez: [] }, ["/pagez"]],
    ["an unknown member inside", page({ titel: "x" }), ["/pages/0/titel"]],
    ["a missing member", { pages: [{ slug: "x", locale: "en" }] }, ["/pages/0/title"]],
    ["another bundle format", { bundle: 2 }, ["/bundle"]],
    ["a locale that the site has not", page({ locale: "fr" }), ["/pages/0/locale"]],
    ["a malformed locale", page({ locale: "en_US" }), ["/pages/0/locale"]],
    ["a malformed slug", page({ slug: "A B" }), ["/pages/0/slug"]],
    ["a slug twice", { pages: [1, 2].map(() => ({ slug: "x", locale: "en", title: "x" })) }, ["/pages/1/slug"]],
    ["a name twice", { pages: ["x", "y"].map((slug) => ({ page: "p", slug, locale: "en", title: "x" })) }, ["/pages/1/page"]],
    ["an unknown block type", page({ composition: [{ type: "none" }] }), ["/pages/0/composition/0/type"]],
    ["props that do not fit", page({ composition: [{ type: "text", props: { text: 1 } }] }), ["/pages/0/composition/0/props/text"]],
    ["a missing prop", page({ composition: [{ type: "text" }] }), ["/pages/0/composition/0/props/text"]],
    [
      "a mistake in a nested block",
      page({ composition: [{ type: "text", props: { text: "" }, children: { a: [{ type: "none" }] } }] }),
      ["/pages/0/composition/0/children/a/0/type"],
    ],
    ["a mistake in a draft", page({ draft: { title: "x", composition: [{ type: "none" }] } }), ["/pages/0/draft/composition/0/type"]],
    [
      "an id twice in a page",
      page({ composition: [1, 2].map(() => ({ id: "a", type: "text", props: { text: "" } })) }),
      ["/pages/0/composition/1/id"],
    ],
    [
      "a binding to nowhere",
      page({ composition: [{ type: "text", props: { text: "" }, bindings: { "/a/b": { source: "site", path: "/name" } } }] }),
      ["/pages/0/composition/0/bindings/~1a~1b"],
    ],
    [
      "a binding that is no pointer",
      page({ composition: [{ type: "text", props: { text: "" }, bindings: { text: { source: "site", path: "/name" } } }] }),
      ["/pages/0/composition/0/bindings/text"],
    ],
    [
      "a binding without its entry",
      page({ composition: [{ type: "text", props: { text: "" }, bindings: { "/text": { source: "entry", path: "/x" } } }] }),
      ["/pages/0/composition/0/bindings/~1text"],
    ],
    ["an instant in the future", page({ publishedAt: "2027-01-01T00:00:00Z" }), ["/pages/0/publishedAt"]],
    ["an instant that there is not", page({ publishedAt: "2026-02-31T25:00:00Z" }), ["/pages/0/publishedAt"]],
    ["a draft of a draft", page({ status: "DRAFT", draft: { title: "x" } }), ["/pages/0/draft"]],
    ["an unknown content type", { entries: [{ contentType: "none", slug: "x", locale: "en", data: {} }] }, ["/entries/0/contentType"]],
    ["pages as entries", { entries: [{ contentType: "page", slug: "x", locale: "en", data: {} }] }, ["/entries/0/contentType"]],
    ["the built-in type", { contentTypes: [{ slug: "page", title: "x", schema: { type: "object" } }] }, ["/contentTypes/0/slug"]],
    [
      "a schema outside the subset",
      { contentTypes: [{ slug: "x", title: "x", schema: { type: "object", $ref: "https://evil.example/" } }] },
      ["/contentTypes/0/schema/$ref"],
    ],
    ["defaults that do not fit", { blockTypes: [{ ...type, defaults: { text: 1 } }] }, ["/blockTypes/0/defaults/text"]],
    ["a default locale that the site has not", { site: { defaultLocale: "fr" } }, ["/site/defaultLocale"]],
    ["a locale twice", { site: { locales: ["en", "en"] } }, ["/site/locales"]],
    ["a currency that there is not", { site: { currency: "xyz" } }, ["/site/currency"]],
    ["an origin with a path", { site: { allowedOrigins: ["https://a.example/x"] } }, ["/site/allowedOrigins/0"]],
    [
      "everybody's origin",
      { site: { allowedOrigins: ["*", "https://*.example", "null"] } },
      ["/site/allowedOrigins/0", "/site/allowedOrigins/1", "/site/allowedOrigins/2"],
    ],
    ["a storefront that is no web page", { site: { storefrontUrl: "javascript:alert(1)" } }, ["/site/storefrontUrl"]],
    ["a storefront with a query", { site: { storefrontUrl: "https://shop.example/?a=b" } }, ["/site/storefrontUrl"]],
    ["a storefront with a fragment", { site: { storefrontUrl: "https://shop.example/#a" } }, ["/site/storefrontUrl"]],
    ["a storefront with a user", { site: { storefrontUrl: "https://a:b@shop.example/" } }, ["/site/storefrontUrl"]],
    ["a storefront without a host", { site: { storefrontUrl: "https://?" } }, ["/site/storefrontUrl"]],
    ["a key twice", { apiKeys: [{ name: "a" }, { name: "a" }] }, ["/apiKeys/1/name"]],
    ["a key of another form", { apiKeys: [{ name: "a", key: "secret" }] }, ["/apiKeys/0/key"]],
    ["an unknown plugin", { plugins: { "svc.other": { enabled: true } } }, ["/plugins/svc.other"]],
    ["a NUL", page({ title: "a\0b" }), ["/pages/0/title"]],
    ["a currency that is none at all", { site: { currency: "1 $" } }, ["/site/currency"]],
  ])("%s", async (_name, more, paths) => {
    expect(await faultsOf(bundle(more as Record<string, unknown>))).toEqual(paths);
  });

  const oversized: [string, string, string][] = [
    ["two hundred thousand keys", Array.from({ length: 200_000 }, (_, index) => `key${index}: 1`).join("\n"), "/site is required"],
    [
      "a key twice, by its line",
      "bundle: 1\nsite:\n  name: A\n  slug: b\n  name: C\n",
      "(line 5) is not well-formed: Map keys must be unique",
    ],
    ["a key twice, once as a number", "1: a\n'1': b\n", "(line 2) is not well-formed: Map keys must be unique"],
    [
      "more than a million nodes",
      "pages:\n" + "- \n".repeat(1_000_001),
      "(line 1000001) has more than 1000000 nodes of YAML: use JSON for it",
    ],
    ["brackets a hundred thousand deep", "a: " + "[".repeat(100_000), "(line 1) is nested deeper than 64"],
    ["lists a hundred thousand deep", "\n" + "- ".repeat(100_000), "(line 2) is nested deeper than 64"],
    ["keys a hundred thousand deep", "? ".repeat(100_000), "(line 1) is nested deeper than 64"],
    ["a tenth of a million faults", "a: [%, @]\n".repeat(50_000), "… and "],
  ];
  test.each(rarely(oversized, ([name]) => name, 4))("of size, in YAML: %s", async (_name, text, message) => {
    const error = (await server.import(text).catch((reason: unknown) => reason)) as BundleError;
    expect(error.message).toContain(message);
    expect(error).toBeInstanceOf(BundleError);
  });

  test("all of them at once, with their lines in YAML", async () => {
    const text = `bundle: 1\nsite: { slug: yaml-faults, name: A site, defaultLocale: en, locales: [en], currency: eur }\npages:\n  - slug: a\n    locale: de\n    title: A\n  - slug: a\n    locale: fr\n    title: A\n`;
    const error = (await server.import(text).catch((reason: unknown) => reason)) as BundleError;
    expect(error.faults).toMatchObject([
      { path: "/pages/0/locale", line: 5 },
      { path: "/pages/1/locale", line: 8 },
    ]);
    expect(error.message).toContain("2 mistakes");
    expect(error.message).toContain("/pages/0/locale (line 5) is none of the site's locales: de");
  });

  test.each([
    ["empty", ""],
    ["no bundle", "hello"],
    ["a list", "[]"],
    ["cut off", '{"bundle":1,'],
    ["a member twice in JSON", '{"bundle":1,"bundle":1}'],
    ["a member twice in YAML", "bundle: 1\nbundle: 1\n"],
    ["tabs in YAML", "bundle:\n\t1"],
    ["an unknown tag", "bundle: !!js/function 'x'\nsite: 1"],
    [
      "a thousand laughs",
      `a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]`,
    ],
    ["100 levels", `{"bundle":${"[".repeat(100)}${"]".repeat(100)}}`],
    ["__proto__", '{"bundle":1,"__proto__":{}}'],
    ["a number that would be rounded", "bundle: 12345678901234567890\n"],
    ["__proto__ in YAML", "bundle: 1\n__proto__: { a: 1 }"],
  ])("text that is %s", async (_name, text) => {
    expect((await faultsOf(text)).length).toBeGreaterThan(0);
  });

  test("a slug that another page has", async () => {
    const given = bundle({ pages: [{ page: "one", slug: "x", locale: "en", title: "x" }] });
    await server.import(given);
    expect(await faultsOf({ ...given, pages: [{ page: "two", slug: "x", locale: "en", title: "x" }] })).toEqual(["/pages/0/slug"]);
  });

  test("a locale that is still written in", async () => {
    const given = full();
    await server.import(given);
    expect(await faultsOf({ ...given, pages: [], entries: [], site: { ...(given.site as object), locales: ["en"] } })).toEqual([
      "/site/locales",
    ]);
  });

  test("a key of another site, or one that was revoked", async () => {
    const key = `pk_${"k".repeat(32)}`;
    const given = bundle({ apiKeys: [{ name: "a", key }] });
    await server.import(given);
    expect(await faultsOf(bundle({ apiKeys: [{ name: "a", key }] }))).toEqual(["/apiKeys/0/key"]);
    await server.deps.sql`update api_keys set revoked_at = now() where name = 'a'`;
    expect(await faultsOf(given)).toEqual(["/apiKeys/0/key"]);
  });
});
