import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addMember, asAdmin } from "../../../../../test/kit/admins.ts";
import { catalogItems, checkoutClient, dataOf, paymentPlugin } from "../../../../../test/kit/checkout-client.ts";
import { madeGiftCard } from "../../../../../test/kit/gift-cards.ts";
import { shop, startServer, type Answer, type TestServer } from "../../../../../test/kit/harness.ts";
import { processorEvents } from "../../../../../test/kit/processor-events.ts";
import type { GiftCard } from "../gift-cards/gift-card.ts";
import type { OrderDetails } from "../orders/index.ts";
import type { Quote } from "./quote.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ takesPayments: true });
});
afterAll(() => server.stop());

const { eventOf, tell } = processorEvents(() => server);

const rules = {
  checkout: { totals: "rules" },
  orders: { confirmationMail: true },
  shipping: { zones: [{ id: "de", countries: ["DE"], options: [{ id: "parcel", title: { en: "Parcel" }, price: 500 }] }] },
  tax: { pricesInclude: false, country: "DE", rates: [{ country: "DE", percent: "10", title: { en: "VAT 10 %" } }] },
};
const shippingAddress = { name: "Ada Lovelace", line1: "Hauptstraße 1", postalCode: "10115", city: "Berlin", country: "DE" };

const newShop = async (settings: object = rules) => {
  const products = catalogItems({
    CHAIR: { price: 10_000, stock: 10 },
    LAMP: { price: 2_000 },
    CARD: { price: 5_000, giftCard: true },
    DOLLAR: { price: 2_000, currency: "usd" },
  });
  const plugins = paymentPlugin();
  const site = await server.addSite({
    plugins,
    products,
    site: { defaultLocale: "en", locales: ["en", "de"], allowedOrigins: ["https://shop.example"], settings },
  });
  const client = checkoutClient(server, site);
  const owner = await addMember(server, site, "OWNER");
  const api = asAdmin(server, owner);
  const base = `/sites/${site.slug}`;
  const itemsOf = (cart: Record<string, number>) =>
    Promise.all(Object.entries(cart).map(async ([sku, quantity]) => ({ variantId: await client.variantId(sku), quantity })));
  const askQuote = async (cart: Record<string, number>, more: object = {}) =>
    client.post(`${shop}/checkout/quote`, { items: await itemsOf(cart), shippingAddress, ...more });
  const read = async (id: string) => dataOf<OrderDetails>(await api.get(`${base}/orders/${id}`));
  const order = (cart: Record<string, number>, more: object = {}) => client.session(cart, { shippingAddress, ...more });
  return {
    site,
    secret: plugins["svc.payments"].config.webhookSecrets[0] ?? "",
    ...client,
    api,
    base,
    read,
    askQuote,
    order,
    card: (amount: number, more: object = {}) => madeGiftCard({ server, site, owner }, { amount, ...more }),
    look: async (id: string) => dataOf<GiftCard>(await api.get(`${base}/gift-cards/${id}`)),
    balance: (code: string) => client.post(`${shop}/gift-cards/balance`, { code }),
    quote: async (cart: Record<string, number>, more: object = {}) => dataOf<Quote>(await askQuote(cart, more)),
    /** An order that was paid on the processor's page. */
    paid: async (cart: Record<string, number>, more: object = {}) => {
      const { orderId = "", checkoutUrl = "" } = dataOf(await order(cart, more));
      if (checkoutUrl.includes("pay/")) await server.sandbox.pay(checkoutUrl);
      await server.sandbox.settled();
      return read(orderId);
    },
    refund: async (id: string, body: object) => {
      // Refunds are listed by their times.
      server.clock.advance(1_000);
      return api.post(`${base}/orders/${id}/refund`, body, { headers: { "idempotency-key": randomUUID() } });
    },
  };
};
type Shop = Awaited<ReturnType<typeof newShop>>;
const codeOf = ({ status, json }: Answer) => [status, (json as { code?: string }).code];
const problemsOf = ({ problems }: Quote) => problems.map(({ code, path, message }) => [code, path, message]);
const sumOf = ({ changes }: GiftCard) => changes.reduce((sum, { amount }) => sum + amount, 0);
const codesIn = (text = "") => text.match(/(?:[A-Z2-9]{4}-){3}[A-Z2-9]{4}/g) ?? [];

