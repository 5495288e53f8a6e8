import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cms, startServer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import { newBundle } from "../../../../../../test/kit/new-bundle.ts";

interface Item {
  type: string;
  id: string;
  contentType: string | null;
  slug: string;
  locale: string;
  title: string;
  titleMarks: { start: number; end: number }[];
  excerpt: { text: string; marks: { start: number; end: number }[] } | null;
  image: { url: string } | null;
}

const text = { type: "string", "x-searchable": true };
const schema = { type: "object", properties: { title: text, text, secret: { type: "string" } } };
const teaser = (words: string, more: object = {}) => ({ type: "teaser", props: { text: words, hint: "hiddenhint" }, ...more });
const entry = (contentType: string, slug: string, data: object, more: object = {}) => ({ contentType, slug, locale: "en", data, ...more });
const product = (slug: string, title: string, more: object = {}) => ({
  slug,
  title,
  variants: [{ sku: `SKU-${slug}`, price: 100 }],
  ...more,
});
const sections = {
  site: { locales: ["en", "de"] },
  blockTypes: [{ type: "teaser", title: "Teaser", schema: { type: "object", properties: { text, hint: { type: "string" } } } }],
  contentTypes: [
    { slug: "recipe", title: "Recipe", schema },
    { slug: "person", title: "Person", schema },
  ],
  pages: [
    {
      slug: "oak",
      locale: "en",
      title: "Our oak",
      seo: { image: "/pictures/oak.jpg" },
      composition: [teaser("All <b>about</b> the forest.")],
    },
    { slug: "about", locale: "en", title: "About us", seo: { image: "javascript:x" }, composition: [teaser("We saw and plane oak.")] },
    {
      slug: "bound",
      locale: "en",
      title: "Name",
      status: "PUBLISHED",
      composition: [teaser("authoredonly", { bindings: { "/text": { source: "site", path: "/name" } } })],
    },
    { slug: "wald", locale: "de", title: "Wald", composition: [teaser("Eiche und Ahorn")] },
    { slug: "draft", locale: "en", title: "Zanzibar draft", composition: [], status: "DRAFT" },
  ],
  entries: [
    entry("recipe", "oak-smoke", { title: "Oak smoke", text: "Cold smoke, with oak.", secret: "nowhere" }),
    entry("person", "ada", { title: "Ada", text: "Turns bowls of oak." }),
    entry("person", "ghost", { title: "Zanzibar ghost" }, { status: "DRAFT" }),
  ],
  products: [
    product("chair", "Oak chair", {
      description: "A light chair.",
      images: [{ url: "/pictures/chair.jpg", alt: "A chair" }],
      translations: { de: { slug: "stuhl", title: "Stuhl aus Eiche", description: "Ein leichter Stuhl." } },
    }),
    product("lamp", "Lamp", { description: "Its foot is oak." }),
    product("secret", "Zanzibar oak", { status: "DRAFT", translations: { de: { title: "Sansibar Eiche" } } }),
  ],
  categories: [
    { slug: "oaks", title: "Oak", description: "Hard and heavy.", image: { url: "https://cdn.example/oak.jpg" } },
    { slug: "hidden", title: "Zanzibar oak", status: "HIDDEN" },
  ],
};

let server: TestServer;
let site: TestSite;
beforeAll(async () => {
  server = await startServer({ publicUrl: "https://shop.example" });
  site = await server.addSite(sections);
});
afterAll(() => server.stop());

const ask = (query: string) => server.ask(`${cms}/search?${query}`, { key: site.key });
async function find(query: string): Promise<Item[]> {
  const { status, json } = await ask(query);
  expect([query, status]).toEqual([query, 200]);
  const { data, total } = json as { data: Item[]; total: number };
  expect(total).toBe(data.length);
  return data;
}
const slugs = async (query: string) => (await find(query)).map(({ slug }) => slug);
const everyOak = ["oaks", "oak", "oak-smoke", "chair"];

