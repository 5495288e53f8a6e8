import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addMember, asAdmin, codeOf } from "../../../../../../test/kit/admins.ts";
import { catalogItems, dataOf } from "../../../../../../test/kit/checkout-client.ts";
import { discountBody } from "../../../../../../test/kit/discounts.ts";
import { startServer, type Answer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import type { Discount } from "../discount.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

let site: TestSite;
let api: ReturnType<typeof asAdmin>;
let base: string;
beforeEach(async () => {
  const products = catalogItems({ CHAIR: { price: 1_000 }, LAMP: { price: 500 } });
  site = await server.addSite({
    site: { locales: ["en", "de"] },
    products,
    categories: [{ slug: "lights", title: "Lights" }],
  });
  api = asAdmin(server, await addMember(server, site, "EDITOR"));
  base = `/sites/${site.slug}/discounts`;
});
const create = async (more: object = {}) => dataOf<Discount>(await api.post(base, discountBody(more)));
const errorsOf = ({ json }: Answer) => (json as { errors?: { path: string }[] }).errors?.map(({ path }) => path);

test("a discount is created, replaced under its revision and deleted", async () => {
  const made = await create({
    code: "Autumn10",
    appliesTo: { skus: ["LAMP"], products: ["chair"], categories: ["lights"] },
    usageLimit: 3,
  });
  expect(made).toMatchObject({
    code: "Autumn10",
    isAutomatic: false,
    isActive: true,
    combinesWith: "NONE",
    state: "ACTIVE",
    uses: 0,
    codes: 0,
    revision: 1,
    appliesTo: { skus: ["LAMP"], products: ["chair"], categories: ["lights"] },
  });
  const path = `${base}/${made.id}`;
  const body = discountBody({ code: "WINTER", value: "20", endsAt: "2020-01-01T00:00:00Z" });
  const replaced = await api.put(path, body, { revision: 1 });
  expect(replaced).toMatchObject({ status: 200, json: { data: { code: "WINTER", value: "20", state: "ENDED", revision: 2 } } });
  expect(dataOf<Discount>(replaced)).not.toHaveProperty("appliesTo");
  expect(dataOf<Discount>(await api.put(path, body, { revision: 2 }))).toMatchObject({ revision: 2 });
  expect(codeOf(await api.put(path, body, { revision: 1 }))).toBe("revision_conflict");
  // Its former code is free again.
  await create({ code: "AUTUMN10" });
  expect((await api.delete(path, { revision: 2 })).status).toBe(204);
  expect(codeOf(await api.get(path))).toBe("discount_not_found");
  const rows = await server.deps.sql<{ action: string }>`
    select action from audit_entries where site_id = ${site.id} and target_id = ${made.id} order by id`;
  expect(rows.map(({ action }) => action)).toEqual(["createDiscount", "replaceDiscount", "deleteDiscount"]);
});

test("the list filters by state, title and code", async () => {
  await create({ title: { en: "Summer sale" }, code: "SUN", startsAt: "2090-01-01T00:00:00Z" });
  await create({ title: { en: "Always" } });
  await create({ title: { en: "Off" }, code: "GONE", isActive: false });
  const titles = async (query: string) => ((await api.get(base + query)).json as { data: Discount[] }).data.map(({ title }) => title.en);
  expect(await titles("")).toEqual(["Always", "Off", "Summer sale"]);
  expect(await titles("?state=SCHEDULED")).toEqual(["Summer sale"]);
  expect(await titles("?state=INACTIVE")).toEqual(["Off"]);
  expect(await titles("?q=sale")).toEqual(["Summer sale"]);
  expect(await titles("?q=gon")).toEqual(["Off"]);
  expect(await titles("?q=%25")).toEqual([]);
});

describe("what no order could get is refused where it is written", () => {
  test.each([
    ["a code with a blank", { code: "AUTUMN 10" }, "/code"],
    ["a code that is too short", { code: "A" }, "/code"],
    ["more than 100 %", { value: "100.1" }, "/value"],
    ["0 %", { value: "0.00" }, "/value"],
    ["a percentage as a number", { value: 10 }, "/value"],
    ["an amount as text", { kind: "AMOUNT", value: "10" }, "/value"],
    ["no value", { value: undefined }, "/value"],
    ["a value for free shipping", { kind: "FREE_SHIPPING", value: "10" }, "/value"],
    ["a buy-and-get without its object", { kind: "BUY_GET", value: 1 }, "/value"],
    ["an end before its start", { startsAt: "2026-02-01T00:00:00Z", endsAt: "2026-01-01T00:00:00Z" }, "/endsAt"],
    ["a limit for a customer above the limit of all", { usageLimit: 1, perCustomerLimit: 2 }, "/perCustomerLimit"],
    ["a product that is not there", { appliesTo: { products: ["chair", "sofa"] } }, "/appliesTo/products/1"],
    ["no items", { appliesTo: {} }, "/appliesTo"],
    ["a code that applies without one", { code: "X1", isAutomatic: true }, "/isAutomatic"],
    ["no title in the default locale", { title: { de: "Herbst" } }, "/title"],
    ["a title in another locale", { title: { en: "Autumn", fr: "Automne" } }, "/title/fr"],
  ])("%s", async (_, more, path) => {
    const answer = await api.post(base, discountBody(more));
    expect([answer.status, errorsOf(answer)]).toEqual([400, [path]]);
  });

  test("a code that another discount has, however it is written", async () => {
    await create({ code: "AUTUMN" });
    expect(errorsOf(await api.post(base, discountBody({ code: "autumn" })))).toEqual(["/code"]);
  });

  test("the twenty-first that applies without a code", async () => {
    for (let count = 0; count < 20; count += 1) await create();
    expect(errorsOf(await api.post(base, discountBody()))).toEqual(["/code"]);
  });
});

test("a renamed product keeps its discount, and a deleted one leaves it", async () => {
  const { id } = await create({ code: "LAMPS", appliesTo: { products: ["lamp"] } });
  await server.deps.sql`update products set slug = 'lantern' where site_id = ${site.id} and slug = 'lamp'`;
  expect(dataOf<Discount>(await api.get(`${base}/${id}`)).appliesTo).toEqual({ products: ["lantern"] });
  await server.deps.sql`delete from products where site_id = ${site.id} and slug = 'lantern'`;
  expect(dataOf<Discount>(await api.get(`${base}/${id}`)).appliesTo).toEqual({});
  const emptied = (isActive: boolean) =>
    api.put(`${base}/${id}`, discountBody({ code: "LAMPS", appliesTo: {}, isActive }), { revision: 1 });
  expect(errorsOf(await emptied(true))).toEqual(["/appliesTo"]);
  expect(dataOf<Discount>(await emptied(false))).toMatchObject({ appliesTo: {}, state: "INACTIVE" });
});

test("single-use codes are made by the thousand, each unlike all others, and exported", async () => {
  const { id } = await create({ isAutomatic: false });
  const made = await api.post(`${base}/${id}/codes`, { count: 12_000, prefix: "Thanks-" });
  expect(made).toMatchObject({ status: 201, json: { data: { codes: 12_000 } } });
  const { text, headers } = await api.get(`${base}/${id}/codes.csv`);
  expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const rows = text.trim().split("\r\n").slice(1);
  expect(rows[0]).toMatch(/^"Thanks-[2-9A-Z]{10}","false",""$/);
  expect(new Set(rows).size).toBe(12_000);
  expect(errorsOf(await api.post(`${base}/${id}/codes`, { count: 100_000 }))).toEqual(["/count"]);
  const automatic = await create();
  expect(codeOf(await api.post(`${base}/${automatic.id}/codes`, { count: 1 }))).toBe("discount_is_automatic");
});
