import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cms, startServer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { newBundle } from "../../../../../test/kit/new-bundle.ts";

const text = { type: "string" };
const schema = {
  type: "object",
  properties: {
    title: { ...text, "x-queryable": true, "x-searchable": true },
    minutes: { type: ["integer", "null"], "x-queryable": true },
    isVegan: { type: "boolean", "x-queryable": true },
    tags: { type: "array", items: text, "x-queryable": true },
    author: { $ref: "vitrine:entry", "x-contentType": ["person"], "x-queryable": true },
    needs: { type: "array", items: { $ref: "vitrine:product" }, "x-queryable": true },
    source: { type: "object", properties: { year: { $ref: "#/$defs/year" }, printed: { ...text, format: "date", "x-queryable": true } } },
    text: { ...text, "x-searchable": true },
    secret: text,
  },
  $defs: { year: { type: "integer", "x-queryable": true } },
};
const person = {
  type: "object",
  properties: { name: { ...text, "x-queryable": true }, born: { ...text, format: "date-time", "x-queryable": true } },
};
const teaser = {
  type: "teaser",
  title: "Teaser",
  schema: { type: "object", properties: { text: { ...text, "x-searchable": true }, hint: text } },
};
const entry = (contentType: string, slug: string, data: object, more: object = {}) => ({ contentType, slug, locale: "en", data, ...more });
const recipe = (slug: string, data: object, more: object = {}) => entry("recipe", slug, { title: slug, ...data }, more);
const by = (slug: string) => ({ author: { entry: { contentType: "person", slug } } });
const product = (slug: string, more: object = {}) => ({ slug, title: slug, variants: [{ sku: slug, price: 100 }], ...more });
const published = (day: number) => ({ publishedAt: `2026-01-0${day}T00:00:00.000Z` });
const sections = {
  site: { locales: ["en", "de"] },
  blockTypes: [teaser],
  contentTypes: [
    { slug: "recipe", title: "Recipe", schema },
    { slug: "person", title: "Person", schema: person },
  ],
  products: [product("pan"), product("pot", { status: "DRAFT" })],
  entries: [
    entry("person", "ada", { name: "Ada", born: "1815-12-10T01:00:00+01:00" }),
    entry("person", "ada", { name: "Ada auf Deutsch" }, { locale: "de" }),
    entry("person", "ghost", { name: "Ghost" }, { status: "DRAFT" }),
    recipe("bread", { minutes: 90, tags: ["dough", "slow"], source: { year: 1999, printed: "1999-05-01" }, ...by("ada") }, published(4)),
    recipe("soup", { minutes: 30, isVegan: true, tags: ["hot"], text: "Simmer the carrots.", needs: [{ product: "pan" }] }, published(3)),
    recipe(
      "Çay",
      { minutes: 5, isVegan: true, secret: "carrots", ...by("ghost"), needs: [{ product: "pot" }] },
      { slug: "cay", ...published(2) },
    ),
    recipe("nothing", { minutes: null }, { ...published(1), draft: { data: { title: "carrots", minutes: 1 } } }),
    recipe("brot", { minutes: 91, ...by("ada") }, { locale: "de" }),
  ],
  pages: [
    { slug: "home", locale: "en", title: "Home", composition: [{ type: "teaser", props: { text: "Fresh carrots", hint: "hidden word" } }] },
    { slug: "about/us", locale: "en", title: "About us", ...published(5) },
  ],
};

let server: TestServer;
let site: TestSite;
beforeAll(async () => {
  server = await startServer();
  site = await server.addSite(newBundle(sections));
});
afterAll(() => server.stop());

interface Item {
  slug: string;
  data?: object;
}
const request = async (path: string) => {
  const { status, json, headers } = await server.ask(`${cms}/${path}`, { key: site.key });
  return {
    status,
    headers,
    ...(json as { data: Item[]; total: number; facets?: object; code?: string; detail?: string; errors?: object[] }),
  };
};
const slugs = async (path: string) => {
  const { status, data, total, detail } = await request(path);
  if (status !== 200) return detail;
  expect(total).toBe(data.length);
  return data.map(({ slug }) => slug).join(" ");
};

