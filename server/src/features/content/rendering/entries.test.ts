import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cms, startServer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { sampleSite } from "../../../../../test/kit/sample-site.ts";

let server: TestServer;
let site: TestSite;

beforeAll(async () => {
  server = await startServer();
  site = await server.addSite(sampleSite());
});
afterAll(() => server.stop());

const read = (path: string, key = site.key) => server.ask(cms + path, { key });
const dataOf = <T>({ json }: { json: unknown }) => (json as { data: T }).data;

describe("a list of entries", () => {
  test("holds the published ones of one locale, newest first", async () => {
    const answer = await read("/content/blog-post");
    expect(answer.json).toMatchObject({ page: 1, pageSize: 20, total: 3 });
    expect(dataOf<{ slug: string }[]>(answer).map(({ slug }) => slug)).toEqual(["third", "second", "first"]);
    expect(answer.text).not.toContain("DRAFT-");
  });

  test("shows entries as they are alone", async () => {
    const [entry] = dataOf<object[]>(await read("/content/blog-post?locale=de"));
    expect(entry).toEqual({
      id: expect.any(String) as string,
      slug: "first",
      locale: "de",
      contentType: "blog-post",
      status: "PUBLISHED",
      data: { text: "sample first de" },
      publishedAt: "2026-01-01T00:00:00.000Z",
      firstPublishedAt: "2026-01-01T00:00:00.000Z",
      createdAt: "2026-11-20T09:30:00.000Z",
      updatedAt: "2026-11-20T09:30:00.000Z",
      alternates: [{ locale: "en", slug: "first" }],
    });
  });

  test("orders entries of the same instant by id, so that none repeats or gets lost", async () => {
    const publishedAt = "2026-06-01T00:00:00.000Z";
    const entries = Array.from({ length: 25 }, (_, index) => ({
      contentType: "note",
      slug: `n-${index}`,
      locale: "en",
      data: {},
      publishedAt,
    }));
    const { key } = await server.addSite({ contentTypes: [{ slug: "note", title: "Note", schema: { type: "object" } }], entries });
    const ids: string[] = [];
    for (const page of [1, 2, 3, 4, 5])
      ids.push(...dataOf<{ id: string }[]>(await read(`/content/note?pageSize=5&page=${page}`, key)).map(({ id }) => id));
    expect(new Set(ids).size).toBe(25);
    expect(ids).toEqual([...ids].sort());
  });

  test.each(["missing", "page", "Blog-Post", "blog_post", "%00", "a".repeat(300), "blog-post%2Ffirst"])(
    "of an unknown type is not found: %s",
    async (type) => {
      expect(await read(`/content/${type}`)).toMatchObject({ status: 404, json: { code: "content_type_not_found" } });
    },
  );

  test("of a type without entries is empty", async () => {
    expect(await read("/content/note?locale=de")).toMatchObject({ status: 200, json: { data: [], total: 0 } });
  });

  test("has links relative to itself", async () => {
    const { headers } = await read("/content/blog-post?pageSize=1&page=2&locale=EN");
    expect(headers.get("link")).toContain('<?locale=en&page=3&pageSize=1>; rel="next"');
  });

  test.each(["fr", "x", ""])("of an unsupported locale is refused: %s", async (locale) => {
    expect(await read(`/content/blog-post?locale=${locale}`)).toMatchObject({ status: 400, json: { code: "locale_unsupported" } });
  });
});

describe("a single entry", () => {
  test.each([
    ["/content/blog-post/first", "en", "first en"],
    ["/content/blog-post/first?locale=de", "de", "first de"],
    ["/content/blog-post/second?locale=de", "en", "second en"],
    ["/content/blog-post/second?locale=pt-BR", "en", "second en"],
    ["/content/blog-post/third", "en", "third en"],
    ["/blog/first", "en", "first en"],
    ["/blog/first?locale=de", "de", "first de"],
    ["/blog/second?locale=xx", "en", "second en"],
  ])("%s is shown in %s", async (path, locale, text) => {
    const answer = await read(path);
    expect(answer).toMatchObject({
      status: 200,
      json: { data: { locale, contentType: "blog-post", status: "PUBLISHED", data: { text: `sample ${text}` } } },
    });
    expect(answer.headers.get("content-language")).toBe(locale);
  });

  test.each([
    ["/content/missing/first", "content_type_not_found"],
    ["/content/page/home", "content_type_not_found"],
    ["/content/UPPER/first", "content_type_not_found"],
    ["/content/missing/Not%20A%20Slug", "content_type_not_found"],
    ["/content/blog-post/missing", "entry_not_found"],
    ["/content/blog-post/unpublished", "entry_not_found"],
    ["/content/blog-post/First", "entry_not_found"],
    ["/content/blog-post/a%2Fb", "entry_not_found"],
    ["/content/blog-post/%00", "entry_not_found"],
    ["/content/note/second", "entry_not_found"],
    ["/blog/unpublished", "entry_not_found"],
    ["/blog/missing", "entry_not_found"],
  ])("%s is not found: %s", async (path, code) => {
    expect(await read(path)).toMatchObject({ status: 404, json: { code } });
  });

  test.each(["en_US", "", "eng", "*"])("in a malformed locale is refused: %s", async (locale) => {
    for (const path of ["/content/blog-post/first", "/blog/first"]) {
      expect(await read(`${path}?locale=${locale}`)).toMatchObject({
        status: 400,
        json: { code: "locale_unsupported", supportedLocales: ["en", "de", "pt-BR"] },
      });
    }
  });

  test("under the blog shortcut has the type blog-post", async () => {
    expect(dataOf<{ data: object }>(await read("/blog/first")).data).toEqual({ text: "sample first en" });
    const { key } = await server.addSite({
      contentTypes: [{ slug: "blog", title: "B", schema: { type: "object" } }],
      entries: [{ contentType: "blog", slug: "x", locale: "en", data: {} }],
    });
    expect(await read("/blog/x", key)).toMatchObject({ status: 404, json: { code: "content_type_not_found" } });
  });
});

test("block types are listed with their schemas, ordered by type", async () => {
  const { json } = await read("/block-types");
  expect(json).toMatchObject({ page: 1, pageSize: 2, total: 2 });
  expect(dataOf({ json })).toEqual([
    {
      type: "box",
      title: "Box",
      description: null,
      category: null,
      icon: null,
      schema: { type: "object", properties: {} },
      uiSchema: {},
      defaults: {},
      slots: null,
      updatedAt: "2026-11-20T09:30:00.000Z",
    },
    {
      type: "text",
      title: "Text",
      description: null,
      category: null,
      icon: null,
      schema: { type: "object", properties: { text: { type: "string" } }, additionalProperties: false },
      uiSchema: {},
      defaults: { text: "sample" },
      slots: null,
      updatedAt: "2026-11-20T09:30:00.000Z",
    },
  ]);
  const empty = await server.addSite();
  expect((await read("/block-types", empty.key)).json).toEqual({ data: [], page: 1, pageSize: 1, total: 0 });
});
