import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addMember, asAdmin, type TestAdmin } from "../../../../../test/kit/admins.ts";
import { cms, shop, startServer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { isUnspaced, wordsOf } from "../../../lib/search/search-text.ts";
import { rewriteCatalogWords } from "../../server/operating/tasks/rewrite-catalog-words.ts";
import { rewriteQueryValues } from "../../server/operating/tasks/rewrite-query-values.ts";

interface Item {
  slug: string;
  titleMarks: { start: number; end: number }[];
  title: string;
  excerpt: { text: string; marks: { start: number; end: number }[] } | null;
}

const texts: Readonly<Record<string, string>> = {
  chinese: "我們的團隊有三位程序員和一位設計師。",
  far: `${"這是很長的文章".repeat(3_000)}最後提到螺絲起子。`,
  japanese: "東京の家具職人がつくるコンピューターデスク",
  thai: "โต๊ะทำงานไม้โอ๊คจากช่างฝีมือ",
  lao: "ເຟີນິເຈີໄມ້ສັກ",
  khmer: "គ្រឿងសង្ហារិមឈើ",
  burmese: "သစ်သားပရိဘောဂ",
  mixed: "新款iPhone手机壳2024年",
  korean: "서울의 가구 장인",
};

let server: TestServer;
let site: TestSite;
let owner: TestAdmin;
beforeAll(async () => {
  server = await startServer();
  site = await server.addSite({
    site: { locales: ["en", "de"] },
    contentTypes: [
      { slug: "post", title: "Post", schema: { type: "object", properties: { text: { type: "string", "x-searchable": true } } } },
    ],
    entries: [
      ...Object.entries(texts).map(([slug, text]) => ({ contentType: "post", slug, locale: "en", title: `Text ${slug}`, data: { text } })),
      { contentType: "post", slug: "titled", locale: "en", title: "徵求程序員", data: { text: "" } },
    ],
    products: [
      { slug: "case", title: "透明手机壳", description: "适合各种型号", variants: [{ sku: "CASE", price: 1 }] },
      {
        slug: "desk",
        title: "Desk",
        variants: [{ sku: "DESK", price: 1 }],
        translations: { de: { title: "ทำงานโต๊ะ", description: "木製の机" } },
      },
    ],
    categories: [{ slug: "tools", title: "工具和螺絲起子" }],
  });
  owner = await addMember(server, site, "OWNER");
});
afterAll(() => server.stop());

const marked = (text: string, marks: Item["titleMarks"] = []) => marks.map(({ start, end }) => text.slice(start, end));
const search = async (q: string): Promise<Item[]> => {
  const { status, json } = await server.ask(`${cms}/search?q=${encodeURIComponent(q)}&locale=en`, { key: site.key });
  expect(status).toBe(200);
  return (json as { data: Item[] }).data;
};
const slugs = async (q: string) => (await search(q)).map(({ slug }) => slug).sort();

describe("a search in a script without blanks", () => {
  test.each([
    ["程序員", ["chinese", "titled"]],
    ["設計師", ["chinese"]],
    ["師", ["chinese"]],
    ["螺絲起子", ["far", "tools"]],
    ["家具", ["japanese"]],
    ["職人", ["japanese"]],
    ["ﾃﾞｽｸ", ["japanese"]],
    ["コンピュータ", ["japanese"]],
    ["ไม้โอ๊ค", ["thai"]],
    ["ทำงาน", ["thai"]],
    ["ໄມ້ສັກ", ["lao"]],
    ["ឈើ", ["khmer"]],
    ["ပရိဘောဂ", ["burmese"]],
    ["手机壳", ["case", "mixed"]],
    ["iphone", ["mixed"]],
    ["手机 2024", ["mixed"]],
    ["程序 設計師", ["chinese"]],
    // In this order, side by side.
    ["員序程", []],
    ["程員", []],
    // Its words have blanks: from their beginning.
    ["가구", ["korean"]],
    ["구", []],
  ])("finds %s wherever it stands", async (q, expected) => {
    expect(await slugs(q)).toEqual(expected);
  });

  test("puts titles first, and marks the signs that are found", async () => {
    const [first, second] = await search("程序員");
    expect(marked(first?.title ?? "", first?.titleMarks)).toEqual(["程序員"]);
    expect(marked(second?.excerpt?.text ?? "", second?.excerpt?.marks)).toEqual(["程序員"]);
    const [far] = (await search("螺絲起子")).filter(({ slug }) => slug === "far");
    const { text = "", marks = [] } = far?.excerpt ?? {};
    // As far as excerpts look, this stands behind it.
    expect([marked(text, marks), text.startsWith("這是很長")]).toEqual([[], true]);
    const [thai] = await search("ไม้โอ๊ค");
    expect(marked(thai?.excerpt?.text ?? "", thai?.excerpt?.marks)).toEqual(["ไม้โอ๊ค"]);
    const [mixed] = (await search("phone手机 iph")).concat(await search("iph 手机"));
    expect(marked(mixed?.excerpt?.text ?? "", mixed?.excerpt?.marks)).toEqual(["iPhone", "手机"]);
  });

  test("finds products, in every locale", async () => {
    const find = async (q: string, locale: string) => {
      const { json } = await server.ask(`${shop}/products?q=${encodeURIComponent(q)}&locale=${locale}`, { key: site.key });
      return (json as { data: { slug: string }[] }).data.map(({ slug }) => slug);
    };
    expect(await find("手机", "en")).toEqual(["case"]);
    expect(await find("型号", "en")).toEqual(["case"]);
    expect(await find("手机", "de")).toEqual(["case"]);
    expect(await find("โต๊ะ", "de")).toEqual(["desk"]);
    expect(await find("の机", "de")).toEqual(["desk"]);
    expect(await find("机壳手", "en")).toEqual([]);
  });

  test("finds in the studio titles and texts, without typing errors", async () => {
    const find = async (q: string) => {
      const { json } = await asAdmin(server, owner).get(`/sites/${site.slug}/search?${new URLSearchParams({ q }).toString()}`);
      const { data } = json as { data: { label: string; match: Item["titleMarks"] }[] };
      return data.map(({ label, match }) => [label, ...marked(label, match)]);
    };
    expect(await find("機壳")).toEqual([]);
    expect(await find("手机壳")).toEqual([["Text mixed"], ["透明手机壳", "手机壳"]]);
    expect(await find("程序員")).toEqual([["徵求程序員", "程序員"], ["Text chinese"]]);
    expect(await find("起子")).toEqual([["Text far"], ["工具和螺絲起子", "起子"]]);
    expect(await find("ไม้โอ๊ค")).toEqual([["Text thai"]]);
  });
});

test("none of its signs are in a vocabulary", async () => {
  const words = await server.deps.sql<{ word: string }>`select word from search_words where site_id = ${site.id}`;
  expect(words.length).toBeGreaterThan(10);
  expect(words.filter(({ word }) => isUnspaced(word))).toEqual([]);
});

test("the database tells the scripts without blanks as the server does, and leaves out the same marks", async () => {
  const { sql } = server.deps;
  const textOf = (code: number) => String.fromCodePoint(code);
  const isOneOf = (code: number, pattern: RegExp) => pattern.test(textOf(code));
  const all = Array.from({ length: 0x32000 }, (_, code) => code).filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff));
  const letters = all.filter((code) => isOneOf(code, /[\p{L}\p{N}]/u));
  for (let start = 0; start < letters.length; start += 20_000) {
    const codes = letters.slice(start, start + 20_000);
    const said = await sql<{ code: number }>`select code from unnest(${codes}::int[]) as code where is_unspaced(chr(code))`;
    expect(said.map(({ code }) => code)).toEqual(codes.filter((code) => isUnspaced(textOf(code))));
  }
  // Of the many signs of Chinese a few stand for all.
  const isAsked = (code: number) =>
    isUnspaced(textOf(code)) && isOneOf(code, /[\p{L}\p{N}\p{M}\p{P}]/u) && (code < 0x3400 || code % 101 === 0);
  const asked = all.filter(isAsked);
  for (let start = 0; start < asked.length; start += 200) {
    const rows = await sql<{ text: string; keys: string[] }>`
      select text, search_keys(text) as keys from unnest(${asked.slice(start, start + 200).map((code) => `x${textOf(code)}y`)}::text[]) as text`;
    const sorted = (words: readonly string[]) => [...new Set(words)].sort();
    expect(rows.map(({ keys }) => sorted(keys))).toEqual(rows.map(({ text }) => sorted(wordsOf(text))));
  }
});