describe("a list of entries", () => {
  test.each([
    ["where[minutes]=90", "bread"],
    ["where[minutes][ne]=90", "soup cay nothing"],
    ["where[minutes][in]=5,30", "soup cay"],
    ["where[minutes][nin]=5,30", "bread nothing"],
    ["where[minutes][lt]=30", "cay"],
    ["where[minutes][lte]=30", "soup cay"],
    ["where[minutes][gt]=30", "bread"],
    ["where[minutes][gte]=30", "bread soup"],
    ["where[minutes][gte]=5&where[minutes][lt]=31", "soup cay"],
    ["where[minutes][exists]=false", "nothing"],
    ["where[title][prefix]=C", "cay"],
    ["where[title][contains]=AY", "cay"],
    ["where[title]=cay", ""],
    ["where[tags][contains]=slow", "bread"],
    ["where[tags][contains]=slow&where[tags][contains]=hot", ""],
    ["where[tags][in]=slow,hot", "bread soup"],
    ["where[isVegan]=true", "soup cay"],
    ["where[isVegan][ne]=true", "bread nothing"],
    ["where[source.year]=1999", "bread"],
    ["where[source.printed][lt]=1999-05-02", "bread"],
    ["where[publishedAt][gte]=2026-01-03", "bread soup"],
    ["where[slug][prefix]=no", "nothing"],
    ["where[locale]=en&where[minutes]=5", "cay"],
    ["where[locale]=de", ""],
    ["where[any][0][minutes]=5&where[any][1][tags]=hot", "soup cay"],
    ["where[any][0][minutes]=5&where[any][0][isVegan]=false&where[any][1][locale]=en", "bread soup cay nothing"],
    ["where[author.slug]=ada", "bread"],
    ["where[author.name][prefix]=a", "bread"],
    ["where[author.born]=1815-12-10", "bread"],
    ["where[author][exists]=true", "bread"],
    ["where[author.name]=Ghost", ""],
    ["where[needs.slug]=pan", "soup"],
    ["where[needs.slug]=pot", ""],
    ["where[needs][exists]=false", "bread cay nothing"],
    ["sort=minutes", "cay soup bread nothing"],
    ["sort=minutes:desc", "bread soup cay nothing"],
    ["sort=isVegan,title:desc", "soup cay nothing bread"],
    ["sort=title", "bread cay nothing soup"],
    ["q=carrot", "soup"],
    ["q=bredd", "bread"],
    ["q=carrot&where[minutes]=5", ""],
    ["q=carrot&where[locale]=en", "soup"],
    ["q=carrot&where[locale][nin]=en", ""],
    ["q=carrot&where[any][0][locale]=de", ""],
    ["q=carrot&where[any][0][locale]=de&where[any][1][locale]=en", "soup"],
    ["locale=de&where[author.name]=Ada%20auf%20Deutsch", "brot"],
    ["locale=de&where[author.name]=Ada", ""],
    ["locale=de&fallback=none&where[minutes][gt]=1", "brot"],
  ])("%s finds %s", async (query, expectedSlugs) => {
    expect(await slugs(`content/recipe?${query}`)).toBe(expectedSlugs);
  });

  test("is compared with an id of a public target alone", async () => {
    const { data } = await request("content/person");
    const { id } = data[0] as Item & { id: string };
    const [ghost] = await server.deps.sql<{ id: string }>`
      select id from documents where site_id = ${site.id} and name = 'ghost'`;
    const [pot] = await server.deps.sql<{ id: string }>`select id from products where site_id = ${site.id} and slug = 'pot'`;
    expect(await slugs(`content/recipe?where[author]=${id}`)).toBe("bread");
    expect(await slugs(`content/recipe?where[author]=${id.toUpperCase()}`)).toBe("bread");
    expect(await slugs(`content/recipe?where[author.id][ne]=${id}`)).toBe("soup cay nothing");
    expect(await slugs(`content/recipe?where[author]=${ghost?.id ?? ""}`)).toBe("");
    expect(await slugs(`content/recipe?where[needs]=${pot?.id ?? ""}`)).toBe("");
  });

  test("counts the values of its fields, over what the conditions on other fields leave", async () => {
    const { facets } = await request("content/recipe?facets=isVegan,tags,author,needs&where[isVegan]=true&where[minutes][gt]=5");
    expect(facets).toEqual({
      isVegan: [{ value: true, count: 1 }],
      tags: [{ value: "hot", count: 1 }],
      author: [],
      needs: [{ value: { product: expect.any(String) as string, slug: "pan", title: "pan" }, count: 1 }],
    });
    const all = await request("content/recipe?facets=author,minutes&pageSize=1&where[minutes][gt]=5");
    expect(all.facets).toEqual({
      author: [{ value: expect.objectContaining({ contentType: "person", slug: "ada", title: "Ada" }) as object, count: 1 }],
      minutes: [5, 30, 90].map((value) => ({ value, count: 1 })),
    });
    expect([all.data.length, all.total]).toEqual([1, 2]);
  });

  test("answers the named members alone", async () => {
    const { data } = await request("content/recipe?fields=minutes,author&sort=slug&pageSize=1");
    const author = expect.objectContaining({ slug: "ada" }) as object;
    const times = { publishedAt: published(4).publishedAt, firstPublishedAt: published(4).publishedAt };
    const now = "2026-11-20T09:30:00.000Z";
    const id = expect.any(String) as string;
    const breadEntry = {
      id,
      slug: "bread",
      locale: "en",
      contentType: "recipe",
      status: "PUBLISHED",
      ...times,
      createdAt: now,
      updatedAt: now,
    };
    expect(data).toEqual([{ ...breadEntry, data: { minutes: 90, author } }]);
    const brief = await request("content/recipe?fields=alternates&sort=slug&pageSize=500");
    expect(brief).toMatchObject({ pageSize: 500 });
    expect(brief.data[0]).toEqual({ ...breadEntry, alternates: [] });
  });

  test("links to its other pages with the same query", async () => {
    const query =
      "where[any][0][minutes][gt]=1&where[tags][in]=a\\,b,hot&sort=title&fields=title&facets=tags&q=soup&include=author&pageSize=1";
    const { headers } = await request(`content/recipe?${query}`);
    const [link] = /^<\?([^>]+)>; rel="first"/.exec(headers.get("link") ?? "")?.slice(1) ?? [];
    const again = await request(`content/recipe?${link ?? ""}`);
    expect(again.headers.get("etag")).toBe(headers.get("etag"));
    expect(new URLSearchParams(link).getAll("where[tags][in]")).toEqual(["a\\,b,hot"]);
  });
});