test("a card pays its part, and the processor the rest; refunds go back to the card first, down to the last cent", async () => {
  const store = await newShop();
  const card = await store.card(3_000);
  const giftCards = [card.code.toLowerCase().replaceAll("-", " ")];
  // 2 × 20.00 and 10 % of tax, and the same for shipping.
  const quote = await store.quote({ LAMP: 2 }, { giftCards });
  expect(quote).toMatchObject({
    total: 4_950,
    toPay: 1_950,
    giftCards: [{ last4: card.last4, amount: 3_000, balance: 3_000 }],
    problems: [],
  });
  const order = await store.paid({ LAMP: 2 }, { giftCards, expectedTotal: 4_950 });
  expect(order).toMatchObject({ status: "PAID", total: 4_950, toPay: 1_950, giftCards: [{ last4: card.last4, amount: 3_000 }] });
  expect(order.payment.amount).toBe(1_950);
  const { sessions } = await server.sandbox.ledger();
  expect(sessions.some(({ amount }) => amount === 1_950)).toBe(true);
  expect(await store.look(card.id)).toMatchObject({ balance: 0, state: "USED_UP" });

  expect((await store.refund(order.id, { amount: 1_000 })).status).toBe(200);
  expect((await store.look(card.id)).balance).toBe(1_000);
  const [line] = order.lines;
  expect((await store.refund(order.id, { lines: [{ id: line?.id, quantity: 1 }] })).status).toBe(200);
  expect((await store.look(card.id)).balance).toBe(3_000);
  const half = await store.read(order.id);
  expect(half).toMatchObject({ status: "PARTIALLY_REFUNDED", refundedAmount: 3_200 });
  expect(half.refunds.map(({ amount, toGiftCards }) => [amount, toGiftCards])).toEqual([
    [2_200, 2_000],
    [1_000, 1_000],
  ]);
  expect((await store.refund(order.id, {})).status).toBe(400);
  expect((await store.refund(order.id, { amount: 1_750 })).status).toBe(200);
  await server.sandbox.settled();
  expect(await store.read(order.id)).toMatchObject({ status: "REFUNDED", refundedAmount: 4_950 });
  const after = await store.look(card.id);
  expect([after.balance, sumOf(after)]).toEqual([3_000, 3_000]);
  expect(after.changes.map(({ kind, amount }) => [kind, amount])).toEqual([
    ["REFUNDED", 2_000],
    ["REFUNDED", 1_000],
    ["REDEEMED", -3_000],
    ["ISSUED", 3_000],
  ]);
  expect(codeOf(await store.refund(order.id, { amount: 1 }))).toEqual([409, "order_not_paid"]);
  // One line of the timeline and one mail for each refund.
  expect((await store.read(order.id)).timeline.filter(({ kind }) => kind === "REFUNDED").map(({ amount }) => amount)).toEqual([
    1_750, 2_200, 1_000,
  ]);
});

test.each(["session", "intent"] as const)(
  "by %s, an order that cards pay as a whole needs no processor, nor does its refund",
  async (way) => {
    const store = await newShop();
    const [first, second] = [await store.card(1_000), await store.card(5_000)];
    const body = { shippingAddress, giftCards: [first.code, second.code, first.code], customerEmail: "ada@example.com" };
    const { orderId = "", checkoutUrl, clientSecret } = dataOf(await store[way]({ LAMP: 1 }, body));
    expect(way === "session" ? checkoutUrl : clientSecret).toEqual(
      way === "session" ? expect.stringContaining("https://shop.example/thanks") : null,
    );
    const order = await store.read(orderId);
    expect(order).toMatchObject({ status: "PAID", total: 2_750, toPay: 0, giftCards: [{ amount: 1_000 }, { amount: 1_750 }] });
    await server.runTasks();
    expect(server.mails.some(({ text }) => text.includes(`Gift card ending in ${first.last4}: -€10.00`))).toBe(true);
    expect((await store.refund(orderId, { amount: 1_375 })).status).toBe(200);
    expect([(await store.look(first.id)).balance, (await store.look(second.id)).balance]).toEqual([500, 4_125]);
    expect(codeOf(await store.refund(orderId, { amount: 1_376 }))).toEqual([409, "refund_too_large"]);
    expect((await store.refund(orderId, { amount: 1_375 })).status).toBe(200);
    expect([(await store.look(first.id)).balance, (await store.look(second.id)).balance]).toEqual([1_000, 5_000]);
    expect(await store.read(orderId)).toMatchObject({ status: "REFUNDED", refundedAmount: 2_750 });
  },
);

