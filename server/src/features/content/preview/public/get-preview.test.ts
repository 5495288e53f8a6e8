import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cms, startServer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import { previews } from "../../../../../../test/kit/previews.ts";
import { sampleSite } from "../../../../../../test/kit/sample-site.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

/** A page in two locales besides the default one, each in the state that its name says. */
type State = "absent" | "published" | "drafted" | "both";
function translation(locale: string, state: State) {
  const draft = { title: `draft ${locale}` };
  const published = { slug: `seite-${locale.toLowerCase()}`, page: "the-page", locale, title: `published ${locale}` };
  if (state === "absent") return [];
  if (state === "drafted") return [{ ...published, status: "DRAFT", ...draft }];
  return [{ ...published, ...(state === "both" ? { draft } : {}) }];
}
const states: State[] = ["absent", "published", "drafted", "both"];
const shownOf = (locale: string, state: State) =>
  state === "absent" ? undefined : `${state === "published" ? "published" : "draft"} ${locale}`;

describe("a preview shows the draft or else the publication, in the locale or else in the default one", () => {
  const cases = states.flatMap((en) => states.map((de) => [en, de] as const)).filter(([en, de]) => en !== "absent" || de !== "absent");
  test.each(cases)("default locale %s, other locale %s", async (en, de) => {
    const site = await server.addSite({
      site: { locales: ["en", "de", "pt-BR"] },
      pages: [...translation("en", en), ...translation("de", de)],
    });
    const { issue, read, data } = previews(server, site);
    const { token } = await issue("the-page");
    const inDefault = shownOf("en", en);
    const inGerman = shownOf("de", de) ?? inDefault;
    for (const [query, title] of [
      ["", inDefault],
      ["?locale=en", inDefault],
      ["?locale=de", inGerman],
      ["?locale=DE", inGerman],
      // Of the site, without the page; and not of the site.
      ["?locale=pt-BR", inDefault],
      ["?locale=fr", inDefault],
    ] as const) {
      const answer = await read(token, query);
      if (title === undefined) {
        expect([query, answer.status, (answer.json as { code: string }).code]).toEqual([query, 404, "preview_not_found"]);
        continue;
      }
      const preview = await data(token, query);
      const locale = title.split(" ")[1] ?? "";
      expect([query, preview.title, preview.locale, preview.slug]).toEqual([query, title, locale, `seite-${locale}`]);
      expect(answer.headers.get("content-language")).toBe(locale);
    }
    const malformed = await read(token, "?locale=german");
    expect([malformed.status, malformed.json]).toMatchObject([
      400,
      { code: "locale_unsupported", supportedLocales: ["en", "de", "pt-BR"] },
    ]);
  });
});

