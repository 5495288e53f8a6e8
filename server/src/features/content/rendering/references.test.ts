import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { companyOf, cookbook, person, recipe } from "../../../../../test/kit/cookbook.ts";
import { replaceSql } from "../../../../../test/kit/database.ts";
import { cms, startServer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { previews } from "../../../../../test/kit/previews.ts";
import type { Sql } from "../../../ports/database.ts";
import { longTest } from "../../../../../test/kit/sampled.ts";

let server: TestServer;
let statements: string[] = [];
beforeAll(async () => {
  server = await startServer({
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

interface Entry {
  data: Record<string, unknown>;
}
const read = async <Data = Entry>({ key }: TestSite, path: string) => {
  const { status, json } = await server.ask(`${cms}/${path}`, { key });
  return { status, ...(json as { data: Data; code?: string; detail?: string }) };
};
const dataOf = async (site: TestSite, path: string) => (await read(site, path)).data.data;
/** Saves these sections as another process does. */
const save = async (site: TestSite, sections: object, options?: { setStock: boolean }) => {
  const { bundle, site: siteSection } = cookbook();
  await server.import({ bundle, site: { ...(siteSection as object), slug: site.slug }, ...sections }, options);
  await server.directory.poll();
};
const id = expect.stringMatching(/^[0-9a-f-]{36}$/) as string;
const soup = {
  title: "soup",
  author: { entry: id, contentType: "person", slug: "ada", locale: "en", title: "Ada" },
  about: { page: id, slug: "about", locale: "en", title: "About us" },
  meta: { editor: null },
  needs: [
    { product: id, slug: "pan", title: "Pan" },
    { category: id, slug: "pans", title: "Pans" },
  ],
};

describe("a reference", () => {
  test("shows what is public of its target: in a list nothing, and elsewhere null, where that is hidden", async () => {
    const site = await server.addSite(cookbook());
    expect(await dataOf(site, "content/recipe/soup")).toEqual(soup);
    const { data: list } = await read<Entry[]>(site, "content/recipe");
    expect(list.map(({ data }) => data)).toEqual([soup]);
    const { data: page } = await read<{ composition: { props: object }[] }>(site, "pages/about");
    expect(page.composition[0]?.props).toEqual({ to: soup.author, goods: [soup.needs[0]] });
  });

  test("follows its target at once: published, hidden, renamed", async () => {
    const site = await server.addSite(cookbook());
    await dataOf(site, "content/recipe/soup");
    const lid = { slug: "lid", title: "Glass lid", variants: [{ sku: "LID", price: 900 }] };
    await save(site, {
      products: [lid],
      pages: [{ page: "about", slug: "us", locale: "en", title: "Us" }],
      entries: [
        { contentType: "person", slug: "bob", locale: "en", data: { name: "Bob" } },
        { contentType: "person", slug: "ada", locale: "en", status: "DRAFT", data: { name: "Ada" } },
      ],
    });
    expect(await dataOf(site, "content/recipe/soup")).toMatchObject({
      author: null,
      about: { slug: "us", title: "Us" },
      meta: { editor: { slug: "bob", title: "Bob" } },
      needs: [{ slug: "lid", title: "Glass lid" }, { slug: "pan" }, { slug: "pans" }],
    });
  });

  test("is shown in the locale of its document, or else in the default one", async () => {
    const site = await server.addSite(cookbook());
    const german = recipe("soup", { author: person("ada"), meta: { editor: companyOf("acme") } }, { locale: "de" });
    await save(site, { entries: [german] });
    expect(await dataOf(site, "content/recipe/soup?locale=de")).toMatchObject({
      author: { locale: "de", title: "Ada (de)" },
      meta: { editor: { contentType: "company", locale: "en", title: "Acme" } },
    });
  });

  test("costs one statement per source, for any number of documents, and none where there is none", async () => {
    const many = Array.from({ length: 20 }, (_, index) => recipe(`r${index}`, { author: person("ada"), needs: [{ product: "pan" }] }));
    const site = await server.addSite(cookbook({ entries: [...(cookbook().entries as object[]), ...many] }));
    const statementsOf = async (path: string) => {
      statements = [];
      expect((await read(site, path)).status).toBe(200);
      return statements.length;
    };
    await read(site, "block-types");
    const alone = await statementsOf("content/company/acme?locale=de");
    expect(await statementsOf("content/recipe")).toBe(alone + 1);
  });

  test("that a binding shows is resolved as well", async () => {
    const bindings = { "/to": { source: "entry", contentType: "person", slug: "ada", path: "/company" } };
    const pages = [{ slug: "bound", locale: "en", title: "Bound", composition: [{ type: "teaser", props: {}, bindings }] }];
    const site = await server.addSite(cookbook({ pages: [...(cookbook().pages as object[]), ...pages] }));
    const { data: page } = await read<{ composition: { props: object }[] }>(site, "pages/bound");
    expect(page.composition[0]?.props).toEqual({ to: { entry: id, contentType: "company", slug: "acme", locale: "en", title: "Acme" } });
  });

  test("in a preview leads to drafts, and in no other response", async () => {
    const to = (slug: string) => [{ id: "t", type: "teaser", props: { to: person(slug) } }];
    const draft = { title: "Then", composition: to("bob") };
    const pages = [{ slug: "drafted", locale: "en", title: "Now", composition: to("ada"), draft }];
    const site = await server.addSite(cookbook({ pages: [...(cookbook().pages as object[]), ...pages] }));
    const { issue, data } = previews(server, site);
    expect((await data((await issue("drafted")).token)).composition[0]?.props).toEqual({
      to: { entry: id, contentType: "person", slug: "bob", locale: "en", title: "Bob" },
    });
    const { data: page } = await read<{ composition: { props: object }[] }>(site, "pages/drafted");
    expect(page.composition[0]?.props).toEqual({ to: soup.author });
  });

  test("that is left out of a list moves no binding to another place, and a long list stays what it is", async () => {
    const schema = {
      type: "object",
      properties: { list: { type: "array", items: { anyOf: [{ type: "number" }, { $ref: "vitrine:product" }, { type: "object" }] } } },
    };
    const numbers = Array.from({ length: 120_000 }, () => 1);
    const list = [{ product: "lid" }, { label: "written" }];
    const bindings = { "/list/1/label": { source: "site", path: "/slug" } };
    const site = await server.addSite(
      cookbook({
        blockTypes: [...(cookbook().blockTypes as object[]), { type: "list", title: "List", schema }],
        contentTypes: [...(cookbook().contentTypes as object[]), { slug: "numbers", title: "Numbers", schema }],
        pages: [
          ...(cookbook().pages as object[]),
          { slug: "list", locale: "en", title: "List", composition: [{ type: "list", props: { list }, bindings }] },
        ],
        entries: [
          ...(cookbook().entries as object[]),
          { contentType: "numbers", slug: "n", locale: "en", data: { list: [...numbers, { product: "lid" }] } },
        ],
      }),
    );
    const { data: page } = await read<{ composition: { props: object }[] }>(site, "pages/list");
    expect(page.composition[0]?.props).toEqual({ list: [{ label: site.slug }] });
    expect(((await dataOf(site, "content/numbers/n")) as { list: number[] }).list).toHaveLength(numbers.length);
  });

  test("of another site is none, even with its id", async () => {
    const other = await server.addSite(cookbook());
    const { author } = (await dataOf(other, "content/recipe/soup")) as { author: { entry: string } };
    const site = await server.addSite(cookbook());
    await server.deps.sql`update content_references set target_id = ${author.entry} where site_id = ${site.id} and path = '/author'`;
    expect(await dataOf(site, "content/recipe/soup")).toMatchObject({ author: null });
  });
});

describe("include", () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await server.addSite(cookbook());
  });

  test("answers the data of what it names, and follows nothing else", async () => {
    const { author, needs, about } = (await dataOf(site, "content/recipe/soup?include=author,needs,about")) as Record<string, never>;
    const company = { entry: id, contentType: "company", slug: "acme", locale: "en", title: "Acme" };
    expect(author).toEqual({ ...soup.author, data: { name: "Ada", company } });
    expect(about).toMatchObject({ ...soup.about, data: { title: "About us", seo: { noIndex: false } } });
    const { json } = await server.ask("/api/v1/shop/products/slug/pan", { key: site.key });
    expect(needs?.[0]).toEqual({ ...soup.needs[0], ...(json as object) });
    expect(needs?.[1]).toMatchObject({ ...soup.needs[1], data: { slug: "pans", productCount: 1 } });
  });

  test("answers the data where it was named, and not where the same target stands elsewhere", async () => {
    const both = recipe("both", { author: person("ada"), meta: { editor: person("ada") } });
    const ownSite = await server.addSite(cookbook({ entries: [...(cookbook().entries as object[]), both] }));
    const readRecipe = async (include: string) =>
      (await dataOf(ownSite, `content/recipe/both?include=${include}`)) as Record<string, { data?: object }>;
    expect(await readRecipe("author")).toMatchObject({ author: { data: { name: "Ada" } }, meta: { editor: soup.author } });
    const company = { entry: id, contentType: "company", slug: "acme", locale: "en", title: "Acme" };
    expect(await readRecipe("author.company,meta.editor")).toMatchObject({
      author: { data: { company: { ...company, data: { rank: 1 } } } },
      meta: { editor: { data: { name: "Ada", company } } },
    });
  });

  test("accepts a path that any of the types allows, whichever comes first", async () => {
    const types = ["a", "b"].map((type) => ({
      type,
      title: type,
      schema: {
        type: "object",
        properties: {
          to: type === "a" ? { $ref: "vitrine:product" } : { type: "object", properties: { company: { $ref: "vitrine:entry" } } },
        },
      },
    }));
    for (const blockTypes of [types, [...types].reverse()]) {
      const mixed = await server.addSite(cookbook({ blockTypes: [...(cookbook().blockTypes as object[]), ...blockTypes] }));
      expect((await read(mixed, "pages?include=to.company")).status).toBe(200);
    }
  });

  test("follows a path over three references, in lists as in single reads", async () => {
    const path = "author.company.owner";
    const whole = await dataOf(site, `content/recipe/soup?include=${path}`);
    expect(whole).toMatchObject({ author: { data: { company: { data: { rank: 1, owner: { slug: "ada", data: { name: "Ada" } } } } } } });
    const { data: list } = await read<Entry[]>(site, `content/recipe?include=${path}`);
    expect(list.map(({ data }) => data)).toEqual([whole]);
  });

  test("works on pages by the names in a block's props", async () => {
    const { data: page } = await read<{ composition: { props: object }[] }>(site, "pages/about?include=to.company,goods");
    expect(page.composition[0]?.props).toMatchObject({
      to: { data: { company: { data: { rank: 1 } } } },
      goods: [{ slug: "pan", data: { price: 2_000 } }],
    });
    expect((await read<object[]>(site, "pages?include=goods")).data).toHaveLength(1);
  });

  test("shows the stock of an included product as it is now", async () => {
    const stock = async () => {
      const { needs } = (await dataOf(site, "content/recipe/soup?include=needs")) as {
        needs: { data: { variants: { stock: number }[] } }[];
      };
      return needs[0]?.data.variants[0]?.stock;
    };
    expect(await stock()).toBe(3);
    const pan = { slug: "pan", title: "Pan", category: "pans", variants: [{ sku: "PAN", price: 2_000, stock: 7 }] };
    await save(site, { products: [pan] }, { setStock: true });
    expect(await stock()).toBe(7);
  });

  test.each([
    ["recipe/soup", "auhtor", "include names no reference: auhtor; possible are about, author, meta.editor, needs."],
    ["recipe", "author.compnay", "include names no reference: author.compnay; possible are company after author."],
    ["recipe", "needs.category", "include names no reference: needs.category; there are none after needs."],
    ["recipe", "title", "include names no reference: title; possible are about, author, meta.editor, needs."],
    ["recipe", "author.company.owner.company", "include leads over more than 3 references: author.company.owner.company."],
    ["recipe", "a,,b", "include must be names of references, separated by commas and without blanks, such as author,products."],
    ["recipe", "__proto__", "include names no reference: __proto__; possible are about, author, meta.editor, needs."],
    ["recipe", Array.from({ length: 21 }, (_, index) => `a${index}`).join(), "include must name up to 20 references."],
  ])("of %s refuses %s", async (path, include, detail) => {
    expect(await read(site, `content/${path}?include=${encodeURIComponent(include)}`)).toMatchObject({
      status: 400,
      code: "invalid_query",
      detail,
    });
  });

  longTest("refuses to answer more than four megabytes, and does not read more of the database either", async () => {
    const text = "x".repeat(200_000);
    const long = Array.from({ length: 25 }, (_, index) => ({ ...recipe(`long-${index}`, { text }) }));
    const entries = [
      ...(cookbook().entries as object[]),
      ...long,
      ...long.map(({ slug }, index) => recipe(`short-${index}`, { meta: { editor: { entry: { contentType: "recipe", slug } } } })),
    ];
    const heavy = await server.addSite(cookbook({ entries }));
    const read20 = await read<Entry[]>(heavy, "content/recipe?include=meta.editor&pageSize=20");
    const read60 = await read(heavy, "content/recipe?include=meta.editor&pageSize=60");
    expect([read20.status, read60.status, read60.code]).toEqual([200, 400, "include_too_large"]);
  });

  longTest("refuses to answer more than a thousand objects", async () => {
    const people = Array.from({ length: 1_001 }, (_, index) => ({
      contentType: "person",
      slug: `p${index}`,
      locale: "en",
      data: { name: "P" },
    }));
    const schema = { type: "object", properties: { people: { type: "array", items: { $ref: "vitrine:entry" } } } };
    const crowds = Array.from({ length: 6 }, (_, index) => ({
      contentType: "crowd",
      slug: `c${index}`,
      locale: "en",
      data: { people: people.slice(index * 200, index * 200 + 200).map(({ slug }) => person(slug)) },
    }));
    const types = [...(cookbook().contentTypes as object[]), { slug: "crowd", title: "Crowd", schema }];
    const crowded = await server.addSite(
      cookbook({ contentTypes: types, entries: [...(cookbook().entries as object[]), ...people, ...crowds] }),
    );
    expect(await read(crowded, "content/crowd?include=people")).toMatchObject({ status: 400, code: "include_too_large" });
    const { data } = await read<{ data: { people: object[] } }[]>(crowded, "content/crowd?include=people&pageSize=5");
    expect(data.flatMap((crowd) => crowd.data.people)).toHaveLength(
      1_000 - 200 * data.filter(({ data: { people: some } }) => some.length === 1).length,
    );
  });
});
