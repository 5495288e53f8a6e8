import { afterAll, beforeAll, expect, test } from "vitest";
import { few } from "../../server/src/features/content/queries/few-documents.ts";
import { changeStatements } from "../kit/database.ts";
import { cms, startServer, type TestServer } from "../kit/harness.ts";
import { newBundle } from "../kit/new-bundle.ts";
import { addQueriedSite, type QueriedSite } from "./queried-site.ts";
import { readWholeLists, runQueries } from "./query-runs.ts";

const usual = { ...few };
const many = { found: 20, lookedUp: 5, searched: 3, lookedAmong: 10 };
/** The statements for few documents, which stop where there are many. */
let tries = 0;
let server: TestServer;
let queried: QueriedSite;
beforeAll(async () => {
  // The site is small: with these limits the server finds most of its lists as it does among many documents.
  Object.assign(few, many);
  server = await startServer({
    throughSql: (sql) =>
      changeStatements(sql, (text) => {
        if (/^\s*with found as/.test(text)) tries += 1;
        return text;
      }),
  });
  queried = await addQueriedSite(server, 1);
});
afterAll(async () => {
  Object.assign(few, usual);
  await server.stop();
});

test("80 random queries among many documents get the answers of the model", () => runQueries(server, queried, 3, 80));

test("the pages of a list of many are the model's order, without gaps and repetitions", () => readWholeLists(server, queried, 4, 3));

test("a search has one order of relevance: alone, among few and among many, in both directions", async () => {
  const { key } = queried.site;
  const idsOf = async (query: string) => {
    const ids: string[] = [];
    for (let page = 1; ; page += 1) {
      const { json } = await server.ask(`${cms}/content/item?${query}&pageSize=40&page=${page}`, { key });
      const { data, total } = json as { data: { id: string }[]; total: number };
      ids.push(...data.map(({ id }) => id));
      if (data.length === 0 || ids.length >= total) return ids;
    }
  };
  for (const q of ["k", "l", "kestrel", "kestrel%20lig", "marmelade", "q%20m"]) {
    expect(await idsOf(`q=${q}`)).toEqual(await idsOf(`q=${q}&sort=relevance`));
    for (const direction of ["", ":desc", ":asc"]) {
      const search = `q=${q}&sort=relevance${direction}`;
      const alone = await idsOf(search);
      // Another condition that all meet: a list that was of many stays one.
      const amongMany = await idsOf(`${search}&where[slug][ne]=none`);
      Object.assign(few, usual);
      const amongFew = await idsOf(`${search}&where[slug][exists]=true`).finally(() => Object.assign(few, many));
      expect(alone.length, search).toBeGreaterThan(0);
      expect({ search, amongMany, amongFew }).toEqual({ search, amongMany: alone, amongFew: alone });
    }
  }
});

test("a text with hundreds of words that begin as the search comes before one with a few", async () => {
  const words = (most: number) => Array.from({ length: most }, (_, place) => `wo${place.toString(36)}`).join(" ");
  const site = await server.addSite(
    newBundle({
      contentTypes: [
        { slug: "text", title: "Text", schema: { type: "object", properties: { body: { type: "string", "x-searchable": true } } } },
      ],
      entries: [400, 150, 30, 1].map((most) => ({ contentType: "text", slug: `of-${most}`, locale: "en", data: { body: words(most) } })),
    }),
  );
  for (const condition of ["", "&where[slug][exists]=true"]) {
    const { json } = await server.ask(`${cms}/content/text?q=wo${condition}`, { key: site.key });
    expect((json as { data: { slug: string }[] }).data.map(({ slug }) => slug)).toEqual(["of-400", "of-150", "of-30", "of-1"]);
  }
});

test("fields that are kept are of the content as it is: after an import, and when a product is no longer for sale", async () => {
  const marked = { "x-queryable": true };
  const product = (slug: string, status: string) => ({ slug, title: slug, status, variants: [{ sku: slug, price: 100, stock: 1 }] });
  const entry = (number: number) => ({
    ...{ contentType: "dish", slug: `dish-${number}`, locale: "en" },
    data: { rank: number % 3, mood: number % 2 === 0 ? "even" : "odd", with: { product: `plate-${number % 51}` } },
  });
  const bundle = newBundle({
    contentTypes: [
      {
        ...{ slug: "dish", title: "Dish" },
        schema: {
          type: "object",
          properties: {
            rank: { type: "integer", ...marked },
            mood: { type: "string", ...marked },
            with: { $ref: "vitrine:product", ...marked },
          },
        },
      },
    ],
    // One more than a facet counts.
    products: Array.from({ length: 51 }, (_, number) => product(`plate-${number}`, "ACTIVE")),
    entries: Array.from({ length: 60 }, (_, number) => entry(number)),
  });
  const site = await server.addSite(bundle);
  const own = { ...(bundle.site as object), slug: site.slug };
  const read = async (query: string) => {
    const { status, json } = await server.ask(`${cms}/content/dish?${query}`, { key: site.key });
    const { total, data, facets } = json as { total: number; data: { slug: string }[]; facets?: Record<string, { count: number }[]> };
    expect(status, query).toBe(200);
    const { mood = [], with: plates = [] } = facets ?? {};
    return { total, first: data[0]?.slug, mood: mood.map(({ count }) => count), plates: plates.map(({ count }) => count) };
  };
  const counts = (twice: number, once: number) => [...Array.from({ length: twice }, () => 2), ...Array.from({ length: once }, () => 1)];
  const ordered = "where[slug][ne]=none&sort=rank:desc,slug:desc&facets=mood,with";
  const whole = "facets=mood,with";
  // The second time from what is kept: another size of the pages is another response.
  for (const page of ["pageSize=20", "pageSize=21"]) {
    expect(await read(`${ordered}&${page}`)).toEqual({ total: 60, first: "dish-8", mood: [30, 30], plates: counts(9, 41) });
    expect(await read(`${whole}&${page}`)).toMatchObject({ total: 60, mood: [30, 30], plates: counts(9, 41) });
  }
  // A condition on a field that is kept.
  expect(await read(`where[rank][lt]=2&${ordered}`)).toEqual({ total: 40, first: "dish-7", mood: [20, 20], plates: counts(6, 28) });

  await server.import({ bundle: 1, site: own, entries: [{ ...entry(98), slug: "dish-98" }] });
  for (const page of ["pageSize=22", "pageSize=23"]) {
    expect(await read(`${ordered}&${page}`)).toEqual({ total: 61, first: "dish-98", mood: [31, 30], plates: counts(10, 40) });
    expect(await read(`${whole}&${page}`)).toMatchObject({ total: 61, mood: [31, 30], plates: counts(10, 40) });
  }

  await server.import({ bundle: 1, site: own, products: [product("plate-1", "DRAFT")] });
  for (const page of ["pageSize=24", "pageSize=25"]) {
    expect(await read(`${ordered}&${page}`)).toEqual({ total: 61, first: "dish-98", mood: [31, 30], plates: counts(9, 41) });
    expect(await read(`${whole}&${page}`)).toMatchObject({ total: 61, mood: [31, 30], plates: counts(9, 41) });
  }
});

