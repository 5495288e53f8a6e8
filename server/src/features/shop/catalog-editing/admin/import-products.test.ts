import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addMember, asAdmin, codeOf } from "../../../../../../test/kit/admins.ts";
import { dataOf } from "../../../../../../test/kit/checkout-client.ts";
import { readCsv } from "../../../../lib/text/read-csv.ts";
import { startServer, type Answer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const wooden = {
  slug: "stool",
  title: "Stool",
  category: "seats",
  options: [{ name: "Wood", values: ["Oak", "Ash"] }],
  variants: [
    { sku: "OAK", price: 10_050, compareAtPrice: 12_000, options: { Wood: "Oak" }, stock: 4 },
    { sku: "ASH", price: 9_000, options: { Wood: "Ash" } },
  ],
  translations: { de: { title: "Hocker", options: [{ name: "Holz", values: ["Eiche", "Esche"] }] } },
};
const bowl = { slug: "bowl", title: "Bowl", status: "DRAFT", currency: "jpy", variants: [{ sku: "BOWL", price: 1_500, stock: 0 }] };

let site: TestSite;
let api: ReturnType<typeof asAdmin>;
let base: string;
beforeEach(async () => {
  site = await server.addSite({
    site: { locales: ["en", "de"] },
    categories: [{ slug: "seats", title: "Seats" }],
    products: [wooden, bowl],
  });
  api = asAdmin(server, await addMember(server, site, "EDITOR"));
  base = `/sites/${site.slug}/products`;
});

interface Report {
  products: object;
  variants: object;
  totalChanges: number;
  changes: object[];
}

/** Sent as bytes: a spreadsheet's file is not always UTF-8. */
function send(file: string | Buffer, query = ""): Promise<Answer> {
  return api.ask("POST", `${base}.csv${query}`, { body: file, headers: { "content-type": "text/csv" } });
}

async function imported(file: string | Buffer, query?: string): Promise<Report> {
  const answer = await send(file, query);
  expect(answer.json).toMatchObject({ data: {} });
  return dataOf<Report>(answer);
}

const none = { created: 0, changed: 0, unchanged: 0 };
const exported = async () => (await api.get(`${base}.csv`)).text;
const lines = async () => (await exported()).replace("\ufeff", "").trimEnd().split("\r\n");

/** The table with quotation marks only where they are needed. */
async function resaved(file: string, separator: string, lineEnd: string): Promise<string> {
  const written: string[] = [];
  for await (const { cells } of readCsv(Buffer.from(file)).rows()) {
    const quoted = cells.map((cell) => (/["\r\n,;\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
    written.push(quoted.join(separator) + lineEnd);
  }
  return written.join("");
}

/** Everything of the site's catalogue, with revisions and times. */
async function stored(): Promise<unknown> {
  const { sql } = server.deps;
  return [
    await sql`select id, slug, revision, updated_at, options::text, title from products where site_id = ${site.id} order by id`,
    await sql`select id, sku, title, updated_at, options::text, stock, position from variants where site_id = ${site.id} order by id`,
    await sql`select item_id, locale, slug, words::text from catalog_translations where site_id = ${site.id} order by item_id, locale`,
    await sql`select id, change from stock_movements where site_id = ${site.id} order by id`,
    await sql`select catalog_version from site_versions where site_id = ${site.id}`,
    await sql`select id from audit_entries where site_id = ${site.id} order by id`,
  ];
}

test("a round trip changes nothing, whatever the texts are", async () => {
  const texts = ['"quoted"', "two\nlines", "two\r\nlines", "=1+1", "'=1+1", "'quoted'", "a;b,c\td", "😀 ’", "-1", "＝1", " blank ", "@x"];
  for (const [place, text] of texts.entries()) {
    const options = [
      { name: "Title", values: [text, "x"] },
      { name: `=Odd ${place}`, values: ["", "y"] },
    ];
    const variants = [{ sku: `=${place}`, title: text, price: place, stock: place, options: { Title: text, [`=Odd ${place}`]: "" } }];
    expect((await api.post(base, { slug: `odd-${place}`, title: text, options, variants })).status).toBe(201);
  }
  const before = await stored();
  const file = await exported();
  server.clock.advance(60_000);
  const report = { products: { ...none, unchanged: 14 }, variants: { ...none, unchanged: 15 }, changes: [], totalChanges: 0 };
  expect(await imported(file)).toEqual({ dryRun: false, ...report });
  // As a spreadsheet saves it again.
  expect(await imported(await resaved(file, ",", "\r\n"))).toMatchObject(report);
  expect(await imported(await resaved(file, ";", "\n"))).toMatchObject(report);
  const unicode = Buffer.from(await resaved(file, "\t", "\r\n"), "utf16le");
  expect(await imported(Buffer.concat([Buffer.from([0xff, 0xfe]), unicode]))).toMatchObject(report);
  expect(await stored()).toEqual(before);
});

test("changed cells change their members alone, and a dry run tells what would change", async () => {
  const movements = async () => server.deps.sql`
    select kind, change from stock_movements where site_id = ${site.id} and kind <> 'INITIAL'`;
  const file = [
    "stock;Price;sku;wood;product;status;TITLE;compareAtPrice",
    "7;95,5;OAK;Oak;stool;archived;Stool;",
    "3;1600;BOWL;;bowl;DRAFT;Bowl, large;",
  ]
    .join("\r")
    .replace("wood", "Wood");
  const changes = [
    { line: 2, product: "stool", sku: null, member: "status", from: "ACTIVE", to: "ARCHIVED" },
    { line: 2, product: "stool", sku: "OAK", member: "price", from: "100.50", to: "95.50" },
    { line: 2, product: "stool", sku: "OAK", member: "compareAtPrice", from: "120.00", to: null },
    { line: 2, product: "stool", sku: "OAK", member: "stock", from: "4", to: "7" },
    { line: 3, product: "bowl", sku: null, member: "title", from: "Bowl", to: "Bowl, large" },
    { line: 3, product: "bowl", sku: "BOWL", member: "price", from: "1500", to: "1600" },
    { line: 3, product: "bowl", sku: "BOWL", member: "stock", from: "0", to: "3" },
  ];
  const report = { products: { ...none, changed: 2 }, variants: { ...none, changed: 2 }, changes, totalChanges: 7 };
  const before = await stored();
  expect(await imported(file, "?dryRun=true")).toEqual({ dryRun: true, ...report });
  expect(await stored()).toEqual(before);
  expect(await imported(file)).toEqual({ dryRun: false, ...report });
  expect((await lines()).slice(1).sort()).toEqual([
    '"bowl","Bowl, large","DRAFT","","BOWL","Bowl","1600","","3",""',
    '"stool","Stool","ARCHIVED","seats","ASH","Ash","90.00","","","Ash"',
    '"stool","Stool","ARCHIVED","seats","OAK","Oak","95.50","","7","Oak"',
  ]);
  expect(await movements()).toEqual([
    { kind: "IMPORT", change: 3 },
    { kind: "IMPORT", change: 3 },
  ]);
  const audited = await server.deps.sql<{ target: string; label: string }>`
    select target_type as target, target_label as label from audit_entries
    where site_id = ${site.id} and action = 'importProducts' order by 1, 2`;
  expect(audited.map(({ target, label }) => `${target} ${label}`)).toEqual([
    ...["product Bowl, large", "product Stool", "variant BOWL", "variant OAK"],
  ]);
  expect(await imported(file)).toMatchObject({ totalChanges: 0 });
});

test("a change of stock raises no revision, and an empty cell ends the tracking of stock", async () => {
  const revision = async () => dataOf<{ revision: number }[]>(await api.get(`${base}?q=stool`))[0]?.revision;
  const before = await revision();
  expect(await imported("product,sku,stock\nstool,OAK,\nstool,ASH,2\n")).toMatchObject({
    products: { ...none, changed: 1 },
    changes: [
      { sku: "OAK", from: "4", to: null },
      { sku: "ASH", from: null, to: "2" },
    ],
  });
  expect(await revision()).toBe(before);
  expect((await lines()).filter((line) => line.startsWith('"stool"')).map((line) => line.split(",")[8])).toEqual(['""', '"2"']);
});

test("rows make products and variants, whose rows may be apart; new values of options are not translated yet", async () => {
  const file = [
    "product,title,sku,price,Wood,option.Size,stock",
    "lamp,Lamp,LAMP-S,20,,S,5",
    "stool,Stool,ELM,110.00,Elm,,1",
    "lamp,Lamp,LAMP-L,30.5,,L,",
  ].join("\n");
  expect(await imported(file)).toMatchObject({
    products: { created: 1, changed: 1, unchanged: 0 },
    variants: { created: 3, changed: 0, unchanged: 0 },
  });
  const text = (await lines()).filter((line) => !line.startsWith('"bowl"'));
  expect(text).toEqual([
    '"product","title","status","category","sku","variant","price","compareAtPrice","stock","Size","Wood"',
    '"stool","Stool","ACTIVE","seats","OAK","Oak","100.50","120.00","4","","Oak"',
    '"stool","Stool","ACTIVE","seats","ASH","Ash","90.00","","","","Ash"',
    '"stool","Stool","ACTIVE","seats","ELM","Elm","110.00","","1","","Elm"',
    '"lamp","Lamp","ACTIVE","","LAMP-S","S","20.00","","5","S",""',
    '"lamp","Lamp","ACTIVE","","LAMP-L","L","30.50","","","L",""',
  ]);
  const [stool] = dataOf<{ id: string }[]>(await api.get(`${base}?q=stool`));
  expect(dataOf(await api.get(`${base}/${stool?.id}`))).toMatchObject({
    options: [{ name: "Wood", values: ["Oak", "Ash", "Elm"] }],
    translations: { de: { options: [{ name: "Holz", values: ["Eiche", "Esche", "Elm"] }] } },
  });
  // The import removes a value that no variant has any more, with its translation.
  await imported("product,sku,Wood\nstool,OAK,Beech\n");
  expect(dataOf(await api.get(`${base}/${stool?.id}`))).toMatchObject({
    options: [{ name: "Wood", values: ["Ash", "Elm", "Beech"] }],
    translations: { de: { options: [{ name: "Holz", values: ["Esche", "Elm", "Beech"] }] } },
  });
});

describe("a mistake is named by its line, and nothing changes", () => {
  const head = "product,title,status,category,sku,variant,price,compareAtPrice,stock,Wood";
  test.each<[string, string | Buffer, string, string]>([
    ["an empty file", "", "/lines/1", "required"],
    ["an unknown column", "product,sku,prise\nstool,OAK,1", "/lines/1", "unknown"],
    ["a column twice", "product,sku,SKU\nstool,OAK,1", "/lines/1", "duplicate"],
    ["no column with SKUs", "product,price\nstool,1", "/lines/1", "required"],
    ["no product", "product,sku\nstool,OAK\n,ASH", "/lines/3/product", "required"],
    ["no SKU", "product,sku\nstool,", "/lines/2/sku", "required"],
    ["an SKU twice", "product,sku\nstool,OAK\nbowl,BOWL\nbowl,OAK", "/lines/4/sku", "duplicate"],
    ["an SKU of another product", "product,sku,price\nbowl,OAK,3", "/lines/2/sku", "sku_taken"],
    ["an SKU with a line break", 'product,sku,price\nbowl,"A\nB",3', "/lines/2/sku", "pattern"],
    ["a slug that is none", "product,title,sku,price\nA Slug,A,NEW,3", "/lines/2/product", "pattern"],
    ["a slug of a translation", "product,title,sku,price\nhocker-slug,A,NEW,3", "/lines/2/product", "duplicate"],
    ["no title", "product,sku,price\nnew,NEW,3", "/lines/2/title", "required"],
    ["an empty title", "product,title,sku\nstool,,OAK", "/lines/2/title", "required"],
    ["two titles", "product,title,sku\nstool,Stool,OAK\nstool,Chair,ASH", "/lines/3/title", "contradiction"],
    ["a status", "product,status,sku\nstool,sold,OAK", "/lines/2/status", "value"],
    ["a category", "product,category,sku\nstool,chairs,OAK", "/lines/2/category", "unknown"],
    ["an amount", "product,sku,price\nstool,OAK,1.234", "/lines/2/price", "amount"],
    ["a decimal comma between commas", 'product,sku,price\nstool,OAK,"1,5"', "/lines/2/price", "amount"],
    ["an amount in a currency without decimals", "product,sku,price\nbowl,BOWL,1500.5", "/lines/2/price", "amount"],
    ["too high an amount", "product,sku,price\nstool,OAK,1000000", "/lines/2/price", "maximum"],
    ["no price", "product,title,sku\nnew,New,NEW", "/lines/2/price", "required"],
    ["a price that is taken away", "product,sku,price\nstool,OAK,", "/lines/2/price", "amount"],
    ["a stock", "product,sku,stock\nstool,OAK,-1", "/lines/2/stock", "stock"],
    ["too high a stock", "product,sku,stock\nstool,OAK,2000000001", "/lines/2/stock", "stock"],
    ["no value of an option", "product,sku,Wood\nstool,OAK,", "/lines/2", "required"],
    ["the same options twice", "product,sku,Wood\nstool,OAK,Ash", "/lines/2", "duplicate"],
    ["too many values", `${head}\nstool,Stool,ACTIVE,seats,OAK,Oak,1,,1,Oak,x`, "/lines/2", "columns"],
    ["a quotation mark", 'product,sku,title\nstool,OAK,15" wide', "/lines/2", "quote"],
    ["Latin-1", Buffer.from("product,sku,title\nstool,OAK,Stühlchen", "latin1"), "", "encoding"],
  ])("%s", async (_name, file, path, code) => {
    const [product] = await server.deps.sql<{ id: string }>`select id from products where site_id = ${site.id} and slug = 'bowl'`;
    await server.deps.sql`
      update catalog_translations set slug = 'hocker-slug' where site_id = ${site.id} and item_id = ${product?.id ?? null}`;
    const before = await stored();
    for (const query of ["?dryRun=true", ""]) {
      const { status, json } = await send(file, query);
      expect([status, json]).toMatchObject([400, { code: "validation_failed", errors: [{ path, code }] }]);
      expect((json as { errors: unknown[] }).errors).toHaveLength(1);
      expect((json as { detail: string }).detail).toMatch(/Nothing was changed\.$/);
    }
    expect(await stored()).toEqual(before);
  });

  test("a hundred mistakes are listed, and all are counted", async () => {
    const rows = Array.from({ length: 150 }, (_, row) => `stool,S-${row},x`);
    const { json } = await send(["product,sku,price", ...rows].join("\n"));
    expect((json as { errors: unknown[] }).errors).toHaveLength(100);
    expect((json as { detail: string }).detail).toContain("The file has 150 mistakes.");
  });

  test("an unknown column is answered with those that are allowed", async () => {
    const { json } = await send("product,sku,prise\nstool,OAK,1");
    expect((json as { errors: { message: string }[] }).errors[0]?.message).toBe(
      'has an unknown column "prise"; did you mean price?: use product, title, status, category, sku, variant, price, compareAtPrice, stock, Wood, or option.<name> for a new option',
    );
  });
});

test("products, SKUs and categories of another site do not exist", async () => {
  const other = await server.addSite({
    categories: [{ slug: "theirs", title: "Theirs" }],
    products: [
      {
        ...wooden,
        category: "theirs",
        options: [{ name: "Theirs", values: ["x"] }],
        variants: [{ sku: "THEIRS", price: 1, options: { Theirs: "x" } }],
        translations: {},
      },
    ],
  });
  const countOf = async () => server.deps.sql`select slug, title, revision from products where site_id = ${other.id} order by slug`;
  const before = await countOf();
  expect((await send("product,sku,category\nstool,OAK,theirs")).json).toMatchObject({
    errors: [{ path: "/lines/2/category", code: "unknown" }],
  });
  expect((await send("product,sku,Theirs\nstool,OAK,x")).json).toMatchObject({ errors: [{ path: "/lines/1", code: "unknown" }] });
  expect(await imported("product,title,sku,price,Wood\nstool,Mine,THEIRS,4,Elm\n")).toMatchObject({
    products: { ...none, changed: 1 },
    variants: { ...none, created: 1 },
  });
  expect(await countOf()).toEqual(before);
  expect(codeOf(await api.ask("POST", `/sites/${other.slug}/products.csv`, { body: "product,sku\n" }))).toBe("site_not_found");
});

test("an import of several transactions and an edit of one of its products both have their effect", async () => {
  const rows = Array.from({ length: 450 }, (_, row) => `product-${row},Product ${row},SKU-${row},1.00,${row}`);
  const head = "product,title,sku,price,stock";
  expect(await imported([head, ...rows].join("\n"))).toMatchObject({ products: { ...none, created: 450 } });
  const [edited] = dataOf<{ id: string; revision: number }[]>(await api.get(`${base}?q=SKU-449`));
  const path = `${base}/${edited?.id}`;
  const body = { slug: "product-449", title: "Product 449", status: "DRAFT", variants: [{ sku: "SKU-449", price: 100 }] };
  const [answer, edit] = await Promise.all([
    imported(["product,sku,price", ...rows.map((_, row) => `product-${row},SKU-${row},2.00`)].join("\n")),
    api.put(path, body, { revision: edited?.revision ?? 0 }),
  ]);
  expect(answer).toMatchObject({ products: { ...none, changed: 450 } });
  const { status, revision, variants } = dataOf<{ status: string; revision: number; variants: object[] }>(await api.get(path));
  // The edit came first, or it was refused since the import did.
  expect([status, revision, edit.status]).toEqual(edit.status === 200 ? ["DRAFT", 3, 200] : ["ACTIVE", 2, 412]);
  expect(variants).toMatchObject([{ price: 200, stock: 449 }]);
  const [{ count } = { count: 0 }] = await server.deps.sql<{ count: number }>`
    select count(*)::int as count from variants where site_id = ${site.id} and price = 200`;
  expect(count).toBe(450);
});

test("a hundred thousand columns without a value are none", async () => {
  const spare = ",".repeat(100_000);
  expect(await imported(`product,sku,stock${spare}\nstool,OAK,5${spare}\n`)).toMatchObject({ totalChanges: 1 });
});

test("spare columns are ignored, blanks around names too, and odd names are options like others", async () => {
  const file = 'product,title, SKU ,price,option.__proto__,"option. constructor ",toString,,\nodd,Odd,ODD,1.00,a,b,,,\n';
  expect((await send(file)).json).toMatchObject({ errors: [{ path: "/lines/1", code: "unknown" }] });
  expect(await imported(file.replace("toString", "option.toString").replace(",b,,", ",b,c,"))).toMatchObject({ products: { created: 1 } });
  const text = await lines();
  expect(text[0]).toContain('"__proto__","constructor","toString"');
  expect(text.find((line) => line.startsWith('"odd"'))).toContain('"a","b","c"');
  expect(await imported(await exported())).toMatchObject({ totalChanges: 0 });
});

describe("amounts follow their currency", () => {
  test.each<[currency: string, cell: string, expected: number | "amount" | "maximum" | "not_payable"]>([
    ["eur", "12.5", 1_250],
    ["eur", "12,50", 1_250],
    ["eur", "1e3", "amount"],
    ["eur", "0x10", "amount"],
    ["eur", "-1", "amount"],
    ["eur", "+1", "amount"],
    ["eur", "١", "amount"],
    ["eur", "1.234,50", "amount"],
    ["eur", "1,5,0", "amount"],
    ["eur", "NaN", "amount"],
    ["eur", "999999999999", "maximum"],
    ["eur", "9999999999999999999999", "amount"],
    ["jpy", "1500", 1_500],
    ["jpy", "1.500", "amount"],
    ["jpy", "1500,0", "amount"],
    ["kwd", "1,230", 1_230],
    ["kwd", "1.234", "not_payable"],
    ["isk", "1500", 150_000],
    ["isk", "1500.50", "not_payable"],
    ["ugx", "0,01", "not_payable"],
    ["huf", "2500.05", 250_005],
  ])("%s %s", async (currency, cell, expected) => {
    expect((await api.post(base, { slug: "sold", title: "Sold", currency, variants: [{ sku: "SOLD", price: 100_000 }] })).status).toBe(201);
    const answer = await send(`product;sku;price\nsold;SOLD;${cell}\n`);
    if (typeof expected === "string") {
      expect(answer.json).toMatchObject({ code: "validation_failed", errors: [{ path: "/lines/2/price", code: expected }] });
    } else {
      expect(answer.json).toMatchObject({ data: { totalChanges: 1 } });
      const [row] = await server.deps.sql<{ price: number }>`
        select price::int as price from variants where site_id = ${site.id} and sku = 'SOLD'`;
      expect(row?.price).toBe(expected);
    }
  });
});

describe("a table beyond its limits is refused", () => {
  const wide = (cell: string, count: number) => `product,sku${`,${cell}`.repeat(count)}\nstool,OAK`;
  test.each<[string, () => string | Buffer, string, string]>([
    ["columns", () => wide("option.x", 199), "/lines/1", "too_many"],
    ["the name of an option", () => wide(`option.${"x".repeat(101)}`, 1), "/lines/1", "maxLength"],
    [
      "rows of one product",
      () => `product,sku\n${Array.from({ length: 1_001 }, (_, row) => `stool,S-${row}\n`).join("")}`,
      "/lines/1002/product",
      "too_many",
    ],
    [
      "rows",
      () => `product,sku\n${Array.from({ length: 250_001 }, (_, row) => `p-${row},S-${row}\n`).join("")}`,
      "/lines/250002",
      "too_many",
    ],
    ["a lone surrogate", () => Buffer.from("\ufeffproduct,sku\nstool,\ud800A\n", "utf16le"), "", "encoding"],
    ["a character of nothing", () => "product,sku\nstool,A\0\n", "", "encoding"],
  ])("%s", async (_name, file, path, code) => {
    expect((await send(file())).json).toMatchObject({ code: "validation_failed", errors: [{ path, code }] });
  });

  test("bytes", async () => {
    expect((await send(Buffer.alloc(12 * 1024 * 1024 + 1, "\n"))).status).toBe(413);
  });

  test("mistakes in every row of a large table", async () => {
    const rows = Array.from({ length: 100_000 }, (_, row) => `p-${row % 101},,-1,x\n`);
    const { json } = await send(`product,sku,price,stock\n${rows.join("")}`);
    expect(json).toMatchObject({ code: "validation_failed", errors: { length: 100 } });
  });
});
