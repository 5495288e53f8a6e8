import { afterAll, beforeAll, expect, test } from "vitest";
import { shop, startServer, type TestServer, type TestSite } from "../../../../test/kit/harness.ts";

let server: TestServer;
let site: TestSite;

const product = (slug: string, title: string, description: string, more: object = {}) => ({
  slug,
  title,
  description,
  variants: [{ sku: `SKU-${slug.toUpperCase()}`, price: 100 }],
  ...more,
});

beforeAll(async () => {
  server = await startServer();
  site = await server.addSite({
    products: [
      product("fjell", "Fjell chair", "Smoked oak, with a seat of paper cord."),
      product("lamp", "Lykt lamp", "Hangs over a table; a chair may stand below it."),
      product("table", "Holm table", "For eight. Straße nach Süden, 4.62 kg, Smørrebrød.", {
        variants: [{ sku: "HOLM-180-OAK", price: 1 }],
      }),
      product("throw", "Vind throw", "Wool from Norway, in six colours."),
      product("chest", "Kasse chest", "Ash, with three drawers. Upholstery is extra."),
      product("draft", "Zanzibar", "Timbuktu", { status: "DRAFT" }),
    ],
    categories: [
      { slug: "seats", title: "Seats", description: "Everything to sit on" },
      { slug: "secret", title: "Ouagadougou", status: "HIDDEN" },
    ],
  });
});
afterAll(() => server.stop());

const find = async (q: string, more = "") => {
  const { status, json } = await server.ask(`${shop}/products?q=${encodeURIComponent(q)}${more}`, { key: site.key });
  expect([q, status]).toEqual([q, 200]);
  const { data, total } = json as { data: { slug: string }[]; total: number };
  expect(total).toBe(data.length);
  return data.map(({ slug }) => slug);
};

const evil = [
  ...[
    "%",
    "%%%%",
    "_",
    "\\",
    "'",
    "''",
    '"',
    "`",
    ";",
    "--",
    "/*",
    "*/",
    "#",
    "(",
    ")",
    "()",
    "[",
    "{",
    "<->",
    "&",
    "|",
    "!",
    ":*",
    "*",
    "**",
  ],
  ...["a & b", "a | b", "!a", "a:*", "a:A", "'a'", "a <-> b", "a\\b", "a'b", "(((((", "))))", "& & &", "| |", "!!", "<2>", "a:*B & !c"],
  ...[
    "' or 1=1 --",
    "'; drop table products; --",
    "$1",
    "${x}",
    "{{7*7}}",
    "%27",
    "%00x".replace("%00", ""),
    "chair'::tsquery",
    "pg_sleep(5)",
  ],
  ...[
    "\t",
    "\n",
    "\r\n",
    "\u200b",
    "\u202e",
    "\ufeff",
    "😀",
    "👨‍👩‍👧",
    "\ud83d\ude00",
    "ﬁ",
    "Ⅷ",
    "ＣＨＡＩＲ",
    "é",
    "e\u0301",
    "ß",
    "İ",
    "ı",
    "ﷺ",
    "\u0345",
  ],
  ...[
    "日本語",
    "стул",
    "כיסא",
    "كرسي",
    "a".repeat(200),
    "a ".repeat(100),
    "é".repeat(200),
    "\u0301".repeat(100),
    `${"x".repeat(150)}*`,
    "1e999",
    "NaN",
    "null",
  ],
  ...[
    "undefined",
    "true",
    "-1",
    "0",
    "../../etc/passwd",
    "<script>alert(1)</script>",
    "^(a+)+$",
    "[[:alpha:]]+",
    "\\d+",
    "a.b.c.d",
    "x@y.z",
    "http://a.b/c?d=e#f",
  ],
  ...[
    "and",
    "or",
    "not",
    "the",
    "der die das",
    "a b c d e f g h i j k l m n o p q r s t u v w x y z",
    "9".repeat(200),
    "_%_%_%",
    "\\\\\\\\",
  ],
];
test.each(evil)("%j is safe to look for", async (q) => {
  await find(q, "&page=1");
  await find(q, "&sort=price");
  const { status } = await server.ask(`${shop}/categories?q=${encodeURIComponent(q)}`, { key: site.key });
  expect(status).toBe(200);
});