test("the other pages of a list of many are read as such, until the content changes", async () => {
  const bundle = newBundle({
    contentTypes: [
      { slug: "note", title: "Note", schema: { type: "object", properties: { rank: { type: "integer", "x-queryable": true } } } },
    ],
    entries: Array.from({ length: 30 }, (_, rank) => ({ contentType: "note", slug: `note-${rank}`, locale: "en", data: { rank } })),
  });
  const site = await server.addSite(bundle);
  const triesOf = async (query: string) => {
    const before = tries;
    const { status, json } = await server.ask(`${cms}/content/note?${query}`, { key: site.key });
    expect(status, query).toBe(200);
    return { tries: tries - before, total: (json as { total: number }).total };
  };
  const list = "where[rank][gte]=2&sort=slug&pageSize=5";
  expect(await triesOf(list)).toEqual({ tries: 1, total: 28 });
  for (const page of [2, 3]) expect(await triesOf(`${list}&page=${page}`)).toEqual({ tries: 0, total: 28 });
  expect(await triesOf("where[rank][gte]=1&sort=slug&pageSize=5")).toEqual({ tries: 1, total: 29 });
  const more = [{ contentType: "note", slug: "note-30", locale: "en", data: { rank: 30 } }];
  await server.import({ bundle: 1, site: { ...(bundle.site as object), slug: site.slug }, entries: more });
  expect(await triesOf(`${list}&page=4`)).toEqual({ tries: 1, total: 29 });
});

test("a list whose conditions are known to find many is read as such at once, by each operator, in each order of values", async () => {
  const titles = ["Ärger", "arg", "B\u{1f600}", "B\uffee", "b", "C, d", "Cd", "É\u0301", "z"];
  const type = {
    ...{ slug: "note", title: "Note" },
    schema: {
      type: "object",
      properties: {
        title: { type: "string", "x-queryable": true },
        tags: { type: "array", items: { type: "string" }, "x-queryable": true },
      },
    },
  };
  const entries = Array.from({ length: 90 }, (_, place) => {
    const data = { title: titles[place % titles.length], tags: [`t${place % 2}`, `t${place % 3}`] };
    return { contentType: "note", slug: `note-${String(place).padStart(2, "0")}`, locale: "en", data };
  });
  const site = await server.addSite(newBundle({ contentTypes: [type], entries }));
  const readAll = async (query: string, counted = "tags") => {
    const before = tries;
    const { status, json } = await server.ask(`${cms}/content/note?facets=${counted}&${query}&sort=title,slug:desc&pageSize=100`, {
      key: site.key,
    });
    expect(status, query).toBe(200);
    const { data, facets } = json as { data: { slug: string }[]; facets: unknown };
    return { tries: tries - before, slugs: data.map(({ slug }) => slug), facets };
  };
  const queries = [
    "[gt]=arg",
    "[gte]=B",
    "[lt]=C%2C%20d",
    "[lte]=z",
    "[ne]=b",
    "[in]=b,z,arg,C\\,%20d",
    "[prefix]=b",
    "[contains]=R",
    "[contains]=d",
    "[exists]=true",
    "[exists]=false",
  ];
  const before = new Map<string, unknown>();
  Object.assign(few, usual);
  for (const query of queries) before.set(query, await readAll(`where[title]${query}`));
  const searchedAmongFew = await readAll("q=b");
  const anyText = await readAll("where[title][contains]=", "tags,title");
  Object.assign(few, many);
  // Now all fields, and which documents there are, are kept.
  await readAll("where[title][gte]=a");
  await readAll("where[title][ne]=a");
  for (const query of queries) {
    const found = await readAll(`where[title]${query}&where[slug][ne]=none`);
    const { slugs, facets } = before.get(query) as typeof found;
    const compared = query === "[exists]=false" ? entries.length : slugs.length;
    expect({ query, ...found }).toEqual({ query, tries: compared > many.found ? 0 : 1, slugs, facets });
  }
  expect(await readAll("where[title][contains]=&where[slug][ne]=none", "tags,title")).toEqual({ ...anyText, tries: 0 });
  // Most documents of a large list have a word that begins with a given letter.
  expect(searchedAmongFew.slugs).toHaveLength(30);
  expect(await readAll("q=b&where[slug][ne]=none")).toEqual({ ...searchedAmongFew, tries: 0 });
});
