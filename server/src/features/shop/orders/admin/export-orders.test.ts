import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addMember, asAdmin, codeOf } from "../../../../../../test/kit/admins.ts";
import { catalogItems, checkoutClient, dataOf, paymentPlugin } from "../../../../../../test/kit/checkout-client.ts";
import { startServer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import { orderFilterOf } from "../order-filter.ts";
import { ordersCsv } from "../orders-csv.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ takesPayments: true });
});
afterAll(() => server.stop());

let site: TestSite;
let api: ReturnType<typeof asAdmin>;
let store: ReturnType<typeof checkoutClient>;
beforeEach(async () => {
  site = await server.addSite({
    plugins: paymentPlugin(),
    products: [
      ...catalogItems({ CHAIR: { price: 10_050, stock: 9 }, BOWL: { price: 1_500, currency: "jpy" } }),
      { slug: "lamp", title: '=Lamp "L"', variants: [{ sku: "+LAMP", price: 5 }] },
    ],
  });
  api = asAdmin(server, await addMember(server, site, "SALES"));
  store = checkoutClient(server, site);
});

const csvOf = async (query = "") => recordsOf((await api.get(`/sites/${site.slug}/orders.csv${query}`)).text);

/** The rows as objects by column. Every value is quoted. */
function recordsOf(text: string): Record<string, string>[] {
  const [head = [], ...rows] = text
    .replace("\ufeff", "")
    .trimEnd()
    .split("\r\n")
    .map((line) => line.slice(1, -1).split('","'));
  return rows.map((row) => Object.fromEntries(head.map((column, place) => [column, row[place] ?? ""])));
}

/** Stores orders of two chairs and a lamp, without requests. */
async function addOrders(count: number, lines = 2): Promise<void> {
  const { sql, clock } = server.deps;
  const now = clock.now();
  await sql`
    insert into orders (site_id, id, number, status, currency, subtotal, tax, shipping, total, expires_at, created_at, updated_at)
    select ${site.id}, gen_random_uuid(), 5000 + place, 'PENDING', 'eur', 100, 0, 0, 100, ${now}, ${now}, ${now}
    from generate_series(1, ${count}::int) as place`;
  await sql`
    insert into payments (site_id, id, order_id, amount, currency, metadata, status, refunded, request, created_at, updated_at)
    select site_id, gen_random_uuid(), id, 100, 'eur', '{}', 'PENDING', 0, '{}', ${now}, ${now} from orders where site_id = ${site.id}`;
  await sql`
    insert into order_lines (site_id, id, order_id, position, variant_id, product_id, title, sku, quantity, unit_price, reserved)
    select site_id, gen_random_uuid(), id, place, id, id, 'Chair', 'CHAIR-' || place, 1, 1, 0
    from orders
    cross join generate_series(1, ${lines}::int) as place
    where site_id = ${site.id}`;
}

