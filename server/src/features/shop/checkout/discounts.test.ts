import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addMember, asAdmin } from "../../../../../test/kit/admins.ts";
import { catalogItems, checkoutClient, dataOf, paymentPlugin } from "../../../../../test/kit/checkout-client.ts";
import { discountBody } from "../../../../../test/kit/discounts.ts";
import { shop, startServer, type Answer, type TestServer } from "../../../../../test/kit/harness.ts";
import { sessionIdOf } from "../../../../../test/kit/sandbox-client.ts";
import { storefront } from "../../../../../test/kit/shopper.ts";
import type { Discount } from "../discounts/discount.ts";
import type { OrderDetails } from "../orders/index.ts";
import type { Quote } from "./quote.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ takesPayments: true });
});
afterAll(() => server.stop());

const option = (id: string, price: number, more: object = {}) => ({ id, title: { en: id }, price, ...more });
const inDollars = (price: number) => ({ amounts: { usd: { price } } });
const rules = {
  currencies: ["eur", "usd"],
  checkout: { totals: "rules" },
  shipping: {
    zones: [
      {
        id: "de",
        countries: ["DE"],
        options: [option("parcel", 490, { freeFrom: 20_000, ...inDollars(590) }), option("pickup", 0, { pickup: true, ...inDollars(0) })],
      },
    ],
  },
  tax: { pricesInclude: true, country: "DE", rates: [{ country: "DE", percent: "19", title: { en: "VAT 19 %" } }] },
};
const shippingAddress = { name: "Ada Lovelace", line1: "Hauptstraße 1", postalCode: "10115", city: "Berlin", country: "DE" };

const newShop = async (settings: object = rules) => {
  const products = catalogItems({
    CHAIR: { price: 10_000, stock: 1_000 },
    LAMP: { price: 2_000 },
    MUG: { price: 500 },
    DOLLAR: { price: 2_000, currency: "usd" },
  });
  const site = await server.addSite({
    plugins: paymentPlugin(),
    products: products.map((product) => (product.slug === "chair" ? { ...product, category: "stools" } : product)),
    categories: [
      { slug: "seats", title: "Seats" },
      { slug: "stools", title: "Stools", parent: "seats" },
    ],
    site: { defaultLocale: "en", locales: ["en", "de"], allowedOrigins: ["https://shop.example"], settings },
  });
  const client = checkoutClient(server, site);
  const api = asAdmin(server, await addMember(server, site, "OWNER"));
  const base = `/sites/${site.slug}/discounts`;
  const itemsOf = (cart: Record<string, number>) =>
    Promise.all(Object.entries(cart).map(async ([sku, quantity]) => ({ variantId: await client.variantId(sku), quantity })));
  const askQuote = async (cart: Record<string, number>, more: object = {}, headers: Record<string, string> = {}) =>
    client.post(`${shop}/checkout/quote`, { items: await itemsOf(cart), shippingAddress, ...more }, headers);
  return {
    site,
    ...client,
    api,
    base,
    discount: async (more: object) => dataOf<Discount>(await api.post(base, discountBody(more))),
    uses: async ({ id }: Discount) => dataOf<Discount>(await api.get(`${base}/${id}`)).uses,
    askQuote,
    quote: async (cart: Record<string, number>, ...rest: [object?, Record<string, string>?]) =>
      dataOf<Quote>(await askQuote(cart, ...rest)),
    order: (cart: Record<string, number>, more: object = {}, headers: Record<string, string> = {}) =>
      client.session(cart, { shippingAddress, ...more }, headers),
    read: async (id: string) => dataOf<OrderDetails>(await api.get(`/sites/${site.slug}/orders/${id}`)),
  };
};
type Shop = Awaited<ReturnType<typeof newShop>>;
const codeOf = ({ status, json }: Answer) => [status, (json as { code?: string }).code];
const messagesOf = ({ problems }: Quote) => problems.map(({ code, path, message }) => [code, path, message]);