test("one list has pages, entries, products and categories, shorter titles first, and titles before texts", async () => {
  const items = await find("q=oak");
  expect(items.slice(0, 4).map(({ slug }) => slug)).toEqual(everyOak);
  expect(
    items
      .slice(4)
      .map(({ slug }) => slug)
      .sort(),
  ).toEqual(["about", "ada", "lamp"]);
});

test("an item has its kind, its words and where they were found", async () => {
  const items = await find("q=oak");
  const of = (slug: string) => items.find((item) => item.slug === slug);
  const at = (start: number, end: number) => [{ start, end }];
  const plain = { id: expect.any(String) as string, locale: "en", contentType: null };
  expect(of("oak")).toEqual({
    ...plain,
    type: "page",
    slug: "oak",
    title: "Our oak",
    titleMarks: at(4, 7),
    excerpt: { text: "All <b>about</b> the forest.", marks: [] },
    image: { url: "https://shop.example/pictures/oak.jpg", alt: null, width: null, height: null },
  });
  expect(of("oak-smoke")).toEqual({
    ...plain,
    type: "entry",
    contentType: "recipe",
    slug: "oak-smoke",
    title: "Oak smoke",
    titleMarks: at(0, 3),
    excerpt: { text: "Cold smoke, with oak.", marks: at(17, 20) },
    image: null,
  });
  expect(of("chair")).toEqual({
    ...plain,
    type: "product",
    slug: "chair",
    title: "Oak chair",
    titleMarks: at(0, 3),
    excerpt: { text: "A light chair.", marks: [] },
    image: { url: "https://shop.example/pictures/chair.jpg", alt: "A chair", width: null, height: null },
  });
  expect(of("oaks")).toMatchObject({
    type: "category",
    excerpt: { text: "Hard and heavy." },
    image: { url: "https://cdn.example/oak.jpg" },
  });
  // Whatever text a page has for its image.
  expect(of("about")).toMatchObject({ image: null, titleMarks: [] });
});

test.each([
  ["types=page", ["oak", "about"]],
  ["types=entry", ["oak-smoke", "ada"]],
  ["types=entry:person", ["ada"]],
  ["types=entry:person,entry", ["oak-smoke", "ada"]],
  ["types=entry:recipe,category", ["oaks", "oak-smoke"]],
  ["types=product", ["chair", "lamp"]],
  ["types=category", ["oaks"]],
])("%s leaves out the others", async (types, expected) => {
  expect(await slugs(`q=oak&${types}`)).toEqual(expected);
});

test("a word is found with a typing error, by the words of each source, and marked as it stands", async () => {
  const [item] = await find("q=smoek");
  expect([item?.slug, item?.excerpt?.marks, item?.titleMarks]).toEqual(["oak-smoke", [{ start: 5, end: 10 }], [{ start: 4, end: 9 }]]);
  expect(await slugs("q=chiar")).toEqual(["chair"]);
  expect(await slugs("q=SKU-lamp")).toEqual(["lamp"]);
});

describe("in another locale", () => {
  test("content is what is published there, and the shop has the words that it has", async () => {
    expect(await slugs("q=eiche&locale=de")).toEqual(["stuhl", "wald"]);
    expect(await find("q=stuhl&locale=DE")).toMatchObject([{ locale: "de", excerpt: { text: "Ein leichter Stuhl." } }]);
    expect(await find("q=oak&locale=de")).toMatchObject([
      { slug: "oaks", locale: "en" },
      { slug: "lamp", locale: "en" },
    ]);
    expect(await slugs("q=eiche")).toEqual([]);
  });
});

test.each(["zanzibar", "zanzibra", "sansibar", "nowhere", "hiddenhint", "xyz", "-", "%20", "%2C.%21", "%F0%9F%98%80"])(
  "nothing hidden is found, and nothing by %s",
  async (q) => {
    for (const locale of ["en", "de"]) expect(await find(`q=${q}&locale=${locale}`)).toEqual([]);
  },
);

