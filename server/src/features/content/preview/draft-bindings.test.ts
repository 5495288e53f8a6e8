import { afterAll, beforeAll, expect, test } from "vitest";
import { cms, shop, startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { previews } from "../../../../../test/kit/previews.ts";
import { sampleCatalog } from "../../../../../test/kit/sample-catalog.ts";
import { replaceSql } from "../../../../../test/kit/database.ts";
import type { Sql } from "../../../ports/database.ts";

let server: TestServer;
let statements: string[] = [];
beforeAll(async () => {
  server = await startServer({
    publicUrl: "https://vitrine.example/at",
    throughSql: (sql) => {
      const counting: Sql = (strings, ...values) => {
        statements.push(strings.join("?"));
        return sql(strings, ...values);
      };
      return replaceSql(sql, counting);
    },
  });
});
afterAll(() => server.stop());

const anything = { type: "object" };
const entry = (slug: string, path = "/title", contentType = "post") => ({ source: "entry", contentType, slug, path });
const post = (slug: string, locale: string, more: object = {}) => ({
  contentType: "post",
  slug,
  locale,
  data: { title: `published ${slug} ${locale}` },
  ...more,
});
const drafted = (slug: string, locale: string) => ({ status: "DRAFT", data: { title: `draft ${slug} ${locale}` } });
const newer = (slug: string, locale: string) => ({ draft: { data: { title: `draft ${slug} ${locale}` } } });

/** The block of a page with the bindings, as the preview has it: in its draft, published, or both alike. */
async function siteWith(bindings: Record<string, object>, props: Record<string, unknown> = { text: "static" }) {
  const composition = [{ id: "b", type: "any", props, bindings }];
  const site = await server.addSite({
    site: { name: "Bound & Co", locales: ["en", "de", "pt-BR"] },
    blockTypes: [{ type: "any", title: "Any", schema: anything }],
    contentTypes: [{ slug: "post", title: "Post", schema: anything }],
    pages: ["en", "de", "pt-BR"].flatMap((locale) => [
      { slug: "drafted", locale, status: "DRAFT", title: "Page", composition },
      { slug: "published", locale, title: "Page", composition },
    ]),
    entries: [
      post("plain", "en"),
      post("newer", "en", newer("newer", "en")),
      post("unborn", "en", drafted("unborn", "en")),
      post("two", "en", newer("two", "en")),
      post("two", "de"),
      post("three", "en"),
      post("three", "de", newer("three", "de")),
      post("four", "en"),
      post("four", "de", drafted("four", "de")),
      post("only-german", "de", drafted("only-german", "de")),
      { contentType: "post", slug: "odd", locale: "en", data: { list: [{ name: "one" }], "a/b": { "c~d": "odd" }, nil: null } },
    ],
    ...sampleCatalog(),
  });
  const { issue, data } = previews(server, site);
  const tokens = { drafted: (await issue("drafted")).token, published: (await issue("published")).token };
  return {
    site,
    read: async (locale = "en", page: keyof typeof tokens = "drafted") =>
      (await data(tokens[page], `?locale=${locale}`)).composition[0]?.props,
  };
}

test.each<[string, string, Record<string, string>]>([
  ["the publication if there is no draft", "plain", { en: "published plain en", de: "published plain en" }],
  ["a draft rather than the publication", "newer", { en: "draft newer en", "pt-BR": "draft newer en" }],
  ["a draft that was never published", "unborn", { en: "draft unborn en", de: "draft unborn en" }],
  ["the locale rather than the draft of another", "two", { en: "draft two en", de: "published two de", "pt-BR": "draft two en" }],
  ["the draft of the locale", "three", { en: "published three en", de: "draft three de", "pt-BR": "published three en" }],
  [
    "a draft that was never published in the locale",
    "four",
    { en: "published four en", de: "draft four de", "pt-BR": "published four en" },
  ],
  ["nothing of an entry in another locale only", "only-german", { en: "static", de: "draft only-german de", "pt-BR": "static" }],
])("a binding to an entry shows %s", async (_name, slug, expected) => {
  const { read, site } = await siteWith({ "/text": entry(slug) });
  for (const [locale, text] of Object.entries(expected)) {
    for (const page of ["drafted", "published"] as const)
      expect([locale, page, await read(locale, page)]).toEqual([locale, page, { text }]);
  }
  // Nothing of it comes to the public.
  for (const locale of ["en", "de", "pt-BR"]) {
    const { text } = await server.ask(`${cms}/pages?locale=${locale}`, { key: site.key });
    expect([text.includes("draft "), text.includes('"slug":"drafted"')]).toEqual([false, false]);
  }
});

test.each<[string, object]>([
  ["a member that is not there", entry("newer", "/none")],
  ["null", entry("odd", "/nil")],
  ["__proto__", entry("newer", "/__proto__")],
  ["a member of __proto__", entry("newer", "/__proto__/polluted")],
  ["constructor", entry("newer", "/constructor")],
  ["constructor's prototype", entry("newer", "/constructor/prototype")],
  ["a member of a text", entry("newer", "/title/length")],
  ["an item beyond the list", entry("odd", "/list/7/name")],
  ["a very long path", entry("odd", "/list/0".repeat(50))],
  ["a page in an entry's place", entry("drafted", "/title", "page")],
  ["an entry of another type", entry("newer", "/title", "unknown")],
  ["an entry that is not there", entry("nowhere")],
  ["a product that is a draft", { source: "product", slug: "secret-prototype", path: "/title" }],
  ["a category that is hidden", { source: "category", slug: "staff-only", path: "/title" }],
  ["a private member of the site", { source: "site", path: "/id" }],
  ["a template", entry("newer", "/{{constructor}}")],
])("a binding to %s leaves the static prop", async (_name, binding) => {
  const { read } = await siteWith({ "/text": binding });
  expect(await read()).toEqual({ text: "static" });
});

test("a binding fills any place that has a parent, and no prototype", async () => {
  const { read } = await siteWith(
    {
      "/deep/0/text": entry("odd", "/list/0/name"),
      "/new": entry("odd", "/a~1b/c~0d"),
      "/__proto__": entry("newer"),
      "/deep/3": entry("newer"),
      "/name": { source: "site", path: "/name" },
    },
    { deep: [{ text: "static" }] },
  );
  expect(await read()).toEqual({ deep: [{ text: "one" }], new: "odd", name: "Bound & Co" });
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test("a binding to a whole product or category shows what its own address returns", async () => {
  const { read, site } = await siteWith({
    "/product": { source: "product", slug: "fjell-chair", path: "" },
    "/category": { source: "category", slug: "furniture", path: "" },
  });
  const ask = async (path: string) => ((await server.ask(path, { key: site.key })).json as { data: unknown }).data;
  expect(await read()).toEqual({
    text: "static",
    product: await ask(`${shop}/products/slug/fjell-chair`),
    category: await ask(`${shop}/categories/slug/furniture`),
  });
});

test("all bindings take one statement for each source, after the two that find the page", async () => {
  const { read } = await siteWith({
    "/a": entry("newer"),
    "/b": entry("plain"),
    "/c": { source: "product", slug: "fjell-chair", path: "/title" },
    "/d": { source: "category", slug: "furniture", path: "/title" },
    "/e": { source: "site", path: "/name" },
  });
  statements = [];
  await read();
  expect(statements).toHaveLength(4);
});

test("no response contains bindings, and only a preview's statements name drafts", async () => {
  const { read, site } = await siteWith({ "/text": entry("newer") });
  const { data } = previews(server, site);
  const { token } = await previews(server, site).issue("drafted");
  expect(JSON.stringify(await data(token))).not.toContain("bindings");
  expect(await read()).toEqual({ text: "draft newer en" });
  statements = [];
  for (const path of [`${cms}/pages`, `${cms}/pages/published`, `${cms}/content/post`, `${cms}/content/post/newer`, `${cms}/blog/newer`])
    await server.ask(path, { key: site.key });
  expect(statements.length).toBeGreaterThan(4);
  expect(statements.filter((statement) => /\b(translations|draft)\b/.test(statement))).toEqual([]);
});
