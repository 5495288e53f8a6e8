import { afterAll, beforeAll, expect, test } from "vitest";
import { shop, startServer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { addSearchShop, finder } from "../../../../../test/kit/search-shop.ts";

let server: TestServer;
let site: TestSite;
let find: ReturnType<typeof finder>;
beforeAll(async () => {
  server = await startServer();
  site = await addSearchShop(server);
  find = finder(server, site);
});
afterAll(() => server.stop());

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
test.each(evil)("a search for %j is harmless", async (q) => {
  await find(q, "&page=1");
  await find(q, "&sort=price");
  const { status } = await server.ask(`${shop}/categories?q=${encodeURIComponent(q)}`, { key: site.key });
  expect(status).toBe(200);
});