describe("a list of pages", () => {
  test.each([
    ["where[slug][prefix]=about", "about/us"],
    ["where[publishedAt][gte]=2026-01-05", "about/us home"],
    ["sort=publishedAt:desc", "home about/us"],
    ["q=carrots", "home"],
    ["q=about", "about/us"],
    ["q=hidden", ""],
  ])("%s finds %s", async (query, expectedSlugs) => {
    expect(await slugs(`pages?${query}`)).toBe(expectedSlugs);
  });

  test("without compositions may have 500 pages", async () => {
    const { data, ...list } = await request("pages?fields=title,slug,alternates&pageSize=1000&sort=slug");
    expect(list).toMatchObject({ pageSize: 500, total: 2 });
    expect(data[0]).toEqual({
      id: expect.any(String) as string,
      locale: "en",
      slug: "about/us",
      title: "About us",
      alternates: [],
      publishedAt: published(5).publishedAt,
      firstPublishedAt: published(5).publishedAt,
      createdAt: "2026-11-20T09:30:00.000Z",
      updatedAt: "2026-11-20T09:30:00.000Z",
    });
    const whole = await request("pages?fields=composition&pageSize=1000&where[slug]=home");
    expect(whole).toMatchObject({ pageSize: 100, data: [{ composition: [{ type: "teaser", props: { text: "Fresh carrots" } }] }] });
    expect(whole.data[0]).not.toHaveProperty("title");
  });
});

test("a single read without a fallback answers nothing from another locale", async () => {
  expect(await request("pages/home?locale=de")).toMatchObject({ status: 200, data: { locale: "en" } });
  expect(await request("pages/home?locale=de&fallback=default")).toMatchObject({ status: 200 });
  expect(await request("pages/home?locale=de&fallback=none")).toMatchObject({ status: 404, code: "page_not_found" });
  expect(await request("pages/home?locale=fr&fallback=none")).toMatchObject({ status: 404, code: "page_not_found" });
  expect(await request("content/recipe/bread?locale=de&fallback=none")).toMatchObject({ status: 404, code: "entry_not_found" });
  expect(await request("content/recipe/brot?locale=de&fallback=none")).toMatchObject({ status: 200 });
});

