import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { cms, startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { errorsIn, fullBundle, newBundle } from "../../../../../test/kit/new-bundle.ts";
import { sampleSite } from "../../../../../test/kit/sample-site.ts";
import { newApiKey } from "../../server/sites/api-key.ts";
import { resealSecrets } from "../../server/sites/index.ts";
import { KeyRing } from "../../../lib/secrets/secret.ts";
import { exportBundle } from "./export-bundle.ts";
import { longTest } from "../../../../../test/kit/sampled.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const slugOf = (bundle: Record<string, unknown>) => (bundle.site as { slug: string }).slug;
const totals = async (bundle: unknown, options?: { dryRun?: boolean }) => {
  const { sections } = await server.import(bundle, options);
  const sum = (name: "created" | "updated" | "unchanged") => Object.values(sections).reduce((total, tally) => total + tally[name], 0);
  return { created: sum("created"), updated: sum("updated"), unchanged: sum("unchanged") };
};
const exported = (slug: string, withSecrets = false) => exportBundle(server.deps, slug, { format: "yaml", withSecrets });
const errorsOf = async (bundle: unknown) => (await errorsIn(server.import(bundle))).map(({ path }) => path);

describe("an import", () => {
  test("of the same bundle again changes nothing", async () => {
    const bundle = fullBundle();
    const first = await totals(bundle);
    expect(first).toEqual({ created: 1 + 2 + 2 + 2 + 3 + 10 + 7 + 1, updated: 0, unchanged: 0 });
    const [before] = await server.deps.sql<{
      version: number;
    }>`select content_version as version from site_versions join sites on sites.id = site_id where slug = ${slugOf(bundle)}`;
    server.clock.advance(5_000);
    expect(await totals(bundle)).toEqual({ created: 0, updated: 0, unchanged: first.created });
    expect(
      await server.deps
        .sql`select content_version as version from site_versions join sites on sites.id = site_id where slug = ${slugOf(bundle)}`,
    ).toEqual([before]);
  });

  test("of an export changes nothing, and the export is the same again", async () => {
    const bundle = fullBundle();
    await totals(bundle);
    const text = (await exported(slugOf(bundle))) ?? "";
    expect(await totals(text)).toMatchObject({ created: 0, updated: 0 });
    expect(await exported(slugOf(bundle))).toBe(text);
  });

  test("of an export under another name makes the same site again", async () => {
    const bundle = fullBundle();
    await totals(bundle);
    const copy = parse((await exported(slugOf(bundle), true)) ?? "") as { site: { slug: string } };
    copy.site.slug += "-copy";
    expect(await totals(copy)).toMatchObject({ updated: 0, unchanged: 0 });
    const again = parse((await exported(copy.site.slug, true)) ?? "") as { site: { slug: string } };
    expect(again).toEqual(copy);
  });

  test("shows new keys once, and keeps the old ones", async () => {
    const bundle = newBundle({ apiKeys: [{ name: "web" }] });
    const { newKeys } = await server.import(bundle);
    expect(newKeys).toEqual([{ name: "web", key: expect.stringMatching(/^pk_[0-9A-Za-z]{32}$/) as string }]);
    expect((await server.ask(`${cms}/pages`, { key: newKeys[0]?.key ?? "" })).status).toBe(200);
    expect((await server.import(bundle)).newKeys).toEqual([]);
  });

  test("with a dry run reports what it would do, and does nothing", async () => {
    const bundle = fullBundle();
    expect(await totals(bundle, { dryRun: true })).toMatchObject({ created: 28 });
    expect(await server.deps.sql`select id from sites where slug = ${slugOf(bundle)}`).toEqual([]);
    await totals(bundle);
    expect(await totals({ ...bundle, pages: [{ slug: "home", locale: "en", title: "New" }] }, { dryRun: true })).toMatchObject({
      updated: 1,
    });
    expect(await exported(slugOf(bundle))).not.toContain("New");
  });

  test("that fails half way changes nothing", async () => {
    const bundle = newBundle({ ...sampleSite(), site: {} });
    (bundle.pages as object[]).push({ slug: "x", locale: "en", title: "x", composition: [{ type: "no-such-type" }] });
    expect(await errorsOf(bundle)).toEqual(["/pages/10/composition/0/type"]);
    expect(await server.deps.sql`select id from sites where slug = ${slugOf(bundle)}`).toEqual([]);
  });

  test("keeps every publication as a version, and never changes one", async () => {
    const bundle = newBundle();
    const publish = (title: string, more = {}) => server.import({ ...bundle, pages: [{ slug: "home", locale: "en", title, ...more }] });
    await publish("One");
    await publish("Two", { publishedAt: "2026-11-01T00:00:00.000Z" });
    await publish("Two", { status: "DRAFT" });
    await publish("Two");
    const versions = await server.deps.sql<{ number: number; title: string }>`
      select versions.number, versions.content->>'title' as title
      from versions join sites on sites.id = versions.site_id where sites.slug = ${slugOf(bundle)} order by versions.number`;
    expect(versions).toEqual([1, 2, 3].map((number) => ({ number, title: number === 1 ? "One" : "Two" })));
  });

  test("keeps an unpublished draft unless the bundle replaces or removes it", async () => {
    const bundle = newBundle({ pages: [{ slug: "home", locale: "en", title: "One", draft: { title: "Draft" } }] });
    await server.import(bundle);
    await server.import({ ...bundle, pages: [{ slug: "home", locale: "en", title: "Two" }] });
    expect(await exported(slugOf(bundle))).toContain("title: Draft");
    await server.import({ ...bundle, pages: [{ slug: "home", locale: "en", title: "Two", draft: null }] });
    expect(await exported(slugOf(bundle))).not.toContain("title: Draft");
  });

  test("that publishes a draft leaves no draft behind", async () => {
    const bundle = newBundle({ pages: [{ slug: "home", locale: "en", title: "One", status: "DRAFT" }] });
    await server.import(bundle);
    await server.import({ ...bundle, pages: [{ slug: "home", locale: "en", title: "One" }] });
    expect(await exported(slugOf(bundle))).not.toContain("draft");
  });

  test("that publishes a page replaces the draft it had until then", async () => {
    const bundle = newBundle({ pages: [{ slug: "home", locale: "en", title: "Old", status: "DRAFT" }] });
    await server.import(bundle);
    await server.import({ ...bundle, pages: [{ slug: "home", locale: "en", title: "New" }] });
    expect(await exported(slugOf(bundle))).not.toContain("Old");
  });

  test("that turns a published page into a draft exports and imports equal", async () => {
    const bundle = newBundle({ pages: [{ slug: "home", locale: "en", title: "One" }] });
    await server.import(bundle);
    await server.import({ ...bundle, pages: [{ slug: "home", locale: "en", title: "One", status: "DRAFT" }] });
    const copy = parse((await exported(slugOf(bundle))) ?? "") as { site: { slug: string } };
    copy.site.slug += "-copy";
    await server.import(copy);
    expect(parse((await exported(copy.site.slug)) ?? "")).toEqual(copy);
  });

  test("of unfinished drafts warns of all that they lack, and exports and imports equal", async () => {
    const schema = { type: "object", required: ["text"], properties: { text: { type: "string" } } };
    const text = { type: "text", title: "Text", schema };
    const unfinished = { title: "", composition: [{ id: "a", type: "text", props: {} }] };
    const bundle = newBundle({
      blockTypes: [text],
      contentTypes: [{ slug: "news", title: "News", schema }],
      pages: [
        { slug: "home", locale: "en", title: "Home", draft: { slug: "Front page", ...unfinished } },
        { page: "a", slug: "same", locale: "en", status: "DRAFT", ...unfinished },
        { page: "b", slug: "same", locale: "en", status: "DRAFT", title: "B" },
        { page: "c", slug: "", locale: "en", status: "DRAFT", title: "C" },
      ],
      entries: [
        { contentType: "news", slug: "one", locale: "en", data: { text: "One" }, draft: { slug: "two", title: "Two", data: {} } },
        { contentType: "news", entry: "later", slug: "one", locale: "en", status: "DRAFT", data: { text: 1 } },
      ],
    });
    const { warnings } = await server.import(bundle);
    expect(warnings.map(({ path, code }) => `${path} ${code}`)).toEqual([
      ...["/pages/0/draft/slug pattern", "/pages/0/draft/title required", "/pages/0/draft/composition/0/props/text required"],
      ...["/pages/1/title required", "/pages/1/composition/0/props/text required", "/pages/3/slug required"],
      ...["/entries/0/draft/data/text required", "/entries/1/data/text type"],
    ]);
    const copy = parse((await exported(slugOf(bundle))) ?? "") as { site: { slug: string }; pages: object[]; entries: object[] };
    expect(copy.pages).toContainEqual(expect.objectContaining({ slug: "home", draft: expect.objectContaining({ slug: "Front page" }) }));
    expect(copy.entries).toContainEqual(expect.objectContaining({ draft: { slug: "two", title: "Two", data: {} } }));
    copy.site.slug += "-copy";
    await server.import(copy);
    expect(parse((await exported(copy.site.slug)) ?? "")).toEqual(copy);
    const again = await server.import(copy);
    expect(again.sections).toMatchObject({ pages: { updated: 0, unchanged: 4 }, entries: { updated: 0, unchanged: 2 } });
  });

  test("of two sites with the same key at the same time succeeds for one of them", async () => {
    const apiKeys = [{ name: "web", key: newApiKey() }];
    const results = await Promise.allSettled([server.import(newBundle({ apiKeys })), server.import(newBundle({ apiKeys }))]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("changes only the members of a site and its keys that it mentions", async () => {
    const bundle = newBundle({
      site: { allowedOrigins: ["https://shop.example"], storefrontUrl: "https://shop.example", settings: { mail: { senderName: "Shop" } } },
      apiKeys: [{ name: "web", readLimit: 10 }],
    });
    await server.import(bundle);
    const before = await exported(slugOf(bundle));
    const { slug, name, defaultLocale, locales, currency } = bundle.site as Record<string, unknown>;
    const bare = { bundle: 1, site: { slug, name, defaultLocale, locales, currency }, apiKeys: [{ name: "web" }] };
    expect(await totals(bare)).toMatchObject({ created: 0, updated: 0 });
    expect(await exported(slugOf(bundle))).toBe(before);
    expect(
      await totals({ ...bare, site: { ...bare.site, allowedOrigins: [], storefrontUrl: null }, apiKeys: [{ name: "web", readLimit: 20 }] }),
    ).toMatchObject({ updated: 2 });
    expect(await exported(slugOf(bundle))).toMatch(/readLimit: 20/);
    expect(await exported(slugOf(bundle))).not.toContain("storefrontUrl: https");
  });

  test("can change the slug of a page that has a name", async () => {
    const bundle = newBundle({
      apiKeys: [{ name: "k", key: `pk_${"r".repeat(32)}` }],
      pages: [{ page: "about", slug: "about", locale: "en", title: "About" }],
    });
    await server.import(bundle);
    await server.import({ ...bundle, pages: [{ page: "about", slug: "about-us", locale: "en", title: "About" }] });
    await server.directory.poll();
    expect((await server.ask(`${cms}/pages/about-us`, { key: `pk_${"r".repeat(32)}` })).status).toBe(200);
    expect((await server.ask(`${cms}/pages/about`, { key: `pk_${"r".repeat(32)}` })).status).toBe(404);
  });

  longTest("of the same site waits for another that is running", async () => {
    const bundle = fullBundle();
    await server.import(bundle);
    const titled = (title: string) => ({ ...bundle, pages: [{ slug: "home", locale: "en", title }] });
    await Promise.all(["A", "B", "C", "D"].map((title) => server.import(titled(title))));
    const numbers = await server.deps.sql<{ number: number }>`
      select versions.number from versions
      join sites on sites.id = versions.site_id
      join translations on translations.site_id = sites.id and translations.id = versions.translation_id
      where sites.slug = ${slugOf(bundle)} and translations.slug = 'home' and translations.locale = 'en' order by versions.number`;
    expect(numbers.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  });
});

describe("secret settings", () => {
  test("are stored encrypted, and exported only with --with-secrets", async () => {
    const bundle = fullBundle();
    await server.import(bundle);
    const rows = await server.deps.sql<{ dump: string }>`select plugins::text as dump from plugins`;
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(({ dump }) => dump).join()).not.toMatch(/sk_test_canary|whsec_canary|736b5f74657374/);
    expect(await exported(slugOf(bundle))).not.toMatch(/canary/);
    expect(await exported(slugOf(bundle), true)).toMatch(/sk_test_canary/);
  });

  test("stay as they are if a bundle leaves them out", async () => {
    const bundle = fullBundle();
    await server.import(bundle);
    await server.import({ ...bundle, plugins: { "svc.payments": { enabled: false, config: { currency: "usd" } } } });
    expect(await exported(slugOf(bundle), true)).toMatch(/sk_test_canary/);
  });

  test("move to a new key, after which the old one can be removed", async () => {
    const bundle = fullBundle();
    await server.import(bundle);
    const old = { id: "old", bytes: new Uint8Array(32).fill(1) };
    const fresh = { id: "new", bytes: new Uint8Array(32).fill(2) };
    const { sql } = server.deps;
    const rows = () => sql<{ secrets: Uint8Array }>`
      select secrets from plugins join sites on sites.id = plugins.site_id where sites.slug = ${slugOf(bundle)} and secrets is not null`;
    const [{ id: siteId } = { id: "" }] = await sql<{ id: string }>`select id from sites where slug = ${slugOf(bundle)}`;
    await sql`delete from plugins where site_id <> ${siteId}`;
    const context = `plugins/${siteId}/svc.payments`;
    const config = '{"secretKey":"sk_test_canary"}';
    await sql`update plugins set secrets = ${new KeyRing([old]).seal(config, context)} where site_id = ${siteId} and secrets is not null`;
    const ring = new KeyRing([fresh, old]);
    const ctx = { now: server.clock.now(), ids: server.deps.ids, secrets: ring };
    expect(await sql.begin((tx) => resealSecrets(tx, ctx, "secrets rotate"))).toBe(1);
    expect(await sql.begin((tx) => resealSecrets(tx, ctx, "secrets rotate"))).toBe(0);
    const [row] = await rows();
    expect(new KeyRing([fresh]).open(row?.secrets ?? new Uint8Array(), context)).toBe(config);
  });

  test("of one site cannot be decrypted as another's", async () => {
    const [one, two] = [fullBundle(), fullBundle()];
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

longTest("the demo site is a bundle like any other", async () => {
  const { readFile } = await import("node:fs/promises");
  const text = await readFile(new URL("../../../../../demo/fjord-and-form.yaml", import.meta.url), "utf8");
  const { sections } = await server.import(text);
  expect(sections.blockTypes.created).toBe(11);
  expect(sections.forms.created).toBe(2);
  expect(sections.contentTypes.created).toBe(3);
  expect(await totals(text)).toMatchObject({ created: 0, updated: 0 });
});