test("a code takes its share off items and tax; the order, its payment, its refund by line and its customer's view keep it", async () => {
  const store = await newShop();
  const discount = await store.discount({ code: "AUTUMN10", title: { en: "Autumn", de: "Herbst" }, appliesTo: { categories: ["seats"] } });
  const quote = await store.quote({ CHAIR: 1, LAMP: 1 }, { discountCodes: [" autumn10 "], locale: "de" });
  expect(quote).toMatchObject({
    lines: [
      { sku: "CHAIR", subtotal: 10_000, discount: 1_000, total: 9_000, tax: 1_437 },
      { sku: "LAMP", subtotal: 2_000, discount: 0, total: 2_000, tax: 319 },
    ],
    discounts: [{ code: "autumn10", title: "Herbst", amount: 1_000 }],
    subtotal: 12_000,
    discount: 1_000,
    shipping: 490,
    total: 11_490,
    problems: [],
  });
  expect(await store.uses(discount)).toBe(0);
  const answer = await store.order({ CHAIR: 1, LAMP: 1 }, { discountCodes: ["AUTUMN10"], expectedTotal: 11_490 });
  const { orderId = "", checkoutUrl = "" } = dataOf(answer);
  expect(await store.uses(discount)).toBe(1);
  const { sessions } = await server.sandbox.ledger();
  expect(sessions.find(({ id }) => id === sessionIdOf(checkoutUrl))).toMatchObject({ amount: 11_490 });
  await server.sandbox.pay(checkoutUrl);
  await server.sandbox.settled();
  const order = await store.read(orderId);
  expect(order).toMatchObject({ status: "PAID", discount: 1_000, discounts: [{ code: "AUTUMN10", title: "Autumn", amount: 1_000 }] });
  const refund = async (sku: string) => {
    const line = order.lines.find((each) => each.sku === sku);
    const answered = await store.api.post(
      `/sites/${store.site.slug}/orders/${orderId}/refund`,
      { lines: [{ id: line?.id, quantity: 1 }], restock: true },
      { headers: { "idempotency-key": randomUUID() } },
    );
    expect([answered.status, answered.text]).toEqual([200, expect.any(String)]);
    return (await store.read(orderId)).refundedAmount;
  };
  expect(await refund("CHAIR")).toBe(9_000);
  expect(await refund("LAMP")).toBe(11_490);
  // Money that goes back gives no use back: the buyer has had the discount.
  expect(await store.uses(discount)).toBe(1);
});

