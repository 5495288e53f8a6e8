import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { replaceSql } from "../../../../../test/kit/database.ts";
import { sampled } from "../../../../../test/kit/sampled.ts";
import { shop, startServer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { sampleCatalog } from "../../../../../test/kit/sample-catalog.ts";
import type { Database, Sql } from "../../../ports/database.ts";

// The list of products is a statement for each set of filters and each order: every one of them must be one.

let server: TestServer;
let site: TestSite;
let furniture = "";
const texts = new Set<string>();

function watched(sql: Database): Database {
  const watching: Sql = (strings, ...values) => {
    const text = strings.join("?");
    if (text.includes("listed_products")) texts.add(text);
    return sql(strings, ...values);
  };
  return replaceSql(sql, watching);
}

interface Listed {
  data: { slug: string; price: number }[];
  total: number;
}

beforeAll(async () => {
  server = await startServer({ throughSql: watched, fromMemory: false });
  site = await server.addSite({ ...sampleCatalog(), site: { locales: ["en", "de"] } });
  const { json } = await server.ask(`${shop}/categories/slug/furniture`, { key: site.key });
  furniture = (json as { data: { id: string } }).data.id;
});
afterAll(() => server.stop());

const list = async (path: string, key = site.key): Promise<Listed> => {
  const { status, json } = await server.ask(`${shop}${path}`, { key });
  expect([path, status]).toEqual([path, 200]);
  return json as Listed;
};

const filters = ["q", "category", "categoryId", "minPrice", "maxPrice", "status"] as const;
type Filter = (typeof filters)[number];
/** Every set of filters. */
const sets = Array.from({ length: 2 ** filters.length }, (_, bits) => filters.filter((_filter, place) => bits & (1 << place)));
const fields = ["createdAt", "updatedAt", "title", "price"];

const values = (): Record<Filter, string> => ({
  q: "sample",
  category: "seating",
  categoryId: furniture,
  minPrice: "1",
  maxPrice: "50000",
  status: "DRAFT",
});
/** What the sample has, as far as the filters let it through. */
const sample: [string, { price: number; isSeat: boolean }][] = [
  ["fjell-chair", { price: 39_000, isSeat: true }],
  ["brygge-bench", { price: 60_000, isSeat: true }],
  ["lykt-lamp", { price: 18_900, isSeat: false }],
  ["staff-chair", { price: 100, isSeat: false }],
  ["gift", { price: 0, isSeat: false }],
];

const rows = sets.map((set) => [set.join(" ") || "no filter", set] as const);
test.each(sampled(rows, ([name]) => name))("%s: the same products in every order and on all pages together", async (_name, set) => {
  const query = set.map((filter) => `${filter}=${values()[filter]}`).join("&");
  const expected = sample
    .filter(([, { price, isSeat }]) => {
      const has = (filter: Filter) => set.includes(filter);
      const fits = (!has("category") && !has("categoryId")) || isSeat;
      return fits && !has("status") && (!has("minPrice") || price >= 1) && (!has("maxPrice") || price <= 50_000);
    })
    .map(([slug]) => slug)
    .sort();
  for (const field of [...fields, ...(set.includes("q") ? ["relevance"] : [])]) {
    const slugs = async (sort: string) => {
      const { data, total } = await list(`/products?${query}&sort=${sort}`);
      expect([sort, total, data.map(({ slug }) => slug).sort()]).toEqual([sort, expected.length, expected]);
      return data.map(({ slug }) => slug);
    };
    const up = await slugs(`${field}:asc`);
    expect([field, await slugs(`${field}:desc`)]).toEqual([field, [...up].reverse()]);
    // Nothing is translated.
    expect([field, await slugs(`${field}:asc&locale=de`)]).toEqual([field, up]);
    // In pages: each product once, in the same order.
    const paged: string[] = [];
    for (let page = 1; page <= 3; page += 1) {
      const { data } = await list(`/products?${query}&sort=${field}:asc&pageSize=2&page=${page}`);
      paged.push(...data.map(({ slug }) => slug));
    }
    expect([field, paged]).toEqual([field, up]);
  }
});

test("a search text, category or price never changes a statement's text", async () => {
  await list("/products?q=chair&category=seating&minPrice=1&sort=price");
  await list("/products?sort=title");
  const before = texts.size;
  for (const q of ["other", "a b c", "%", "'; drop table products; --", "'a':*"]) {
    for (const category of ["lamps", "x", "' or true"]) {
      await list(`/products?q=${encodeURIComponent(q)}&category=${encodeURIComponent(category)}&minPrice=${q.length}&sort=price`);
    }
  }
  for (const page of [2, 3, 1_000_000]) await list(`/products?sort=title&pageSize=${page % 100 || 1}&page=${page}`);
  expect(texts.size).toBe(before);
  expect([...texts].some((text) => text.includes("drop table"))).toBe(false);
});

/** Two hundred texts that nobody should look for. */
function nastyTexts(): string[] {
  const characters = [
    "%",
    "_",
    "\\",
    "'",
    '"',
    "*",
    "?",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "&",
    "|",
    "!",
    ":",
    "<",
    ">",
    "-",
    "+",
    "~",
    "@",
    "#",
    "$",
    "^",
    "=",
    ";",
    "`",
    "/",
    "\t",
    "\n",
  ];
  const alphabets = [
    "ä",
    "ß",
    "İ",
    "ﬁ",
    "ﷺ",
    "日",
    "한",
    "ا",
    "א",
    "я",
    "ω",
    "é",
    "e\u0301",
    "\u0301",
    "\u200b",
    "\u202e",
    "😀",
    "👩‍👩‍👧",
    "Ⅷ",
    "Ａ",
    "\u{1d400}",
    "\uffff",
  ];
  const words = ["a", "ch", "oak", "chair", "number", "0", "1", "19", "zz"];
  const repeated = (text: string, length: number) =>
    [...text.repeat(length)]
      .slice(0, length)
      .join("")
      .slice(0, 200)
      .replace(/[\ud800-\udbff]$/, "");
  return [
    ...characters.flatMap((character) => [character, repeated(character, 200), `chair${character}${character}oak`]),
    ...alphabets.flatMap((letter) => [
      letter,
      repeated(letter, 200),
      `${letter} `
        .repeat(60)
        .slice(0, 200)
        .replace(/[\ud800-\udbff]$/, ""),
    ]),
    ...words.flatMap((word) => [
      repeated(word, 200),
      `${word} `.repeat(100).slice(0, 200),
      `${word}*`,
      `%${word}%`,
      `${word}:*`,
      `!${word}`,
      `${word} & | ${word}`,
    ]),
    // A hundred terms, terms that are all much alike, and the longest that are counted.
    ...[Array.from({ length: 100 }, (_, index) => String.fromCodePoint(97 + (index % 26))).join(" ")],
    ...[
      Array.from({ length: 40 }, (_, index) => `cha${index}`)
        .join(" ")
        .slice(0, 200),
      "chait chaix chaiz chaor chbir cheir chsir chzir cuair xhair",
    ],
    ...[
      `${"x".repeat(40)} ${"y".repeat(41)} ${"z".repeat(100)}`,
      "chair oak ".repeat(20),
      "c h a i r",
      "numbre numbe nmber unmber numbber mumber",
    ],
    ...[
      "'chair':* | 'oak':*",
      "chair <-> oak",
      "chair <2> oak",
      "chair:ABCD",
      "'",
      "''",
      "\\'",
      "$1",
      "${0}",
      "chair'); drop table products; --",
    ],
    ...["1e999", "-0", "NaN", "null", "undefined", "true", "[object Object]", "__proto__", "constructor", "(?=a)", "(a+)+$", "[[:<:]]"],
  ];
}

describe("among two thousand products", () => {
  let large: TestSite;
  beforeAll(async () => {
    const woods = ["oak", "ash", "birch", "walnut", "pine", "elm", "beech"];
    const things = ["chair", "bench", "table", "lamp", "shelf", "stool", "throw", "chest"];
    large = await server.addSite({
      categories: woods.map((slug) => ({ slug, title: slug })),
      products: Array.from({ length: 2_000 }, (_, number) => {
        const [wood = "", thing = ""] = [woods[number % 7], things[number % 8]];
        return {
          slug: `${wood}-${thing}-${number}`,
          title: `${wood} ${thing} number ${number}`,
          category: wood,
          description: `A ${thing} of ${wood}, the ${number}th of its kind, made in ${things[(number * 3) % 8]}-town by maker${number % 97}.`,
          variants: [{ sku: `SKU-${number}`, price: number }],
        };
      }),
    });
  });

  test("two hundred nasty searches succeed", { timeout: 120_000 }, async () => {
    const nasty = nastyTexts();
    expect(nasty.length).toBeGreaterThanOrEqual(200);
    for (const [index, q] of nasty.entries()) {
      // What is blank is not a search, and has no relevance.
      const relevance = q.trim() === "" ? "" : "&sort=relevance:asc";
      const more = ["", "&sort=price", "&category=oak", `&minPrice=10${relevance}`][index % 4] ?? "";
      const { data, total } = await list(`/products?q=${encodeURIComponent(q)}${more}`, large.key);
      expect([q, data.length]).toEqual([q, Math.min(total, 20)]);
    }
  });

  test("two hundred nasty searches for categories succeed", { timeout: 120_000 }, async () => {
    for (const [index, q] of nastyTexts().entries()) {
      await list(`/categories?q=${encodeURIComponent(q)}${index % 2 ? "&tree=true" : ""}`, large.key);
    }
  });

  test("a search still finds the right products", async () => {
    expect(await list("/products?q=number%201999", large.key)).toMatchObject({ total: 1, data: [{ slug: "pine-chest-1999" }] });
    expect((await list("/products?q=chiar", large.key)).total).toBe((await list("/products?q=chair", large.key)).total);
    expect((await list("/products?category=oak", large.key)).total).toBe(286);
    const { data } = await list("/products?minPrice=500&maxPrice=599&sort=price&pageSize=100", large.key);
    expect(data.map(({ price }) => price)).toEqual(Array.from({ length: 100 }, (_, index) => 500 + index));
  });
});