test("what an earlier version stored is written anew, while searches go on", async () => {
  const { sql } = server.deps;
  const old = (words: string) =>
    words
      .split(" ")
      .map((word, index) => `'${word}':${index + 1}A`)
      .join(" ");
  await sql`update published_words set search = ${old("我們的團隊有三位程序員和一位設計師")}::tsvector where site_id = ${site.id}`;
  await sql`update products set search = ${old("透明手机壳 case")}::tsvector where site_id = ${site.id} and slug = 'case'`;
  await sql`update catalog_translations set search = ${old("透明手机壳")}::tsvector where site_id = ${site.id} and kind = 'product'`;
  await sql`update categories set search = ${old("工具和螺絲起子")}::tsvector where site_id = ${site.id}`;
  await sql`
    insert into search_words (site_id, id, vocabulary, word)
    select ${site.id}::uuid, md5(vocabulary)::uuid, vocabulary, '透明手机壳' from unnest(array['catalog', 'catalog de']) as vocabulary`;
  await sql`update content_types set next_query_plan = query_plan where site_id = ${site.id}`;
  const { deps } = server;
  await rewriteQueryValues.run(deps);
  await rewriteCatalogWords.run(deps);
  await expect.poll(() => slugs("程序員")).toEqual(["chinese", "titled"]);
  await expect.poll(() => slugs("手机壳")).toEqual(["case", "mixed"]);
  expect(await slugs("螺絲起子")).toEqual(["far", "tools"]);
  const rows = await sql<{ search: string }>`
    select search::text as search from catalog_translations where site_id = ${site.id} and search::text like '%手机%'`;
  expect(rows.length).toBeGreaterThan(0);
  for (const { search: vector } of rows) expect(vector).toContain("'手机'");
  expect(await sql`select word from search_words where site_id = ${site.id} and is_unspaced(word)`).toEqual([]);
});