describe("what a code does in a basket of two lamps and three mugs", () => {
  let store: Shop;
  beforeAll(async () => {
    store = await newShop();
    const past = "2020-01-01T00:00:00Z";
    const future = "2090-01-01T00:00:00Z";
    const make: [string, object][] = [
      ["FIVE", { kind: "AMOUNT", value: 500 }],
      ["ALL", { value: "100" }],
      ["SHIP", { kind: "FREE_SHIPPING", value: undefined, combinesWith: "ALL" }],
      ["TEN", { combinesWith: "ALL" }],
      ["MUGS", { kind: "BUY_GET", value: { buy: 2, get: 1 }, appliesTo: { skus: ["MUG"] } }],
      ["CHAIRS", { appliesTo: { products: ["chair"] } }],
      ["RICH", { minimumSubtotal: 100_000 }],
      ["MANY", { minimumQuantity: 6 }],
      ["OLD", { endsAt: past }],
      ["EARLY", { startsAt: future }],
      ["OFF", { isActive: false }],
      ["FIRST", { firstOrderOnly: true }],
    ];
    for (const [code, more] of make) await store.discount({ code, title: { en: code }, ...more });
  });

  test.each([
    ["FIVE", [["FIVE", 500]], 5_490],
    ["ALL", [["ALL", 5_500]], 490],
    ["SHIP", [["SHIP", 490]], 5_500],
    ["TEN", [["TEN", 550]], 5_440],
    ["MUGS", [["MUGS", 500]], 5_490],
    ["FIRST", [["FIRST", 550]], 5_440],
  ])("%s: %j", async (code, discounts, total) => {
    const quote = await store.quote({ LAMP: 2, MUG: 3 }, { discountCodes: [code], customerEmail: "ada@example.com" });
    expect([quote.discounts.map(({ title, amount }) => [title, amount]), quote.total, quote.problems]).toEqual([discounts, total, []]);
  });

  test("two that combine apply together", async () => {
    const quote = await store.quote({ LAMP: 2, MUG: 3 }, { discountCodes: ["SHIP", "TEN"] });
    expect([quote.discount, quote.total, quote.problems]).toEqual([550 + 490, 4_950, []]);
  });

  test.each([
    ["NOWHERE", "The shop does not know the code NOWHERE. Check its spelling, or remove it."],
    ["CHAIRS", "The code CHAIRS is for other items than those in the basket. Remove it."],
    ["RICH", "The code RICH applies from €1,000.00 on. Add more of its items, or remove it."],
    ["MANY", "The code MANY applies from 6 items on. Add more of them, or remove it."],
    ["OLD", "The code OLD is not valid at this time. Remove it."],
    ["EARLY", "The code EARLY is not valid at this time. Remove it."],
    ["OFF", "The code OFF is not valid at this time. Remove it."],
    ["FIRST", "The code FIRST is limited for each customer. Enter your e-mail address, or sign in."],
  ])("%s does not apply, the quote says why, and the order is refused", async (code, message) => {
    const quote = await store.quote({ LAMP: 2, MUG: 3 }, { discountCodes: [code] });
    expect([quote.total, messagesOf(quote)]).toEqual([5_990, [["discount_invalid", "/discountCodes/0", message]]]);
    const answer = await store.order({ LAMP: 2, MUG: 3 }, { discountCodes: [code] });
    expect(codeOf(answer)).toEqual([400, "discount_invalid"]);
    expect((answer.json as { detail: string }).detail).toBe(message);
  });

  test("of two that do not combine, the buyer gets the better one, and is told about the other", async () => {
    const quote = await store.quote({ LAMP: 2, MUG: 3 }, { discountCodes: ["FIVE", "ALL"] });
    expect([quote.total, quote.problems.map(({ path }) => path)]).toEqual([490, ["/discountCodes/0"]]);
  });

  test("an amount is taken off prices in the site's currency alone, and a share off all", async () => {
    expect((await store.quote({ DOLLAR: 1 }, { discountCodes: ["FIVE"] })).problems).toMatchObject([{ code: "discount_invalid" }]);
    expect(await store.quote({ DOLLAR: 1 }, { discountCodes: ["ALL"], shippingOption: "pickup" })).toMatchObject({
      discount: 2_000,
      problems: [],
    });
  });

  test("free shipping counts from what the items cost after discounts", async () => {
    const plain = await store.quote({ CHAIR: 2 });
    expect([plain.shipping, plain.total]).toEqual([0, 20_000]);
    const quote = await store.quote({ CHAIR: 2 }, { discountCodes: ["FIVE"] });
    expect([quote.shipping, quote.total]).toEqual([490, 19_990]);
  });
});

test("a discount without a code applies by itself, unless a code is better", async () => {
  const store = await newShop();
  await store.discount({ title: { en: "Week" }, value: "5" });
  await store.discount({ title: { en: "Code" }, code: "TEN" });
  await store.discount({ title: { en: "Little" }, code: "ONE", value: "1" });
  const titles = async (discountCodes: string[]) => {
    const quote = await store.quote({ LAMP: 1 }, { discountCodes });
    return [quote.discounts.map(({ title, code }) => [title, code]), quote.problems.map(({ code }) => code)];
  };
  expect(await titles([])).toEqual([[["Week", null]], []]);
  expect(await titles(["TEN"])).toEqual([[["Code", "TEN"]], []]);
  expect(await titles(["ONE"])).toEqual([[["Week", null]], ["discount_invalid"]]);
  // An order that names no code gets it, too.
  const { orderId = "" } = dataOf(await store.order({ LAMP: 1 }, { expectedTotal: 2_390 }));
  expect((await store.read(orderId)).discounts).toEqual([{ code: null, title: "Week", amount: 100 }]);
});

