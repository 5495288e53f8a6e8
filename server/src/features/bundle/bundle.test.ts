import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { cms, startServer, type TestServer } from "../../../../test/kit/harness.ts";
import { sampleSite } from "../../../../test/kit/sample-site.ts";
import { resealSecrets } from "../sites/index.ts";
import { KeyRing } from "../../lib/secrets/secret.ts";
import { exportBundle } from "./export-bundle.ts";
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

const slugOf = (given: Record<string, unknown>) => (given.site as { slug: string }).slug;
const totals = async (given: unknown, options?: { dryRun?: boolean }) => {
  const { sections } = await server.import(given, options);
  const sum = (name: "created" | "updated" | "unchanged") => Object.values(sections).reduce((total, tally) => total + tally[name], 0);
  return { created: sum("created"), updated: sum("updated"), unchanged: sum("unchanged") };
};
const exported = (slug: string, withSecrets = false) => exportBundle(server.deps, slug, { format: "yaml", withSecrets });
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

describe("an import", () => {
  test("of the same bundle again changes nothing", async () => {
    const given = full();
    const first = await totals(given);
    expect(first).toEqual({ created: 1 + 2 + 2 + 2 + 3 + 10 + 7 + 1, updated: 0, unchanged: 0 });
    const [before] = await server.deps.sql<{ version: number }>`select content_version as version from sites where slug = ${slugOf(given)}`;
    server.clock.advance(5_000);
    expect(await totals(given)).toEqual({ created: 0, updated: 0, unchanged: first.created });
    expect(await server.deps.sql`select content_version as version from sites where slug = ${slugOf(given)}`).toEqual([before]);
  });

  test("of an export changes nothing, and the export is the same again", async () => {
    const given = full();
    await totals(given);
    const text = (await exported(slugOf(given))) ?? "";
    expect(await totals(text)).toMatchObject({ created: 0, updated: 0 });
    expect(await exported(slugOf(given))).toBe(text);
  });

  test("of an export under another name makes the same site again", async () => {
    const given = full();
    await totals(given);
    const copy = parse((await exported(slugOf(given), true)) ?? "") as { site: { slug: string } };
    copy.site.slug += "-copy";
    expect(await totals(copy)).toMatchObject({ updated: 0, unchanged: 0 });
    const again = parse((await exported(copy.site.slug, true)) ?? "") as { site: { slug: string } };
    expect(again).toEqual(copy);
  });

  test("tells new keys once, and keeps the old ones", async () => {
    const given = bundle({ apiKeys: [{ name: "web" }] });
    const { newKeys } = await server.import(given);
    expect(newKeys).toEqual([{ name: "web", key: expect.stringMatching(/^pk_[0-9A-Za-z]{32}$/) as string }]);
    expect((await server.ask(`${cms}/pages`, { key: newKeys[0]?.key ?? "" })).status).toBe(200);
    expect((await server.import(given)).newKeys).toEqual([]);
  });

  test("with a dry run says what it would do, and does nothing", async () => {
    const given = full();
    expect(await totals(given, { dryRun: true })).toMatchObject({ created: 28 });
    expect(await server.deps.sql`select id from sites where slug = ${slugOf(given)}`).toEqual([]);
    await totals(given);
    expect(await totals({ ...given, pages: [{ slug: "home", locale: "en", title: "New" }] }, { dryRun: true })).toMatchObject({
      updated: 1,
    });
    expect(await exported(slugOf(given))).not.toContain("New");
  });

  test("that fails half way leaves nothing", async () => {
    const given = bundle({ ...sampleSite(), site: {} });
    (given.pages as object[]).push({ slug: "x", locale: "en", title: "x", composition: [{ type: "no-such-type" }] });
    expect(await faultsOf(given)).toEqual(["/pages/10/composition/0/type"]);
    expect(await server.deps.sql`select id from sites where slug = ${slugOf(given)}`).toEqual([]);
  });

  test("keeps every publication as a version, and never changes one", async () => {
    const given = bundle();
    const publish = (title: string, more = {}) => server.import({ ...given, pages: [{ slug: "home", locale: "en", title, ...more }] });
    await publish("One");
    await publish("Two", { publishedAt: "2026-11-01T00:00:00.000Z" });
    await publish("Two", { status: "DRAFT" });
    await publish("Two");
    const versions = await server.deps.sql<{ number: number; title: string }>`
      select versions.number, versions.content->>'title' as title
      from versions join sites on sites.id = versions.site_id where sites.slug = ${slugOf(given)} order by versions.number`;
    expect(versions).toEqual([1, 2, 3].map((number) => ({ number, title: number === 1 ? "One" : "Two" })));
  });

  test("leaves an unpublished draft alone unless it is told what to do with it", async () => {
    const given = bundle({ pages: [{ slug: "home", locale: "en", title: "One", draft: { title: "Draft" } }] });
    await server.import(given);
    await server.import({ ...given, pages: [{ slug: "home", locale: "en", title: "Two" }] });
    expect(await exported(slugOf(given))).toContain("title: Draft");
    await server.import({ ...given, pages: [{ slug: "home", locale: "en", title: "Two", draft: null }] });
    expect(await exported(slugOf(given))).not.toContain("title: Draft");
  });

  test("of what was a draft as a publication leaves no draft behind", async () => {
    const given = bundle({ pages: [{ slug: "home", locale: "en", title: "One", status: "DRAFT" }] });
    await server.import(given);
    await server.import({ ...given, pages: [{ slug: "home", locale: "en", title: "One" }] });
    expect(await exported(slugOf(given))).not.toContain("draft");
  });

  test("as a publication drops the draft that was the document, and leaves one that is newer", async () => {
    const given = bundle({ pages: [{ slug: "home", locale: "en", title: "Old", status: "DRAFT" }] });
    await server.import(given);
    await server.import({ ...given, pages: [{ slug: "home", locale: "en", title: "New" }] });
    expect(await exported(slugOf(given))).not.toContain("Old");
  });

  test("of what is a draft again comes back equal", async () => {
    const given = bundle({ pages: [{ slug: "home", locale: "en", title: "One" }] });
    await server.import(given);
    await server.import({ ...given, pages: [{ slug: "home", locale: "en", title: "One", status: "DRAFT" }] });
    const copy = parse((await exported(slugOf(given))) ?? "") as { site: { slug: string } };
    copy.site.slug += "-copy";
    await server.import(copy);
    expect(parse((await exported(copy.site.slug)) ?? "")).toEqual(copy);
  });

  test("of two sites with one key at the same time gives it to one, and refuses the other", async () => {
    const apiKeys = [{ name: "web", key: `pk_${String(count).padStart(32, "z")}` }];
    const results = await Promise.allSettled([server.import(bundle({ apiKeys })), server.import(bundle({ apiKeys }))]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("changes of a site and its keys what it mentions, and nothing else", async () => {
    const given = bundle({
      site: { allowedOrigins: ["https://shop.example"], storefrontUrl: "https://shop.example", settings: { mail: { senderName: "Shop" } } },
      apiKeys: [{ name: "web", readLimit: 10 }],
    });
    await server.import(given);
    const before = await exported(slugOf(given));
    const { slug, name, defaultLocale, locales, currency } = given.site as Record<string, unknown>;
    const bare = { bundle: 1, site: { slug, name, defaultLocale, locales, currency }, apiKeys: [{ name: "web" }] };
    expect(await totals(bare)).toMatchObject({ created: 0, updated: 0 });
    expect(await exported(slugOf(given))).toBe(before);
    expect(
      await totals({ ...bare, site: { ...bare.site, allowedOrigins: [], storefrontUrl: null }, apiKeys: [{ name: "web", readLimit: 20 }] }),
    ).toMatchObject({ updated: 2 });
    expect(await exported(slugOf(given))).toMatch(/readLimit: 20/);
    expect(await exported(slugOf(given))).not.toContain("storefrontUrl: https");
  });

  test("can rename a slug of a page that has a name", async () => {
    const given = bundle({
      apiKeys: [{ name: "k", key: `pk_${"r".repeat(32)}` }],
      pages: [{ page: "about", slug: "about", locale: "en", title: "About" }],
    });
    await server.import(given);
    await server.import({ ...given, pages: [{ page: "about", slug: "about-us", locale: "en", title: "About" }] });
    await server.directory.poll();
    expect((await server.ask(`${cms}/pages/about-us`, { key: `pk_${"r".repeat(32)}` })).status).toBe(200);
    expect((await server.ask(`${cms}/pages/about`, { key: `pk_${"r".repeat(32)}` })).status).toBe(404);
  });

  test("at the same time as another of the same site, one follows the other", async () => {
    const given = full();
    await server.import(given);
    const titled = (title: string) => ({ ...given, pages: [{ slug: "home", locale: "en", title }] });
    await Promise.all(["A", "B", "C", "D"].map((title) => server.import(titled(title))));
    const numbers = await server.deps.sql<{ number: number }>`
      select versions.number from versions
      join sites on sites.id = versions.site_id
      join translations on translations.site_id = sites.id and translations.id = versions.translation_id
      where sites.slug = ${slugOf(given)} and translations.slug = 'home' and translations.locale = 'en' order by versions.number`;
    expect(numbers.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  });
});

describe("secret settings", () => {
  test("are stored encrypted, and exported only when asked for", async () => {
    const given = full();
    await server.import(given);
    const rows = await server.deps.sql<{ dump: string }>`select plugins::text as dump from plugins`;
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(({ dump }) => dump).join()).not.toMatch(/sk_test_canary|whsec_canary|736b5f74657374/);
    expect(await exported(slugOf(given))).not.toMatch(/canary/);
    expect(await exported(slugOf(given), true)).toMatch(/sk_test_canary/);
  });

  test("that a bundle lacks stay as they are", async () => {
    const given = full();
    await server.import(given);
    await server.import({ ...given, plugins: { "svc.payments": { enabled: false, config: { currency: "usd" } } } });
    expect(await exported(slugOf(given), true)).toMatch(/sk_test_canary/);
  });

  test("move to a new key, after which the old one may go", async () => {
    const given = full();
    await server.import(given);
    const old = { id: "old", bytes: new Uint8Array(32).fill(1) };
    const fresh = { id: "new", bytes: new Uint8Array(32).fill(2) };
    const { sql } = server.deps;
    const rows = () => sql<{ secrets: Uint8Array }>`
      select secrets from plugins join sites on sites.id = plugins.site_id where sites.slug = ${slugOf(given)} and secrets is not null`;
    const [{ id: siteId } = { id: "" }] = await sql<{ id: string }>`select id from sites where slug = ${slugOf(given)}`;
    await sql`delete from plugins where site_id <> ${siteId}`;
    const context = `plugins/${siteId}/svc.payments`;
    const config = '{"secretKey":"sk_test_canary"}';
    await sql`update plugins set secrets = ${new KeyRing([old]).seal(config, context)} where site_id = ${siteId} and secrets is not null`;
    const ring = new KeyRing([fresh, old]);
    expect(await sql.begin((tx) => resealSecrets(tx, ring))).toBe(1);
    expect(await sql.begin((tx) => resealSecrets(tx, ring))).toBe(0);
    const [row] = await rows();
    expect(new KeyRing([fresh]).open(row?.secrets ?? new Uint8Array(), context)).toBe(config);
  });

  test("of one site do not open in another", async () => {
    const [one, two] = [full(), full()];
    await server.import(one);
    await server.import(two);
    await server.deps.sql`
      update plugins set secrets = other.secrets
      from plugins as other, sites as own, sites as foreign_site
      where own.slug = ${slugOf(one)} and foreign_site.slug = ${slugOf(two)}
        and plugins.site_id = own.id and other.site_id = foreign_site.id
        and plugins.plugin = 'svc.payments' and other.plugin = 'svc.payments'`;
    await expect(exported(slugOf(one), true)).rejects.toThrow();
  });
});

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

  test.each([
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
  ])("of size, in YAML: %s", async (_name, text, message) => {
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

test("the demo site is a bundle like any other", async () => {
  const { readFile } = await import("node:fs/promises");
  const text = await readFile(new URL("../../../../demo/fjord-and-form.yaml", import.meta.url), "utf8");
  const { sections } = await server.import(text);
  expect(sections.blockTypes.created).toBe(11);
  expect(sections.forms.created).toBe(2);
  expect(sections.contentTypes.created).toBe(3);
  expect(await totals(text)).toMatchObject({ created: 0, updated: 0 });
});