test("the export has a row for each line, with the columns of its order, and amounts in the digits of the currency", async () => {
  const shippingAddress = { name: "Ada", line1: "Kaj 1", postalCode: "0150", city: "Oslo", country: "NO", phone: "+47 1" };
  const { orderId = "", checkoutUrl = "" } = dataOf(
    await store.session({ CHAIR: 2, "+LAMP": 1 }, { tax: 4_750, shipping: 490, shippingAddress, customerEmail: "ada@example.com" }),
  );
  await server.sandbox.pay(checkoutUrl, "succeeds");
  await server.sandbox.settled();
  dataOf(await api.post(`/sites/${site.slug}/orders/${orderId}/fulfil`, {}));
  dataOf(await store.intent({ BOWL: 3 }));

  const answer = await api.get(`/sites/${site.slug}/orders.csv`);
  expect([answer.status, answer.headers.get("content-type"), answer.headers.get("content-disposition")]).toEqual([
    200,
    "text/csv; charset=utf-8",
    'attachment; filename="orders.csv"',
  ]);
  expect(await api.ask("HEAD", `/sites/${site.slug}/orders.csv`)).toMatchObject({ status: 200, text: "" });
  const [bowl, chair, lamp, ...more] = recordsOf(answer.text);
  expect(more).toEqual([]);
  expect(bowl).toMatchObject({ number: "1002", status: "PENDING", currency: "jpy", total: "4500", unitPrice: "1500", lineTotal: "4500" });
  expect(bowl).toMatchObject({ paidAt: "", email: "", shippingName: "" });
  const order = { number: "1001", status: "FULFILLED", paymentStatus: "SUCCEEDED", fulfilment: "FULFILLED", email: "ada@example.com" };
  const amounts = { currency: "eur", subtotal: "201.05", tax: "47.50", shipping: "4.90", total: "253.45", refundedAmount: "0.00" };
  const address = {
    shippingName: "Ada",
    shippingCountry: "NO",
    shippingLine1: "Kaj 1",
    shippingPostalCode: "0150",
    shippingPhone: "'+47 1",
  };
  expect(chair).toMatchObject({ ...order, ...amounts, ...address, sku: "CHAIR", quantity: "2", unitPrice: "100.50", lineTotal: "201.00" });
  expect(lamp).toMatchObject({ ...order, ...amounts, ...address, sku: "'+LAMP", title: `'=Lamp ""L""`, unitPrice: "0.05", fulfilled: "1" });
});

test("the filters of the list choose the orders; a wrong one is refused, as is a member who may not read orders", async () => {
  dataOf(await store.intent({ CHAIR: 1 }, { customerEmail: "ada@example.com" }));
  dataOf(await store.intent({ "+LAMP": 100 }, { customerEmail: "eve@example.com" }));
  const numbers = async (query: string) => (await csvOf(query)).map(({ number }) => number);
  expect(await numbers("")).toEqual(["1002", "1001"]);
  expect(await numbers("?q=ada")).toEqual(["1001"]);
  expect(await numbers("?paid=true")).toEqual([]);
  expect(await numbers("?status=PENDING&fulfilment=UNFULFILLED&to=2999-01-01T00:00:00Z")).toEqual(["1002", "1001"]);
  for (const query of ["?status=LOST", "?from=today", "?customer=Ada"]) {
    expect([query, (await api.get(`/sites/${site.slug}/orders.csv${query}`)).status]).toEqual([query, 400]);
  }
  const editor = asAdmin(server, await addMember(server, site, "EDITOR"));
  expect(codeOf(await editor.get(`/sites/${site.slug}/orders.csv`))).toBe("permission_missing");
});

test("an export of several pages has every order once, the latest first, and ends a page early if its orders have many lines", async () => {
  await addOrders(1_001, 1);
  const numbers = (await csvOf()).map(({ number }) => Number(number));
  expect(numbers).toEqual(Array.from({ length: 1_001 }, (_, place) => 6_001 - place));
  await server.deps.sql`delete from orders where site_id = ${site.id}`;
  await addOrders(45, 90);
  const lines = (await csvOf()).map(({ number, sku }) => `${number} ${sku}`);
  expect([lines.length, new Set(lines).size, lines[0], lines.at(-1)]).toEqual([4_050, 4_050, "5045 CHAIR-1", "5001 CHAIR-90"]);
});

test("an order that is placed or changed while the export runs occurs at most once", async () => {
  await addOrders(501, 1);
  const numbers: string[] = [];
  for await (const text of ordersCsv(server.deps.sql, site.id, orderFilterOf({}))) {
    const number = /^"(\d+)"/.exec(text)?.[1];
    if (number === undefined) continue;
    numbers.push(number);
    if (numbers.length > 1) continue;
    await server.deps.sql`update orders set number = 9999 where site_id = ${site.id} and number = 5300`;
    await server.deps.sql`update orders set status = 'CANCELLED', updated_at = now() where site_id = ${site.id} and number = 5001`;
  }
  expect([numbers.length, new Set(numbers).size, numbers.at(-1)]).toEqual([501, 501, "5001"]);
});
