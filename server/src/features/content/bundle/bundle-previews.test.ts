import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { previews } from "../../../../../test/kit/previews.ts";
import { randomBase62 } from "../../../lib/secrets/secret.ts";
import { removeEndedPreviews } from "../preview/index.ts";
import { BundleError, type BundleValidationError } from "./bundle-error.ts";
import { exportBundle } from "./export-bundle.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const hour = 60 * 60_000;
const newToken = () => `pv_${randomBase62(32)}`;
const fromNow = (milliseconds: number) => new Date(server.clock.now().getTime() + milliseconds).toISOString();
const pages = [
  { slug: "home", locale: "en", title: "Home" },
  { slug: "about", locale: "en", title: "About" },
  { page: "about", slug: "ueber-uns", locale: "de", title: "Über uns" },
  { page: "other", slug: "about", locale: "de", title: "Other" },
  { page: "left", slug: "same", locale: "en", title: "Left" },
  { page: "right", slug: "same", locale: "de", title: "Right" },
];
const newSite = () => server.addSite({ site: { locales: ["en", "de"] }, pages });
const shellOf = ({ slug }: TestSite) => ({ slug, name: "A site", defaultLocale: "en", locales: ["en", "de"], currency: "eur" });
const give = async (site: TestSite, previewInputs: object[], more: object = {}, options: { dryRun?: boolean } = {}) =>
  (await server.import({ bundle: 1, site: shellOf(site), previews: previewInputs, ...more }, options)).sections.previews;
const statusOf = async (site: TestSite, token: string) => (await previews(server, site).read(token)).status;
const errorsOf = async (work: Promise<unknown>): Promise<readonly BundleValidationError[]> =>
  work.then(
    () => [],
    (error: unknown) => (error instanceof BundleError ? error.errors : Promise.reject(error as Error)),
  );

describe("a bundle's previews", () => {
  test("last a day unless the bundle gives their end, and a second import changes nothing", async () => {
    const site = await newSite();
    const previewInputs = [
      { page: "home", token: newToken() },
      { page: "about", token: newToken(), expiresAt: fromNow(2 * hour) },
      // By a slug, as everywhere.
      { page: "ueber-uns", token: newToken(), expiresAt: fromNow(30 * 24 * hour) },
    ] as const;
    expect(await give(site, [...previewInputs])).toEqual({ created: 3, updated: 0, unchanged: 0 });
    server.clock.advance(hour);
    expect(await give(site, [...previewInputs])).toEqual({ created: 0, updated: 0, unchanged: 3 });
    const states = async () => Promise.all(previewInputs.map(({ token }) => statusOf(site, token)));
    expect(await states()).toEqual([200, 200, 200]);
    server.clock.advance(hour);
    expect(await states()).toEqual([200, 404, 200]);
    server.clock.advance(22 * hour - 1);
    expect(await states()).toEqual([200, 404, 200]);
    server.clock.advance(1);
    expect(await states()).toEqual([404, 404, 200]);
  });

  test("stay cancelled if a command made and cancelled them, and their rows are gone", async () => {
    const site = await newSite();
    const { token } = await previews(server, site).issue("home");
    expect(await give(site, [{ page: "home", token }])).toEqual({ created: 0, updated: 0, unchanged: 1 });
    await previews(server, site).run("preview cancel", { tokenOrId: token });
    server.clock.advance(30 * hour);
    await removeEndedPreviews.run(server.deps);
    expect(await give(site, [{ page: "home", token }])).toEqual({ created: 0, updated: 0, unchanged: 1 });
    expect(await statusOf(site, token)).toBe(404);
  });

  test("must last at least a minute, or have ended already", async () => {
    const site = await newSite();
    const end = (milliseconds: number) => give(site, [{ page: "home", token: newToken(), expiresAt: fromNow(milliseconds) }]);
    expect(await errorsOf(end(59_999))).toMatchObject([{ path: "/previews/0/expiresAt", message: "lies less than a minute ahead" }]);
    expect(await end(60_000)).toMatchObject({ created: 1 });
    expect(await end(0)).toMatchObject({ created: 0, unchanged: 1 });
  });

  test("may show a page of the same bundle, and change nothing that the public sees", async () => {
    const site = await newSite();
    const etag = async () => (await server.ask("/api/public/v1/pages/home", { key: site.key })).headers.get("etag");
    const versions = () =>
      server.deps.sql<{
        text: string;
      }>`select content_version || ' ' || catalog_version as text from site_versions where site_id = ${site.id}`;
    const before = [await versions(), await etag()];
    const token = newToken();
    expect(await give(site, [{ page: "home", token }])).toMatchObject({ created: 1 });
    expect([await versions(), await etag()]).toEqual(before);
    const fresh = newToken();
    const more = { pages: [{ slug: "fresh", locale: "en", status: "DRAFT", title: "Fresh" }] };
    expect(await give(site, [{ page: "fresh", token: fresh }], more)).toMatchObject({ created: 1 });
    expect(await previews(server, site).data(fresh)).toMatchObject({ title: "Fresh" });
  });

  test("get a new end when the bundle gives one", async () => {
    const site = await newSite();
    const token = newToken();
    await give(site, [{ page: "home", token, expiresAt: fromNow(hour) }]);
    expect(await give(site, [{ page: "home", token, expiresAt: fromNow(3 * hour) }])).toEqual({ created: 0, updated: 1, unchanged: 0 });
    server.clock.advance(2 * hour);
    expect(await statusOf(site, token)).toBe(200);
    expect(await give(site, [{ page: "home", token, expiresAt: fromNow(-hour) }])).toMatchObject({ updated: 1 });
    expect(await statusOf(site, token)).toBe(404);
  });

  test("that ended or were cancelled stay so after every further import", async () => {
    const site = await newSite();
    const [over, cancelled, past] = [
      { page: "home", token: newToken() },
      { page: "home", token: newToken(), expiresAt: fromNow(29 * 24 * hour) },
      { page: "home", token: newToken(), expiresAt: fromNow(-hour) },
    ];
    const previewInputs = [over, cancelled, past];
    expect(await give(site, previewInputs)).toEqual({ created: 2, updated: 0, unchanged: 1 });
    await previews(server, site).run("preview cancel", { tokenOrId: cancelled.token });
    for (const days of [0, 1, 2, 5]) {
      server.clock.advance(days * 24 * hour);
      await removeEndedPreviews.run(server.deps);
      expect(await give(site, previewInputs)).toEqual({ created: 0, updated: 0, unchanged: 3 });
      if (days > 0) expect(await give(site, [{ ...over, expiresAt: fromNow(hour) }])).toMatchObject({ unchanged: 1 });
      for (const { token } of days > 0 ? previewInputs : [cancelled, past]) expect(await statusOf(site, token)).toBe(404);
    }
  });

  test("are not created by a dry run", async () => {
    const site = await newSite();
    const token = newToken();
    expect(await give(site, [{ page: "home", token }], {}, { dryRun: true })).toMatchObject({ created: 1 });
    expect(await statusOf(site, token)).toBe(404);
  });

  test("are in no export, since only their hashes are stored", async () => {
    const site = await newSite();
    const token = newToken();
    await give(site, [{ page: "home", token }]);
    const { sql, secrets } = server.deps;
    const text = await exportBundle({ sql, secrets }, site.slug, { format: "json", withSecrets: true });
    expect(text).toContain('"home"');
    expect(text).not.toMatch(/preview|pv_/);
  });
});