test("where the caller decides about tax and shipping, discounts apply to items and shipping", async () => {
  const store = await newShop({});
  await store.discount({ code: "TEN", combinesWith: "ALL" });
  await store.discount({ code: "SHIP", kind: "FREE_SHIPPING", value: undefined, combinesWith: "ALL" });
  const answer = await store.order({ LAMP: 1 }, { discountCodes: ["TEN", "SHIP"], tax: 300, shipping: 490, expectedTotal: 2_100 });
  expect(await store.read(dataOf(answer).orderId ?? "")).toMatchObject({
    subtotal: 2_000,
    discount: 690,
    tax: 300,
    shipping: 490,
    total: 2_100,
  });
});

describe("limits", () => {
  test("of many orders at once, as many get a code as it has uses", async () => {
    const store = await newShop();
    const discount = await store.discount({ code: "LAST", usageLimit: 5 });
    const answers = await Promise.all(Array.from({ length: 15 }, () => store.order({ LAMP: 1 }, { discountCodes: ["LAST"] })));
    const refused = answers.filter(({ status }) => status !== 201);
    expect([answers.length - refused.length, await store.uses(discount)]).toEqual([5, 5]);
    expect(new Set(refused.map((answer) => codeOf(answer).join(" ")))).toEqual(new Set(["400 discount_invalid"]));
  });

  test("a cancelled order gives its use back, and one that replaces another has it already", async () => {
    const store = await newShop();
    const discount = await store.discount({ isAutomatic: false });
    await store.api.post(`${store.base}/${discount.id}/codes`, { count: 1, prefix: "ONCE-" });
    const [row] = await server.deps.sql<{ code: string }>`select code from discount_codes where site_id = ${store.site.id}`;
    const discountCodes = [row?.code ?? ""];
    const { orderId: replaces = "" } = dataOf(await store.order({ LAMP: 1 }, { discountCodes }));
    expect(codeOf(await store.order({ LAMP: 1 }, { discountCodes }))).toEqual([400, "discount_invalid"]);
    expect((await store.quote({ LAMP: 1 }, { discountCodes })).problems).toHaveLength(1);
    expect((await store.quote({ LAMP: 1 }, { discountCodes, replaces })).problems).toEqual([]);
    const { orderId = "" } = dataOf(await store.order({ LAMP: 1 }, { discountCodes, replaces }));
    expect([await store.uses(discount), (await store.read(replaces)).status]).toEqual([1, "CANCELLED"]);
    const { number } = await store.read(orderId);
    const { text } = await store.api.get(`${store.base}/${discount.id}/codes.csv`);
    expect(text).toContain(`"true","${number}"`);
    expect((await store.api.post(`/sites/${store.site.slug}/orders/${orderId}/cancel`, {})).status).toBe(200);
    expect(await store.uses(discount)).toBe(0);
    dataOf(await store.order({ LAMP: 1 }, { discountCodes }));
  });

  test("a customer or an address uses a code as often as it says, also at once; cancelled orders do not count", async () => {
    const store = await newShop();
    await store.discount({ code: "EACH", perCustomerLimit: 1 });
    await store.discount({ code: "FIRST", firstOrderOnly: true });
    const guest = (customerEmail: string, code: string) => store.order({ LAMP: 1 }, { discountCodes: [code], customerEmail });
    const answers = await Promise.all(Array.from({ length: 4 }, () => guest("ada@example.com", "EACH")));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect((await guest("Grace@example.com", "FIRST")).status).toBe(201);
    expect(codeOf(await guest("grace@example.com", "FIRST"))).toEqual([400, "discount_invalid"]);
    expect(codeOf(await guest("ada@example.com", "FIRST"))).toEqual([400, "discount_invalid"]);
    // Nobody learns from a quote whether an address has ordered here.
    expect((await store.quote({ LAMP: 1 }, { discountCodes: ["EACH"], customerEmail: "ada@example.com" })).problems).toEqual([]);
    const customers = storefront(server, store.site);
    await customers.register("emmy@example.com");
    const headers = { authorization: `Bearer ${await customers.logIn("emmy@example.com")}` };
    const { orderId: replaces } = dataOf(await store.order({ LAMP: 1 }, { discountCodes: ["EACH"] }, headers));
    expect((await store.quote({ LAMP: 1 }, { discountCodes: ["EACH"], replaces }, headers)).problems).toEqual([]);
    expect(messagesOf(await store.quote({ LAMP: 1 }, { discountCodes: ["EACH"] }, headers))).toEqual([
      ["discount_invalid", "/discountCodes/0", "You have used the code EACH as often as possible. Remove it."],
    ]);
  });

  test("guesses of codes are counted for each client, and right ones are not", async () => {
    const store = await newShop();
    await store.discount({ code: "RIGHT" });
    const ask = (code: string) => store.askQuote({ LAMP: 1 }, { discountCodes: [code] });
    for (let count = 0; count < 25; count += 1) expect((await ask("RIGHT")).status).toBe(200);
    const guesses = await Promise.all(Array.from({ length: 25 }, (_, index) => ask(`GUESS-${index}`)));
    expect(guesses.filter(({ status }) => status === 200)).toHaveLength(20);
    expect((await ask("RIGHT")).status).toBe(429);
    expect((await store.askQuote({ LAMP: 1 })).status).toBe(200);
    expect((await store.order({ LAMP: 1 }, { discountCodes: ["GUESS"] })).status).toBe(429);
  });
});