describe("what cannot pay", () => {
  let store: Shop;
  beforeAll(async () => {
    store = await newShop();
  });

  test("is said in the quote, and refuses the order", async () => {
    const [blocked, empty, dollar, expiring] = [
      await store.card(100),
      await store.card(100),
      await store.card(100, { currency: "usd" }),
      await store.card(100, { expiresAt: new Date(server.clock.now().getTime() + 3_600_000).toISOString() }),
    ];
    await store.api.patch(`${store.base}/gift-cards/${blocked.id}`, { isBlocked: true }, { headers: { "if-match": '"1"' } });
    await store.api.post(`${store.base}/gift-cards/${empty.id}/balance`, { from: 100, to: 0, reason: "Spent by phone" });
    await server.deps
      .sql`update gift_cards set expires_at = now() - interval '100 years' where site_id = ${store.site.id} and id = ${expiring.id}`;
    const codes = [blocked.code, empty.code, dollar.code, expiring.code, "ABCD-ABCD-ABCD-ABCD"];
    const quote = await store.quote({ LAMP: 1 }, { giftCards: codes });
    expect([quote.toPay, quote.giftCards]).toEqual([quote.total, []]);
    expect(problemsOf(quote)).toEqual([
      ["gift_card_invalid", "/giftCards/0", `The gift card that ends in ${blocked.last4} is blocked. Ask the shop, or remove it.`],
      ["gift_card_invalid", "/giftCards/1", `The gift card that ends in ${empty.last4} is used up. Remove it.`],
      ["gift_card_invalid", "/giftCards/2", `The gift card that ends in ${dollar.last4} is in another currency. Remove it.`],
      ["gift_card_invalid", "/giftCards/3", `The gift card that ends in ${expiring.last4} has expired. Remove it.`],
      ["gift_card_invalid", "/giftCards/4", "The shop does not know this gift card. Check the spelling of its code, or remove it."],
    ]);
    for (const code of codes) expect(codeOf(await store.order({ LAMP: 1 }, { giftCards: [code] }))).toEqual([400, "gift_card_invalid"]);
    expect(dataOf(await store.balance(blocked.code))).toMatchObject({ balance: 100, usable: false });
    expect(dataOf(await store.balance(dollar.code))).toEqual({
      last4: dollar.last4,
      balance: 100,
      currency: "usd",
      expiresAt: null,
      usable: true,
    });
    expect(codeOf(await store.balance("ABCD-ABCD-ABCD-ABCD"))).toEqual([404, "gift_card_not_found"]);
  });

  test("a gift card does not buy a gift card, has no tax and no discount, and an order has at most a hundred", async () => {
    const card = await store.card(50_000);
    dataOf(await store.api.post(`${store.base}/discounts`, { title: { en: "All" }, kind: "PERCENT", value: "50", isAutomatic: true }));
    const quote = await store.quote({ CARD: 1, LAMP: 1 }, { giftCards: [card.code] });
    expect(quote.lines.map(({ sku, discount, tax, total }) => [sku, discount, tax, total])).toEqual([
      ["CARD", 0, 0, 5_000],
      ["LAMP", 1_000, 100, 1_000],
    ]);
    expect([quote.total, quote.toPay]).toEqual([6_650, 5_000]);
    expect(await store.quote({ CARD: 1 }, { shippingAddress: undefined })).toMatchObject({ shipping: 0, total: 5_000, problems: [] });
    expect(problemsOf(await store.quote({ CARD: 101 }))).toEqual([
      ["too_many_gift_cards", "/items", "An order can have 100 gift cards. Order fewer."],
    ]);
    expect(codeOf(await store.order({ CARD: 101 }))).toEqual([400, "too_many_gift_cards"]);
  });

  test("guesses are counted for each client, and right codes are not", async () => {
    const other = await newShop();
    const { code } = await other.card(1_000);
    for (let count = 0; count < 25; count += 1) expect((await other.askQuote({ LAMP: 1 }, { giftCards: [code] })).status).toBe(200);
    const guesses = await Promise.all(
      Array.from({ length: 25 }, () => other.askQuote({ LAMP: 1 }, { giftCards: ["ABCD-ABCD-ABCD-ABCD"] })),
    );
    expect(guesses.filter(({ status }) => status === 200)).toHaveLength(20);
    for (const answer of [await other.balance(code), await other.order({ LAMP: 1 }, { giftCards: [code] })])
      expect(answer.status).toBe(429);
  });
});

