import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cms, startServer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import { sampleSite } from "../../../../../../test/kit/sample-site.ts";

interface List {
  data: { slug: string; id: string }[];
  page: number;
  pageSize: number;
  total: number;
}

let server: TestServer;
let site: TestSite;
let many: TestSite;

beforeAll(async () => {
  server = await startServer();
  site = await server.addSite(sampleSite());
  const pages = Array.from({ length: 120 }, (_, index) => ({ slug: `page-${index}`, locale: "en", title: `Page ${index}` }));
  many = await server.addSite({ pages });
});
afterAll(() => server.stop());

const list = async (query: string, key = site.key) => {
  const { status, json, headers } = await server.ask(`${cms}/pages${query}`, { key });
  return { status, headers, list: json as List, code: (json as { code?: string }).code };
};

test("a list holds the complete published pages of one locale, ordered by slug", async () => {
  const english = await list("");
  expect(english.list).toMatchObject({ page: 1, pageSize: 50, total: 5 });
  expect(english.list.data.map(({ slug }) => slug)).toEqual(["about", "docs/start", "draft-in-german", "home", "with-draft"]);
  expect(english.headers.get("content-language")).toBe("en");
  const german = await list("?locale=de");
  expect(german.list.data.map(({ slug }) => slug)).toEqual(["home", "nur-deutsch", "ueber-uns"]);
  const page = await server.ask(`${cms}/pages/home`, { key: site.key });
  expect(english.list.data[3]).toEqual((page.json as { data: object }).data);
});

test("a locale without a published page has an empty list", async () => {
  expect(await list("?locale=pt-BR")).toMatchObject({ status: 200, list: { data: [], total: 0, page: 1, pageSize: 50 } });
});

test("no draft shows in a list", async () => {
  expect((await server.ask(`${cms}/pages`, { key: site.key })).text).not.toContain("DRAFT-");
});

test.each(["fr", "en_US", "e", "", "de-AT", "%2A", "xx"])(
  "a list in a locale that the site does not have is refused: %s",
  async (locale) => {
    const { status, json } = await server.ask(`${cms}/pages?locale=${locale}`, { key: site.key });
    expect(status).toBe(400);
    expect(json).toMatchObject({ code: "locale_unsupported", supportedLocales: ["en", "de", "pt-BR"] });
  },
);

describe("paging", () => {
  test.each([
    ["", 1, 50, 50],
    ["?page=2", 2, 50, 50],
    ["?page=3", 3, 50, 20],
    ["?page=4", 4, 50, 0],
    ["?page=20000000", 20_000_000, 50, 0],
    ["?pageSize=7", 1, 7, 7],
    ["?pageSize=100", 1, 100, 100],
    ["?pageSize=101", 1, 100, 100],
    ["?pageSize=999999999", 1, 100, 100],
    ["?pageSize=007&page=01", 1, 7, 7],
    ["?pagesize=3&Page=9&foo=bar", 1, 50, 50],
  ])("%s", async (query, page, pageSize, length) => {
    const { status, list: answer } = await list(query, many.key);
    expect(status).toBe(200);
    expect(answer).toMatchObject({ page, pageSize, total: 120 });
    expect(answer.data).toHaveLength(length);
  });

  test.each([
    ...[
      "page=0",
      "page=-1",
      "page=abc",
      "page=1.5",
      "page=",
      "page=1e3",
      "page=0x10",
      "page=%201",
      "page=1&page=2",
      "page=%2B1",
      "page=1%00",
    ],
    ...[
      "page=99999999999999999999",
      "page=9007199254740993",
      "page=20000001",
      "pageSize=0",
      "pageSize=-5",
      "pageSize=NaN",
      "pageSize=",
      "pageSize=1,5",
    ],
    ...["pageSize=5&pageSize=5", "page=١", "page=Infinity"],
  ])("%s is refused", async (query) => {
    expect(await list(`?${query}`, many.key)).toMatchObject({ status: 400, code: "invalid_query" });
  });

  test("the pages together hold every item once", async () => {
    const seen: string[] = [];
    for (let page = 1; page <= 18; page += 1)
      seen.push(...(await list(`?pageSize=7&page=${page}`, many.key)).list.data.map(({ id }) => id));
    expect(seen).toHaveLength(120);
    expect(new Set(seen).size).toBe(120);
  });

  test("links lead to the first, previous, next and last page", async () => {
    const links = async (query: string) => (await list(query, many.key)).headers.get("link");
    const at = (page: number, relation: string) => `<?locale=en&page=${page}&pageSize=50>; rel="${relation}"`;
    expect(await links("?page=2")).toBe([at(1, "first"), at(1, "prev"), at(3, "next"), at(3, "last")].join(", "));
    expect(await links("")).toBe([at(1, "first"), at(2, "next"), at(3, "last")].join(", "));
    expect(await links("?page=3")).toBe([at(1, "first"), at(2, "prev"), at(3, "last")].join(", "));
    expect(await links("?page=9")).toBe([at(1, "first"), at(3, "prev"), at(3, "last")].join(", "));
  });
});
