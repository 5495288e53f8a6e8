import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cms, startServer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import { sampleSite } from "../../../../../../test/kit/sample-site.ts";

let server: TestServer;
let site: TestSite;

beforeAll(async () => {
  server = await startServer();
  site = await server.addSite(sampleSite());
});
afterAll(() => server.stop());

const read = (path: string) => server.ask(`${cms}/pages/${path}`, { key: site.key });

test("a page is complete", async () => {
  const { key } = await server.addSite({
    site: { locales: ["en", "de"] },
    blockTypes: [{ type: "text", title: "Text", schema: { type: "object", properties: { text: { type: "string" } } } }],
    pages: [
      {
        slug: "home",
        locale: "en",
        title: "Home",
        seo: { description: "What it is" },
        composition: [{ type: "text", props: { text: "Grüße 😀" }, children: { main: [{ id: "inner", type: "text" }] } }],
        publishedAt: "2026-05-01T10:00:00.000Z",
        firstPublishedAt: "2026-04-01T10:00:00.000Z",
      },
      { slug: "start", page: "home", locale: "de", title: "Start" },
    ],
  });
  const { status, json, headers } = await server.ask(`${cms}/pages/home`, { key });
  expect(status).toBe(200);
  expect(json).toEqual({
    data: {
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/) as string,
      slug: "home",
      locale: "en",
      title: "Home",
      seo: { title: null, description: "What it is", canonicalUrl: null, image: null, noIndex: false, noFollow: false },
      composition: [
        { id: "text-1", type: "text", props: { text: "Grüße 😀" }, children: { main: [{ id: "inner", type: "text", props: {} }] } },
      ],
      publishedAt: "2026-05-01T10:00:00.000Z",
      firstPublishedAt: "2026-04-01T10:00:00.000Z",
      createdAt: "2026-11-20T09:30:00.000Z",
      updatedAt: "2026-11-20T09:30:00.000Z",
      alternates: [{ locale: "de", slug: "start" }],
    },
  });
  expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(headers.get("content-language")).toBe("en");
});

describe("the locale of the response", () => {
  test.each([
    ["home", "en", "home en"],
    ["home?locale=de", "de", "home de"],
    ["home?locale=DE", "de", "home de"],
    ["home?locale=pt-BR", "en", "home en"],
    ["home?locale=pt-br", "en", "home en"],
    ["home?locale=fr", "en", "home en"],
    ["home?locale=de-AT", "en", "home en"],
    ["about?locale=de", "de", "ueber-uns de"],
    ["ueber-uns?locale=de", "de", "ueber-uns de"],
    ["about", "en", "about en"],
    ["about?locale=pt-BR", "en", "about en"],
    ["nur-deutsch?locale=de", "de", "nur-deutsch de"],
    ["draft-in-german?locale=de", "en", "draft-in-german en"],
    ["with-draft", "en", "with-draft en"],
  ])("of %s is %s", async (path, locale, title) => {
    const { status, json, headers } = await read(path);
    expect(status).toBe(200);
    expect(json).toMatchObject({ data: { locale, title: `sample ${title}` } });
    expect(headers.get("content-language")).toBe(locale);
  });

  test("one id stands for all locales of a page", async () => {
    const [english, german] = await Promise.all([read("about"), read("ueber-uns?locale=de")]);
    expect((german.json as { data: { id: string } }).data.id).toBe((english.json as { data: { id: string } }).data.id);
  });
});

test.each(["nur-deutsch", "nur-deutsch?locale=pt-BR", "ueber-uns", "ueber-uns?locale=pt-BR", "missing", "missing?locale=de"])(
  "a slug that no page has in the requested or the default locale is not found: %s",
  async (path) => {
    expect(await read(path)).toMatchObject({ status: 404, json: { code: "page_not_found" } });
  },
);

test.each(["only-a-draft", "only-a-draft?locale=de"])("a page that was never published is not found: %s", async (path) => {
  expect(await read(path)).toMatchObject({ status: 404, json: { code: "page_not_found" } });
});

test("no response shows a draft", async () => {
  for (const path of ["home", "with-draft", "draft-in-german?locale=de", "draft-in-german"])
    expect((await read(path)).text).not.toContain("DRAFT-");
});

test("the alternates are the other published locales", async () => {
  expect((await read("home")).json).toMatchObject({ data: { alternates: [{ locale: "de", slug: "home" }] } });
  expect((await read("draft-in-german")).json).toMatchObject({ data: { alternates: [] } });
});

test.each(["docs/start", "docs%2Fstart", "docs%2fstart", "docs/start/", "home/", "home?utm_source=x&__proto__=y&page=abc"])(
  "a page is found under every spelling of its address: %s",
  async (path) => {
    expect(await read(path)).toMatchObject({ status: 200 });
  },
);

test.each([
  ...[
    "Home",
    "HOME",
    "home%00",
    "home%20",
    "%20home",
    "home%0a",
    "h%C3%B6me",
    "home.",
    "home;x",
    "home%3Bx",
    "ho--me",
    "-home",
    "home-",
    "docs//start",
  ],
  ...["docs%252Fstart", "%2e%2e%2fhome", "docs%5Cstart", "docs/start//", "/home", "home/..%2f", "a".repeat(201), "a".repeat(3_000)],
  ...["%F0%9F%98%80", "home%27%20or%201=1--", "%22", "docs/", "null", "0", "con%73tructor", "{slug}", "*"],
])("an invalid slug is not found: %s", async (path) => {
  const { status, json } = await read(path);
  expect([status, (json as { code: string }).code]).toEqual([404, "page_not_found"]);
});

test.each(["home%zz", "home%", "home%ff"])("a path that cannot be decoded is refused: %s", async (path) => {
  expect(await read(path)).toMatchObject({ status: 400, json: { code: "bad_request" } });
});

test.each([
  ...[
    "e",
    "eng",
    "en_US",
    "en-",
    "-en",
    "en-USA",
    "en-U",
    "en-US-x",
    "*",
    "%00",
    "en%00",
    "",
    "12",
    "en;q=1",
    "de,en",
    "xx-yy-zz",
    "%C4%B1n",
    "en%20",
    "EN-us-posix",
  ],
  "a".repeat(2_000),
])("a malformed locale is refused with a list of the site's locales: %s", async (locale) => {
  const { status, json } = await read(`home?locale=${locale}`);
  expect(status).toBe(400);
  expect(json).toMatchObject({ code: "locale_unsupported", supportedLocales: ["en", "de", "pt-BR"] });
});

test("a repeated locale is refused", async () => {
  expect(await read("home?locale=de&locale=en")).toMatchObject({
    status: 400,
    json: { code: "invalid_query", errors: [{ path: "/locale" }] },
  });
});

test("HEAD responds like GET, without the body", async () => {
  const get = await read("home");
  const head = await server.ask(`${cms}/pages/home`, { key: site.key, method: "HEAD" });
  expect(head.status).toBe(200);
  expect(head.text).toBe("");
  for (const name of ["etag", "content-length", "content-type", "content-language", "cache-control", "vary"]) {
    expect(head.headers.get(name)).toBe(get.headers.get(name));
  }
});