describe("a bought card", () => {
  test("is made once and mailed when the order is paid", async () => {
    const store = await newShop();
    const order = await store.paid({ CARD: 2, LAMP: 1 }, { customerEmail: "grace@example.com" });
    await server.runTasks();
    const mail = server.mails.filter(({ to, subject }) => to === "grace@example.com" && subject.includes("2 gift cards"));
    expect(mail).toHaveLength(1);
    const codes = codesIn(mail[0]?.text);
    expect(new Set(codes).size).toBe(2);
    for (const code of codes) expect(dataOf(await store.balance(code))).toMatchObject({ balance: 5_000, currency: "eur", usable: true });
    const { sql } = server.deps;
    const [stored] = await sql<{ text: string }>`
      select (select json_agg(gift_cards)::text from gift_cards where site_id = ${store.site.id})
        || (select coalesce(json_agg(outbox)::text, '') from outbox where site_id = ${store.site.id}) as text`;
    for (const code of codes) expect(stored?.text).not.toContain(code);
    const sold = dataOf<GiftCard[]>(await store.api.get(`${store.base}/gift-cards?order=${order.id}`));
    expect(sold.map(({ order: soldWith, isMailed }) => [soldWith?.id, isMailed])).toEqual([
      [order.id, true],
      [order.id, true],
    ]);
    expect((await store.read(order.id)).timeline.map(({ kind, mail: kindOfMail }) => [kind, kindOfMail])).toContainEqual([
      "MAIL",
      "GIFT_CARDS",
    ]);
  });

  test("is worth nothing once its price was refunded; a used one stands in the way of its units", async () => {
    const store = await newShop();
    const order = await store.paid({ CARD: 3 }, { customerEmail: "emmy@example.com" });
    await server.runTasks();
    const codes = codesIn(server.mails.filter(({ to }) => to === "emmy@example.com").at(-1)?.text);
    const [used = "", ...unused] = codes;
    await store.paid({ LAMP: 1 }, { giftCards: [used] });
    const [line] = order.lines;
    expect(codeOf(await store.refund(order.id, { lines: [{ id: line?.id, quantity: 3 }] }))).toEqual([409, "gift_card_used"]);
    expect((await store.refund(order.id, { lines: [{ id: line?.id, quantity: 1 }] })).status).toBe(200);
    const balances = async () => Promise.all(codes.map(async (code) => dataOf<{ balance: number }>(await store.balance(code)).balance));
    expect((await balances()).sort((a, b) => a - b)).toEqual([0, 2_250, 5_000]);
    expect(unused).toHaveLength(2);
    expect((await store.refund(order.id, { amount: 10_000 })).status).toBe(200);
    await server.sandbox.settled();
    expect([await balances(), (await store.read(order.id)).status]).toEqual([[0, 0, 0], "REFUNDED"]);
  });
});

