import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { errorsIn, fullBundle, newBundle } from "../../../../../test/kit/new-bundle.ts";
import { sampled } from "../../../../../test/kit/sampled.ts";
import { BundleError } from "./bundle-error.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const errorsOf = async (bundle: unknown) => (await errorsIn(server.import(bundle))).map(({ path }) => path);

describe("an import reports every mistake, and its place", () => {
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
    ["a locale that the site does not have", page({ locale: "fr" }), ["/pages/0/locale"]],
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
    [
      "a slot without a valid name",
      page({ composition: [{ type: "text", props: { text: "" }, children: { "1 a": "not blocks" } }] }),
      ["/pages/0/composition/0/children/1 a"],
    ],
    [
      "a binding at a name with a line break",
      page({ composition: [{ type: "text", props: { text: "" }, bindings: { "/te\nxt": "nothing" } }] }),
      ["/pages/0/composition/0/bindings/~1te\nxt"],
    ],
    ["a published page without a title", page({ title: " " }), ["/pages/0/title"]],
    [
      "a name that two drafts have",
      { pages: [1, 2].map(() => ({ slug: "x", locale: "en", title: "x", status: "DRAFT" })) },
      ["/pages/1/slug"],
    ],
    [
      "too many blocks in a draft",
      page({ draft: { title: "x", composition: Array(1_001).fill({ type: "text" }) } }),
      ["/pages/0/draft/composition/1000"],
    ],
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
      "origins of anybody",
      { site: { allowedOrigins: ["https://*", "https://*.example", "null"] } },
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
    expect(await errorsOf(newBundle(more as Record<string, unknown>))).toEqual(paths);
  });

  const oversized: [string, string, string][] = [
    ["a hundred thousand keys", Array.from({ length: 100_000 }, (_, index) => `key${index}: 1`).join("\n"), "/site is required"],
    [
      "a key twice, by its line",
      "bundle: 1\nsite:\n  name: A\n  slug: b\n  name: C\n",
      '(line 5, column 3) has the key "name" twice: remove one of them',
    ],
    ["a key twice, once as a number", "1: a\n'1': b\n", '(line 2, column 1) has the key "1" twice: remove one of them'],
    ["more than 300,000 nodes", "pages:\n" + "- \n".repeat(300_001), "(line 300001) has more than 300000 nodes of YAML: use JSON for it"],
    ["brackets a hundred thousand deep", "a: " + "[".repeat(100_000), "(line 1) is nested deeper than 64"],
    ["lists a hundred thousand deep", "\n" + "- ".repeat(100_000), "(line 2) is nested deeper than 64"],
    ["keys a hundred thousand deep", "? ".repeat(100_000), "(line 1) is nested deeper than 64"],
    ["a tenth of a million faults, of which the first counts", "a: [%, @]\n".repeat(50_000), "The bundle has a mistake;"],
  ];
  test.each(sampled(oversized, ([name]) => name, 4))("a size over the limit, in YAML: %s", async (_name, text, message) => {
    const error = (await server.import(text).catch((reason: unknown) => reason)) as BundleError;
    expect(error.message).toContain(message);
    expect(error).toBeInstanceOf(BundleError);
  });

  test("several mistakes at once, with their lines in YAML", async () => {
    const text = `bundle: 1\nsite: { slug: yaml-faults, name: A site, defaultLocale: en, locales: [en], currency: eur }\npages:\n  - slug: a\n    locale: de\n    title: A\n  - slug: a\n    locale: fr\n    title: A\n`;
    const error = (await server.import(text).catch((reason: unknown) => reason)) as BundleError;
    expect(error.errors).toMatchObject([
      { path: "/pages/0/locale", line: 5, column: 13 },
      { path: "/pages/1/locale", line: 8 },
    ]);
    expect(error.message).toContain("2 mistakes");
    expect(error.message).toContain("/pages/0/locale (line 5, column 13) is not one of the site's locales: de (they are en)");
  });

  test("mistakes of form and wrong references at once", async () => {
    const { site } = newBundle();
    const bundle = {
      bundle: 1,
      site,
      categories: [{ slug: "bread", title: "" }],
      products: [
        { slug: "loaf", title: "Loaf", category: "bread", variants: [{ sku: "L", price: 2.9 }] },
        { slug: "roll", title: "Roll", category: "rolls", variants: [{ sku: "R", price: 110 }] },
        { slug: "bun", title: "Bun", variants: [{ sku: "B", price: 280, stock: -1 }] },
      ],
      pages: [{ slug: "a", locale: "fr", title: "A" }, { slug: "b" }],
    };
    const error = (await server.import(bundle).catch((reason: unknown) => reason)) as BundleError;
    expect(error.errors.map(({ path, message }) => `${path} ${message}`).sort()).toEqual([
      "/categories/0/title must not be empty",
      "/pages/0/locale is not one of the site's locales: fr (they are en, de, pt-BR)",
      "/pages/1/locale is required",
      "/pages/1/title is required",
      "/products/0/variants/0/price must be a whole number of minor units, such as cents: 290 for 2.90",
      "/products/1/category is not one of the site's categories: rolls",
      "/products/2/variants/0/stock must be >= 0",
    ]);
    expect(error.errors.every(({ line }) => line !== undefined)).toBe(true);
  });

  test.each([
    ["a comma that is missing", '{\n  "bundle": 1\n  "site": {}\n}', "(line 3, column 3) is not well-formed: a comma is missing"],
    ["a comma too many", '{\n  "bundle": 1,\n}', "(line 3, column 1) is not well-formed: "],
    [
      "a text without its end",
      '{ "bundle": 1, "site": "abc }',
      "(line 1, column 24) is not well-formed: a string without its closing quote",
    ],
    ["no end", '{ "bundle": 1', "is not well-formed: a closing brace is missing"],
    ["a comment", '{ "bundle": 1 } // mine', "is not well-formed: a comment, which JSON does not have"],
    ["a member twice", '{ "bundle": 1,\n  "bundle": 1 }', "/bundle (line 1, column 13) occurs twice"],
    ["a value of another type", '{ "bundle": 1,\n  "pages": 3 }', "/pages (line 2, column 12) must be array"],
  ])("a mistake with its line in JSON: %s", async (_name, text, message) => {
    const error = (await server.import(text).catch((reason: unknown) => reason)) as BundleError;
    expect(error.message).toContain(message);
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
    expect((await errorsOf(text)).length).toBeGreaterThan(0);
  });

  test("a slug that another page has", async () => {
    const bundle = newBundle({ pages: [{ page: "one", slug: "x", locale: "en", title: "x" }] });
    await server.import(bundle);
    expect(await errorsOf({ ...bundle, pages: [{ page: "two", slug: "x", locale: "en", title: "x" }] })).toEqual(["/pages/0/slug"]);
  });

  test("the removal of a locale that has content", async () => {
    const bundle = fullBundle();
    await server.import(bundle);
    expect(await errorsOf({ ...bundle, pages: [], entries: [], site: { ...(bundle.site as object), locales: ["en"] } })).toEqual([
      "/site/locales",
    ]);
  });

  test("a key of another site, or one that was revoked", async () => {
    const key = `pk_${"k".repeat(32)}`;
    const bundle = newBundle({ apiKeys: [{ name: "a", key }] });
    await server.import(bundle);
    expect(await errorsOf(newBundle({ apiKeys: [{ name: "a", key }] }))).toEqual(["/apiKeys/0/key"]);
    await server.deps.sql`update api_keys set revoked_at = now() where name = 'a'`;
    expect(await errorsOf(bundle)).toEqual(["/apiKeys/0/key"]);
  });
});
