import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addMember, addToken, asAdmin, codeOf, type TestAdmin } from "../../../../../../test/kit/admins.ts";
import { editor } from "../../../../../../test/kit/documents.ts";
import { startServer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import { addCustomer, addOrder } from "../../../../../../test/kit/made-sales.ts";
import { adminBase } from "../../../../lib/http/operation.ts";
import type { Found } from "../found.ts";

let server: TestServer;
let site: TestSite;
let owner: TestAdmin;
let orderNumber = 0;
beforeAll(async () => {
  server = await startServer();
  const product = (slug: string, title: string, sku: string, status = "ACTIVE") => ({
    slug,
    title,
    status,
    variants: [{ sku, price: 100 }],
  });
  site = await server.addSite({
    site: { locales: ["en", "de"] },
    contentTypes: [{ slug: "post", title: "Post", schema: { type: "object", properties: {} } }],
    blockTypes: [
      { type: "text", title: "Text", schema: { type: "object", properties: { text: { type: "string", "x-searchable": true } } } },
    ],
    pages: [
      { page: "care", slug: "wood-care", locale: "en", title: "Caring for wood", composition: [] },
      { page: "care", slug: "holzpflege", locale: "de", title: "Holz pflegen", composition: [] },
      { slug: "home", locale: "en", title: "Welcome to Fjord", composition: [] },
    ],
    entries: [{ contentType: "post", slug: "first-post", locale: "en", data: {}, title: "A floor that is not level" }],
    categories: [{ slug: "chairs", title: "Chairs and stools" }],
    products: [
      product("fjell-chair", "Fjell chair", "FJELL-1"),
      product("fjell-armchair", "Fjell armchair", "FJELL-10"),
      product("steamer", "Donaudampfschifffahrt", "STEAMER"),
      product("knott-stool", "Knott stool", "Knott-7", "DRAFT"),
      ...Array.from({ length: 12 }, (_, index) => product(`lamp-${index}`, `Lamp number ${index}`, `LAMP-${index}`)),
    ],
    forms: [{ slug: "contact", name: "Contact us", schema: { type: "object", properties: {} } }],
  });
  owner = await addMember(server, site, "OWNER");
  await addCustomer(server, site, { email: "ada@example.com", firstName: "Ada", lastName: "Lovelace" });
  orderNumber = await addOrder(server, site, { email: "grace@example.com", paidAt: server.clock.now().toISOString() });
});
afterAll(() => server.stop());

const ask = (q: string, who: Pick<TestAdmin, "headers"> = owner) => {
  return asAdmin(server, who).get(`/sites/${site.slug}/search?${new URLSearchParams({ q }).toString()}`);
};
const search = async (q: string, who: Pick<TestAdmin, "headers"> = owner): Promise<Found[]> => {
  const { status, json } = await ask(q, who);
  expect(status).toBe(200);
  return (json as { data: Found[] }).data;
};
const findLabels = async (q: string) => (await search(q)).map(({ type, label }) => `${type} ${label}`);

describe("a search finds", () => {
  test("pages, entries, products, categories, customers, forms and settings by the beginnings of their words", async () => {
    expect(await findLabels("wood car")).toEqual(["page Caring for wood"]);
    expect(await findLabels("holz")).toEqual(["page Holz pflegen"]);
    expect(await findLabels("level")).toEqual(["entry A floor that is not level"]);
    expect(await findLabels("first-po")).toEqual(["entry A floor that is not level"]);
    expect(await findLabels("fjell")).toEqual(["product Fjell chair", "product Fjell armchair"]);
    expect(await findLabels("stool")).toEqual(["product Knott stool", "category Chairs and stools"]);
    expect(await findLabels("lovela")).toEqual(["customer Ada Lovelace"]);
    expect(await findLabels("contact")).toEqual(["form Contact us"]);
    expect(await findLabels("invitations")).toEqual(["setting Team"]);
  });

  test("words with one typing error: a letter too many, too few, another one, or two that changed places", async () => {
    for (const q of ["chairr", "chir", "choir", "chiar"])
      expect([q, await findLabels(q)]).toEqual([q, expect.arrayContaining(["product Fjell chair"])]);
    for (const q of ["lovelaec", "lvelace", "lovelacee"]) expect([q, await findLabels(q)]).toEqual([q, ["customer Ada Lovelace"]]);
    for (const q of ["wlecome", "welcom", "welcpme"]) expect([q, await findLabels(q)]).toEqual([q, ["page Welcome to Fjord"]]);
    for (const q of ["contcat", "conact"]) expect([q, await findLabels(q)]).toEqual([q, ["form Contact us"]]);
    for (const q of [
      "donaudampfschifffahrt",
      "donaudampfschifffahrtt",
      "donuadampfschifffahrt",
      "onaudampfschifffahrt",
      "donaudampfschiffahrt",
    ])
      expect([q, await findLabels(q)]).toEqual([q, ["product Donaudampfschifffahrt"]]);
    expect(await findLabels("wlecpme")).toEqual([]);
  });

  test("an order by its number and its address, and the thing with exactly that number, SKU or address before all others", async () => {
    expect(await findLabels(`#${orderNumber}`)).toEqual([`order #${orderNumber}`]);
    expect((await findLabels(String(orderNumber)))[0]).toBe(`order #${orderNumber}`);
    expect(await findLabels("grace@exa")).toEqual([`order #${orderNumber}`]);
    expect((await search("ADA@example.com"))[0]).toMatchObject({ type: "customer", detail: "ada@example.com" });
    expect(await findLabels("FJELL-10")).toEqual(["product Fjell armchair"]);
    expect((await findLabels("fjell-1"))[0]).toBe("product Fjell chair");
    expect((await findLabels("Knott-7"))[0]).toBe("product Knott stool");
    expect(await findLabels("99999999999")).toEqual([]);
  });

  test("drafts by their own titles and slugs, and nothing in the trash", async () => {
    const edit = editor(server, site, owner);
    const { id } = await edit.create("pages", { slug: "quiet-plan", title: "A quiet plan", composition: [] });
    const other = await edit.create("pages", { slug: "loud", title: "A loud plan", composition: [] });
    await edit.save("pages", other.id, { slug: "silent", title: "A silent plan", composition: [] }, 1);
    expect(await findLabels("quiet")).toEqual(["page A quiet plan"]);
    expect((await findLabels("plan")).sort()).toEqual(["page A quiet plan", "page A silent plan"]);
    expect(await findLabels("silent")).toEqual(["page A silent plan"]);
    await edit.trash("pages", id);
    expect(await findLabels("quiet")).toEqual([]);
  });

  test("pages and entries by the words of their published texts, in every locale, after those that are called so", async () => {
    const edit = editor(server, site, owner);
    const text = (words: string) => [{ id: "text-1", type: "text", props: { text: words } }];
    const oak = await edit.create("pages", { slug: "oak", title: "Oak", composition: text("Quercus robur grows slowly") });
    await edit.create("pages", { slug: "quercus", title: "Quercus", composition: [] });
    await edit.create("pages", { slug: "beech", title: "Beech", composition: text("Quercus is another tree") });
    expect(await findLabels("quercus")).toEqual(["page Quercus"]);
    expect((await edit.publish("pages", oak.id)).status).toBe(200);
    expect(await findLabels("quercus")).toEqual(["page Quercus", "page Oak"]);
    expect(await findLabels("grows qu")).toEqual(["page Oak"]);
    expect((await search("robur"))[0]).toEqual({ type: "page", id: oak.id, label: "Oak", detail: "/oak · en", match: [] });
    await edit.trash("pages", oak.id);
    expect(await findLabels("quercus")).toEqual(["page Quercus"]);
  });

  test("files of the media library by their names, titles, alternative texts and tags", async () => {
    const send = (name: string, fields: Record<string, string>) => {
      const body = new FormData();
      for (const [field, value] of Object.entries(fields)) body.set(field, value);
      body.set("file", new Blob([`Notes on ${name}`], { type: "text/plain" }), name);
      return server.ask(`${adminBase}/sites/${site.slug}/assets`, { method: "POST", headers: owner.headers, body });
    };
    await send("birch-veneer.txt", {});
    await send("x1.txt", { title: "Veneers of the north", alt: '{"en":"A pile of sheets"}', tags: "warehouse", folder: "stock/wood" });
    expect((await findLabels("veneer")).sort()).toEqual(["asset Veneers of the north", "asset birch-veneer.txt"]);
    for (const q of ["sheets", "warehouse", "warehuose"]) expect([q, await findLabels(q)]).toEqual([q, ["asset Veneers of the north"]]);
    expect((await search("sheets"))[0]).toMatchObject({ type: "asset", detail: "stock/wood/x1.txt", match: [] });
  });

  test("at most eight of a kind, those that begin with the words first", async () => {
    const lamps = await search("lamp");
    expect(lamps).toHaveLength(8);
    expect((await findLabels("lamp number 11"))[0]).toBe("product Lamp number 11");
    expect((await search("fjell chair"))[0]).toEqual({
      type: "product",
      id: expect.any(String) as string,
      label: "Fjell chair",
      detail: "fjell-chair · ACTIVE",
      match: [
        { start: 0, end: 5 },
        { start: 6, end: 11 },
      ],
    });
  });
});

test("what a role may not read, its search does not find; nor does a token of a lesser role", async () => {
  const typesFor = async (who: Pick<TestAdmin, "headers">) => {
    const all = await Promise.all(["ada", "grace", "fjell", "contact", "wood", "keys", "log", "danger"].map((q) => search(q, who)));
    return [...new Set(all.flat().map(({ type, id }) => (type === "setting" ? `setting ${id}` : type)))].sort();
  };
  const everybody = ["form", "page", "product"];
  const sellers = ["customer", "order"];
  for (const [role, more] of [
    ["VIEWER", []],
    ["AUTHOR", []],
    ["EDITOR", []],
    ["SALES", sellers],
    ["ADMIN", [...sellers, "setting audit", "setting keys"]],
    ["OWNER", [...sellers, "setting audit", "setting danger", "setting keys"]],
  ] as const) {
    const member = await addMember(server, site, role);
    expect([role, await typesFor(member)]).toEqual([role, [...everybody, ...more].sort()]);
    expect(await typesFor(await addToken(server, member.id, { role: "VIEWER" }))).toEqual(everybody);
  }
});

test("settings have their names in the language of the person", async () => {
  const german = await addMember(server, site, "OWNER");
  await asAdmin(server, german).patch("/me", { locale: "de" });
  expect((await search("zahlungen", german)).map(({ id, label }) => [id, label])).toEqual([["payments", "Zahlungen"]]);
  expect(await search("zahlungen")).toEqual([]);
});

test("a search has a text, of a bounded length; one without letters and digits finds nothing", async () => {
  for (const q of ["", "  ", "-", "%", "_", "'", "\\", "😀"]) expect([q, await search(q)]).toEqual([q, []]);
  for (const q of ["x".repeat(201), "a\u0000b"]) expect([(await ask(q)).status, codeOf(await ask(q))]).toEqual([400, "invalid_query"]);
  expect((await asAdmin(server, owner).get(`/sites/${site.slug}/search`)).status).toBe(400);
  expect(await search("ab ".repeat(60))).toEqual(await search("ab"));
});