describe("orders at once", () => {
  test("never spend a cent twice; cancelled orders give back, and one that replaces another has its amount", async () => {
    const store = await newShop();
    const card = await store.card(6_000);
    const giftCards = [card.code];
    const answers = await Promise.all(Array.from({ length: 6 }, () => store.order({ LAMP: 1 }, { giftCards })));
    const orders = await Promise.all(
      answers.filter(({ status }) => status === 201).map((answer) => store.read(dataOf(answer).orderId ?? "")),
    );
    const spent = orders.reduce((sum, order) => sum + order.giftCards.reduce((total, { amount }) => total + amount, 0), 0);
    expect(spent).toBe(6_000 - (await store.look(card.id)).balance);
    expect(new Set(answers.filter(({ status }) => status !== 201).map((answer) => codeOf(answer).join(" ")))).toEqual(
      new Set(answers.every(({ status }) => status === 201) ? [] : ["400 gift_card_invalid"]),
    );
    expect((await store.look(card.id)).balance).toBeLessThan(2_750);
    const pending = orders.find(({ status, giftCards: paidWith }) => status === "PENDING" && paidWith.length > 0);
    if (pending) expect((await store.api.post(`${store.base}/orders/${pending.id}/cancel`, {})).status).toBe(200);

    const other = await store.card(2_000);
    const { orderId: replaces = "" } = dataOf(await store.order({ LAMP: 1 }, { giftCards: [other.code] }));
    expect((await store.quote({ LAMP: 1 }, { giftCards: [other.code] })).problems).toHaveLength(1);
    expect(await store.quote({ LAMP: 1 }, { giftCards: [other.code], replaces })).toMatchObject({ toPay: 750, problems: [] });
    const { orderId = "" } = dataOf(await store.order({ LAMP: 1 }, { giftCards: [other.code], replaces }));
    expect([(await store.read(replaces)).status, (await store.look(other.id)).balance]).toEqual(["CANCELLED", 0]);
    expect((await store.api.post(`${store.base}/orders/${orderId}/cancel`, {})).status).toBe(200);
    const after = await store.look(other.id);
    expect([after.balance, sumOf(after)]).toEqual([2_000, 2_000]);
  });

  test("money that comes after the cancellation takes the card's part again, or goes back if it is spent", async () => {
    const store = await newShop();
    const card = await store.card(2_000);
    const giftCards = [card.code];
    const late = async () => {
      const { orderId = "", clientSecret = "" } = dataOf(await store.intent({ LAMP: 1 }, { shippingAddress, giftCards }));
      const [payment] = await server.deps.sql<{ id: string; intentId: string | null }>`
        select id, processor_intent_id as "intentId" from payments where site_id = ${store.site.id} and order_id = ${orderId}`;
      const about = { id: payment?.intentId, amount: 750, amount_received: 0, currency: "eur", metadata: { vitrine_payment: payment?.id } };
      expect((await tell(store, eventOf("payment_intent.canceled", about))).status).toBe(200);
      return { orderId, pay: () => server.sandbox.pay(clientSecret) };
    };
    const first = await late();
    expect((await store.look(card.id)).balance).toBe(2_000);
    await first.pay();
    await server.sandbox.settled();
    expect([(await store.read(first.orderId)).status, (await store.look(card.id)).balance]).toEqual(["PAID", 0]);
    dataOf(await store.api.post(`${store.base}/gift-cards/${card.id}/balance`, { from: 0, to: 2_000, reason: "A present" }));
    const second = await late();
    await store.paid({ LAMP: 1 }, { giftCards });
    await second.pay();
    await server.sandbox.settled();
    await server.runTasks();
    await server.sandbox.settled();
    const order = await store.read(second.orderId);
    expect([order.status, order.paymentStatus, order.refundedAmount]).toEqual(["CANCELLED", "REFUNDED", 750]);
    const after = await store.look(card.id);
    expect([after.balance, sumOf(after)]).toEqual([0, 0]);
  });
});