test("an excerpt shows no prop that a binding replaces", async () => {
  expect(await find("q=name&types=page")).toMatchObject([{ slug: "bound", excerpt: null }]);
});

test.each([
  ["", "q"],
  ["q=", "q"],
  [`q=${"a".repeat(201)}`, "q"],
  ["q=%00", "q"],
  ["q=a&q=b", "q"],
  ["q=oak&types=", "types"],
  ["q=oak&types=pages", "types"],
  ["q=oak&types=page,", "types"],
  ["q=oak&types=page%20", "types"],
  ["q=oak&types=entry:", "types"],
  ["q=oak&types=entry:page", "types"],
  ["q=oak&types=entry:Recipe", "types"],
  ["q=oak&types=entry:none", "types"],
  ["q=oak&types=product:chair", "types"],
  [`q=oak&types=${Array.from({ length: 21 }, (_, index) => `entry:t${index}`).join()}`, "types"],
  ["q=oak&page=0", "page"],
  ["q=oak&pageSize=x", "pageSize"],
  ["q=oak&page=30000000", "page"],
])("a request with the query %s is refused, with the name of %s", async (query, parameter) => {
  const { status, json } = await ask(query);
  const { code, errors } = json as { code: string; errors: { path: string }[] };
  expect([status, code, errors.map(({ path }) => path)]).toEqual([400, "invalid_query", [`/${parameter}`]]);
});

test("a locale that the site does not have is refused", async () => {
  expect((await ask("q=oak&locale=fr")).json).toMatchObject({ code: "locale_unsupported", supportedLocales: ["en", "de"] });
});

test("pages of the list never overlap, and link to each other", async () => {
  const everything = await find("q=oak&pageSize=100");
  const pages: string[] = [];
  for (let page = 1; page <= 4; page += 1) {
    const { json } = await ask(`q=oak&pageSize=2&page=${page}`);
    const { data, total } = json as { data: Item[]; total: number };
    expect(total).toBe(everything.length);
    pages.push(...data.map(({ id }) => id));
  }
  expect(pages).toEqual(everything.map(({ id }) => id));
  const { headers } = await ask("q=Oak!&types=product,page&pageSize=2");
  expect(headers.get("link")).toContain('<?q=oak&types=page%2Cproduct&locale=en&page=2&pageSize=2>; rel="next"');
  expect(await ask("q=oak&page=9")).toMatchObject({ status: 200, json: { data: [], total: everything.length } });
});

test("a change of any kind shows at once", async () => {
  const ownSite = await server.addSite({ ...sections });
  const findTypes = async (q: string) => {
    const { json } = await server.ask(`${cms}/search?q=${q}`, { key: ownSite.key });
    return (json as { data: Item[] }).data.map(({ type }) => type).sort();
  };
  expect(await findTypes("willow")).toEqual([]);
  const change = async (changedSections: object) => {
    await server.import(newBundle({ site: { slug: ownSite.slug, ...sections.site }, ...changedSections }));
    await server.directory.poll();
  };
  await change({ pages: [{ slug: "new", locale: "en", title: "Willow", composition: [] }] });
  expect(await findTypes("willow")).toEqual(["page"]);
  await change({ entries: [entry("person", "willow", { title: "Willow" })] });
  expect(await findTypes("willow")).toEqual(["entry", "page"]);
  await change({ products: [product("willow", "Willow")] });
  expect(await findTypes("willow")).toEqual(["entry", "page", "product"]);
  await change({ categories: [{ slug: "willow", title: "Willow" }] });
  expect(await findTypes("willow")).toEqual(["category", "entry", "page", "product"]);
  await change({ products: [product("willow", "Willow", { status: "DRAFT" })], categories: [{ slug: "willow", title: "Elm" }] });
  expect(await findTypes("willow")).toEqual(["entry", "page"]);
});