describe("a query that is not possible is refused, and told what is", () => {
  const ownMembers = "id, slug, publishedAt, firstPublishedAt, createdAt, updatedAt, locale";
  test.each([
    ...["=x", "=1e999", "=", "=1.5", "[ne]=1.5", "[in]=1,1.5", "[nin]=true", "[lt]=1.5", "[gte]=1e-1"].map((text): [string, string] => [
      `where[minutes]${text}`,
      "where[minutes] must be a whole number such as 60.",
    ]),
    ["where[source.year][lte]=1999.5", "where[source.year] must be a whole number such as 60."],
    ["where[author.born][gt]=1815", "where[author.born] must be an instant such as 2026-01-31T14:30:00Z, or a date."],
    ["where[isVegan][ne]=TRUE", "where[isVegan] must be true or false."],
    ["where[source.printed][gt]=1999-05-01T00:00:00Z", "where[source.printed] must be a date such as 2026-01-31."],
    ["where[publishedAt][lt]=1700000000", "where[publishedAt] must be an instant such as 2026-01-31T14:30:00Z, or a date."],
    ["where[needs.id]=pan", "where[needs.id] must be an id."],
    ["where[author][in]=ada,ghost", "where[author] must be an id."],
    ["where[isVegan]=1", "where[isVegan] must be true or false."],
    ["where[author]=ada", "where[author] must be an id."],
    ["where[publishedAt][lt]=today", "where[publishedAt] must be an instant such as 2026-01-31T14:30:00Z, or a date."],
    ["where[source.printed]=1999-02-30", "where[source.printed] must be a date such as 2026-01-31."],
    [`where[title]=${"a".repeat(201)}`, "where[title] must be a text of up to 200 characters."],
    ["where[title][exists]=yes", "where[title][exists] must be true or false."],
    ["where[minutes][like]=1", /^where\[minutes\]\[like\] has an operator that does not exist; possible are eq, ne, in,/],
    ["where[isVegan][lt]=true", "where[isVegan] cannot be compared with lt; possible are eq, ne, in, nin, exists."],
    ["where[needs.slug][prefix]=p", "where[needs.slug] cannot be compared with prefix; possible are eq, ne, in, nin, exists."],
    [`where[minutes][in]=${Array.from({ length: 51 }, (_, n) => n).join()}`, "where[minutes] has 51 values; up to 50 are possible."],
    ["where[secret]=1", new RegExp(`^where names no field that can be queried: secret; possible are ${ownMembers}, title, minutes,`)],
    ["where[author.secret]=1", /author\.secret; possible are .*author\.name, author\.born/],
    ["where=1", "where must be written as where[field]=value"],
    ["where[]=1", /^where\[\] names no field/],
    ["where[minutes=1", "where must be written as where[field]=value or where[field][operator]=value."],
    ["where[minutes][lt][x]=1", "where[minutes][lt][x] has too many parts; possible are a field and an operator."],
    ["where[any][4][minutes]=1", "where[any] has up to 4 groups: where[any][0] to where[any][3]."],
    ["where[title]=%00", "where[title] must not contain the character NUL."],
    [Array.from({ length: 13 }, (_, n) => `where[minutes][ne]=${n}`).join("&"), "where has 13 conditions; up to 12 are possible."],
    [
      "sort=tags",
      `sort names no field that a list can be sorted by: tags; possible are ${ownMembers}, title, minutes, isVegan, source.year, source.printed.`,
    ],
    ["sort=relevance", /^sort names no field/],
    ["sort=title:up", /^sort must be fields/],
    ["sort=title,title:desc", "sort names a field twice."],
    ["sort=title,slug,minutes,id", "sort has more than 3 fields."],
    ["sort=", /^sort must be fields/],
    [
      "facets=slug",
      "facets names no field whose values can be counted: slug; possible are title, minutes, isVegan, author, tags, needs, source.year, source.printed.",
    ],
    ["facets=a,b,c,d,e,f", "facets has more than 5 names."],
    ["fields=nope", /^fields names no member: nope; possible are title, minutes,/],
    ["fields=", "fields must be names, separated by commas and without blanks."],
    ["fallback=some", /^fallback/],
    ["sort=slug&sort=title", "sort must occur once"],
  ])("%s", async (query, detail) => {
    const refused = await request(`content/recipe?${query}`);
    expect(refused).toMatchObject({ status: 400, code: "invalid_query" });
    if (typeof detail === "string") expect(refused.detail).toBe(detail);
    else expect(refused.detail).toMatch(detail);
    expect(refused.errors).toHaveLength(1);
  });

  test("in a list of pages, too", async () => {
    expect(await request("pages?fields=data")).toMatchObject({
      status: 400,
      detail:
        "fields names no member: data; possible are id, locale, publishedAt, firstPublishedAt, createdAt, updatedAt, slug, alternates, title, seo, composition.",
    });
    expect(await request("pages?where[title]=Home")).toMatchObject({ status: 400, detail: expect.stringContaining(ownMembers) as string });
  });
});