describe("an order that costs nothing", () => {
  test.each(["session", "intent"] as const)("is paid at once by %s, without the processor, and everything follows", async (way) => {
    const store = await newShop({ ...rules, orders: { confirmationMail: true } });
    const discount = await store.discount({ code: "GIFT", value: "100", combinesWith: "ALL" });
    const more = { shippingAddress, shippingOption: "pickup", discountCodes: ["GIFT"], customerEmail: "ada@example.com" };
    const headers = { "idempotency-key": randomUUID() };
    const answer = await store[way]({ CHAIR: 1 }, more, headers);
    const { orderId = "", checkoutUrl, clientSecret } = dataOf(answer);
    if (way === "session") expect(checkoutUrl).toBe("https://shop.example/thanks?session={CHECKOUT_SESSION_ID}");
    else expect(clientSecret).toBeNull();
    expect(dataOf(await store[way]({ CHAIR: 1 }, more, headers))).toEqual(dataOf(answer));
    expect(await store.payment(orderId).catch(() => null)).toBeNull();
    const order = await store.read(orderId);
    expect(order).toMatchObject({ status: "PAID", paymentStatus: "SUCCEEDED", total: 0, discount: 10_000, taxes: [{ amount: 0 }] });
    expect(order.timeline.map(({ kind }) => kind)).toContain("PAID");
    expect([await store.stock("CHAIR"), await store.uses(discount)]).toEqual([999, 1]);
    await server.runTasks();
    expect(server.mails.filter(({ to }) => to === "ada@example.com").at(-1)?.text).toContain("Autumn (GIFT)");
  });

  test("is refused where the caller decides and nothing is discounted", async () => {
    const store = await newShop({});
    await server.deps.sql`update variants set price = 0 where site_id = ${store.site.id} and sku = 'MUG'`;
    expect(codeOf(await store.order({ MUG: 1 }))).toEqual([400, "amount_out_of_range"]);
  });
});

test("another shop's code is none", async () => {
  const [store, other] = [await newShop(), await newShop()];
  await other.discount({ code: "THEIRS" });
  expect((await store.quote({ LAMP: 1 }, { discountCodes: ["THEIRS"] })).problems).toMatchObject([{ code: "discount_invalid" }]);
});
