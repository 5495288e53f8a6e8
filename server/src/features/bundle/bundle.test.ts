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

test("the demo site is a bundle like any other", async () => {
  const { readFile } = await import("node:fs/promises");
  const text = await readFile(new URL("../../../../demo/fjord-and-form.yaml", import.meta.url), "utf8");
  const { sections } = await server.import(text);
  expect(sections.blockTypes.created).toBe(11);
  expect(sections.forms.created).toBe(2);
  expect(sections.contentTypes.created).toBe(3);
  expect(await totals(text)).toMatchObject({ created: 0, updated: 0 });
});