describe("a preview", () => {
  const composition = [
    { id: "outer", type: "box", props: {}, children: { main: [{ id: "inner", type: "text", props: { text: "in the draft" } }] } },
  ];
  let site: TestSite;
  let token: string;
  beforeAll(async () => {
    const base = sampleSite() as { pages: object[] };
    const seo = { title: "Search", description: "Words", canonicalUrl: "https://shop.example/", image: "https://cdn.example/i.png" };
    site = await server.addSite({
      ...base,
      pages: [
        ...base.pages,
        {
          slug: "whole",
          locale: "en",
          title: "Published",
          seo: { noIndex: false },
          draft: { title: "Draft", seo: { ...seo, noIndex: false, noFollow: true }, composition },
        },
      ],
    });
    ({ token } = await previews(server, site).issue("whole"));
  });

  test("has exactly these members, all of seo among them, and is never to be indexed", async () => {
    const { read, data } = previews(server, site);
    const preview = await data(token);
    expect(await read(token).then(({ json }) => json)).toEqual({
      data: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        slug: "whole",
        locale: "en",
        title: "Draft",
        seo: {
          title: "Search",
          description: "Words",
          canonicalUrl: "https://shop.example/",
          image: "https://cdn.example/i.png",
          noIndex: true,
          noFollow: true,
        },
        composition,
        updatedAt: server.clock.now().toISOString(),
      },
    });
    const page = (await server.ask(`${cms}/pages/whole`, { key: site.key })).json as { data: { id: string; seo: object } };
    expect([page.data.id, page.data.seo]).toMatchObject([preview.id, { noIndex: false }]);
    const other = await previews(server, site).issue("home");
    expect((await data(other.token)).seo).toMatchObject({ noIndex: true, title: null });
  });

  test("has the time at which its draft or publication was saved", async () => {
    const { issue, data } = previews(server, site);
    const { token: both } = await issue("with-draft");
    const { token: published } = await issue("docs/start");
    const before = server.clock.now().toISOString();
    server.clock.advance(1_000);
    const { slug } = site;
    const shell = { slug, name: "A site", defaultLocale: "en", locales: ["en", "de", "pt-BR"], currency: "eur" };
    const page = { slug: "with-draft", locale: "en", title: "sample with-draft en", draft: { title: "Newer" } };
    await server.import({ bundle: 1, site: shell, pages: [page] });
    expect(await data(both)).toMatchObject({ title: "Newer", updatedAt: server.clock.now().toISOString() });
    expect(await data(published)).toMatchObject({ updatedAt: before });
  });

  test("may not be cached, indexed or named as a referrer", async () => {
    const { headers } = await previews(server, site).read(token);
    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": "private, no-store",
      "x-robots-tag": "noindex",
      "referrer-policy": "no-referrer",
      "content-language": "en",
      "content-type": "application/json; charset=utf-8",
    });
    expect(headers.get("etag")).toBeNull();
    const { url } = server;
    const robotsOf = async (path: string, init: RequestInit = {}) =>
      [await fetch(`${url}${cms}/preview/${path}`, init)].map(({ status, headers: got }) => [status, got.get("x-robots-tag")]);
    expect(await robotsOf("pv_unknown")).toEqual([[404, "noindex"]]);
    expect(await robotsOf(`${token}?locale=german`)).toEqual([[400, "noindex"]]);
    expect(await robotsOf(`${token}?locale=en&locale=de`)).toEqual([[400, "noindex"]]);
  });

  test("may be read from every origin, its problems too", async () => {
    const { read } = previews(server, site);
    for (const origin of ["https://anywhere.example", "http://localhost:5173", "null"]) {
      for (const [path, status] of [
        [token, 200],
        ["pv_unknown", 404],
      ] as const) {
        const { headers, status: got } = await read(path, "", { origin });
        expect([got, headers.get("access-control-allow-origin")]).toEqual([status, "*"]);
        expect(headers.get("access-control-expose-headers")).toContain("content-language");
      }
    }
    expect((await read(token)).headers.get("access-control-allow-origin")).toBeNull();
    const preflight = await server.ask(`${cms}/preview/${token}`, { method: "OPTIONS", headers: { origin: "https://anywhere.example" } });
    expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
  });

  test("accepts GET and HEAD, and nothing else", async () => {
    const path = `${cms}/preview/${token}`;
    const got = await server.ask(path);
    const head = await server.ask(path, { method: "HEAD" });
    expect([head.status, head.text]).toEqual([200, ""]);
    const same = (headers: Headers) =>
      [...headers].filter(([name]) => !["x-request-id", "date", "ratelimit", "keep-alive", "connection"].includes(name));
    expect(same(head.headers)).toEqual(same(got.headers));
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const refused = await server.ask(path, { method });
      expect([refused.status, refused.headers.get("allow"), (refused.json as { code: string }).code]).toEqual([
        405,
        "GET, HEAD, OPTIONS",
        "method_not_allowed",
      ]);
    }
    expect((await server.ask(`${path}/`)).status).toBe(200);
  });

  test("shows one page, whatever the query contains", async () => {
    const { read } = previews(server, site);
    const text = async (query: string) => (await read(token, query)).text;
    const plainText = await text("");
    for (const query of ["?slug=home", "?page=home&id=1", "?slug=only-a-draft&slug=x", "?site=other&documentId=1", "?__proto__=x"])
      expect([query, await text(query)]).toEqual([query, plainText]);
    expect((await read(token, "", { "x-api-key": "pk_00000000000000000000000000000000" })).text).toBe(plainText);
  });

  test("of a draft changes nothing about the published page, not even its ETag", async () => {
    const etag = async () => (await server.ask(`${cms}/pages/whole`, { key: site.key })).headers.get("etag");
    const before = await etag();
    const fresh = await previews(server, site).issue("whole");
    await previews(server, site).read(fresh.token);
    await server.directory.poll();
    expect([before, await etag()]).toEqual([expect.stringMatching(/^"/), before]);
    expect((await server.ask(`${cms}/pages/whole`, { key: site.key, headers: { "if-none-match": before ?? "" } })).status).toBe(304);
  });

  test("shows a saved draft at once, on a server that caches responses too", async () => {
    const ownSite = await server.addSite({ pages: [{ slug: "home", locale: "en", title: "First" }] });
    const { issue, data } = previews(server, ownSite);
    const { token: fresh } = await issue("home");
    expect((await data(fresh)).title).toBe("First");
    const { slug } = ownSite;
    const shell = { slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur" };
    await server.import({ bundle: 1, site: shell, pages: [{ slug: "home", locale: "en", title: "First", draft: { title: "Second" } }] });
    expect((await data(fresh)).title).toBe("Second");
  });
});