describe("an import reports all mistakes of previews without any token", () => {
  test("wrong references, tokens and times", async () => {
    const [site, other] = [await newSite(), await newSite()];
    const [ofOther, ofHome, ownToken] = [newToken(), newToken(), newToken()];
    await give(other, [{ page: "home", token: ofOther }]);
    await give(site, [{ page: "home", token: ofHome }]);
    const previewInputs = [
      { page: "home", token: ownToken },
      { page: "nowhere", token: newToken() },
      { page: "same", token: newToken() },
      { page: "home", token: ofOther },
      { page: "about", token: ofHome },
      { page: "home", token: ownToken },
      { page: "home", token: newToken(), expiresAt: fromNow(30 * 24 * hour + 1) },
      { page: "home", token: newToken(), expiresAt: "2026-13-40T00:00:00Z" },
    ];
    const errors = await errorsOf(give(site, previewInputs));
    expect(errors.map(({ path, message }) => `${path} ${message}`)).toEqual([
      "/previews/1/page is not one of the site's pages",
      "/previews/2/page is the slug of several pages: name one of them",
      "/previews/3/token is in use elsewhere",
      "/previews/4/token is in use elsewhere",
      "/previews/5/token is the same as /previews/0/token",
      "/previews/6/expiresAt lies more than 30 days ahead",
      "/previews/7/expiresAt is not a valid date and time",
    ]);
    expect(JSON.stringify(errors)).not.toContain("pv_");
    // All or nothing.
    expect([await statusOf(site, ownToken), await statusOf(site, ofHome), await statusOf(other, ofOther)]).toEqual([404, 200, 200]);
  });

  test("mistakes of form", async () => {
    const site = await newSite();
    const secret = `pv_${"canary".repeat(5)}`;
    const errors = await errorsOf(
      give(site, [
        { page: "home", token: secret },
        { page: "home" },
        { page: "Home", token: newToken() },
        { token: newToken(), page: "home", x: 1 },
      ]),
    );
    expect(errors.map(({ path }) => path)).toEqual(["/previews/0/token", "/previews/1/token", "/previews/2/page", "/previews/3/x"]);
    expect(JSON.stringify(errors)).not.toContain("canary");
    expect(
      (
        await errorsOf(
          give(
            site,
            Array.from({ length: 101 }, () => ({ page: "home", token: newToken() })),
          ),
        )
      ).length,
    ).toBeGreaterThan(0);
  });

  test("the line in YAML", async () => {
    const site = await newSite();
    const { slug } = site;
    const text = [
      "bundle: 1",
      `site: { slug: ${slug}, name: A site, defaultLocale: en, locales: [en, de], currency: eur }`,
      "previews:",
      `  - { page: home, token: ${newToken()} }`,
      `  - { page: nowhere, token: ${newToken()} }`,
    ].join("\n");
    expect(await errorsOf(server.import(text))).toMatchObject([{ path: "/previews/1/page", line: 5 }]);
  });
});
