import { afterAll, beforeAll, expect, test } from "vitest";
import { cms, startServer, type TestServer, type TestSite } from "../kit/harness.ts";

const text = { type: "string", "x-queryable": true };
const texts = { type: "array", items: { type: "string" }, "x-queryable": true };
const typeOf = (slug: string, properties: object) => ({ slug, title: slug, schema: { type: "object", properties } });
const entry = (contentType: string, slug: string, data: object) => ({ contentType, slug, locale: "en", data });
const to = (contentType: string, slug: string) => ({ entry: { contentType, slug } });

let server: TestServer;
let site: TestSite;
beforeAll(async () => {
  server = await startServer();
  site = await server.addSite({
    contentTypes: [
      typeOf("one", { label: text }),
      typeOf("many", { label: texts }),
      typeOf("item", { a: text, b: text, ref: { $ref: "vitrine:entry", "x-queryable": true } }),
    ],
    entries: [
      entry("one", "one", { label: "x" }),
      entry("many", "many", { label: ["x", "y"] }),
      entry("item", "first", { a: "bread", b: "no", ref: to("one", "one") }),
      entry("item", "second", { a: "soup", b: "yes", ref: to("many", "many") }),
    ],
  });
});
afterAll(() => server.stop());

const ask = (query: string) => server.ask(`${cms}/content/item?${query}`, { key: site.key });

test.each([
  ["a part of a text is not the letter that its stored value begins with", "where[a][contains]=t", 0],
  ["a field is a list in one target and none in another", "where[ref.label]=x", 2],
])("%s", async (_, query, total) => {
  expect((await ask(query)).json).toMatchObject({ total });
});

test("a group that a facet leaves without conditions is met", async () => {
  const { json } = await ask("where[any][0][a]=none&where[any][1][b]=yes&facets=a");
  expect(json).toMatchObject({ total: 1, facets: { a: [{ count: 1 }, { count: 1 }] } });
});

test("the locale of a target cannot be compared", async () => {
  expect((await ask("where[ref.locale]=en")).json).toMatchObject({ code: "invalid_query" });
});

test("a long query has an answer whose head is short", async () => {
  const { status, headers } = await ask(
    `where[a][in]=${"word,".repeat(1).padEnd(190, "é")}&where[b][ne]=${encodeURIComponent("é".repeat(190))}&pageSize=1`,
  );
  expect([status, (headers.get("link") ?? "").length < 4_000]).toEqual([200, true]);
});
