import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { GiftCard } from "../../server/src/features/shop/gift-cards/gift-card.ts";
import type { Quote } from "../../server/src/features/shop/checkout/quote.ts";
import { addMember, asAdmin, codeOf } from "../kit/admins.ts";
import { dataOf } from "../kit/checkout-client.ts";
import { openTestDatabase, type TestDatabase } from "../kit/database.ts";
import { issuedCode } from "../kit/gift-cards.ts";
import { shop, startServer, type TestServer } from "../kit/harness.ts";
import { copyRows } from "../kit/site-rows.ts";
import { loosenStatements } from "./loosened-statements.ts";
import { moneyTenants } from "./money-tenant-pair.ts";

let database: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  database = await openTestDatabase();
  server = await startServer({ database, takesPayments: true });
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

/** Two shops with gift cards of the same ids and codes: in that of the others, they have other balances, notes and histories, and there are more of them. */
async function giftCardTwins(by: TestServer, sql: TestDatabase["sql"], ownIsFirst: boolean) {
  const tenants = await moneyTenants(by, sql, { ownIsFirst });
  const { ownShop, other, copyOrders } = tenants;
  const api = asAdmin(by, await addMember(by, ownShop.site, "OWNER"));
  const base = `/sites/${ownShop.site.slug}/gift-cards`;
  const createCard = async (body: object) => dataOf<GiftCard & { code: string }>(await api.post(base, body));
  const [card, spare] = [await createCard({ amount: 600, note: "Ours" }), await createCard({ amount: 400 })];
  const { secrets } = by.deps;
  const keyOf = (siteId: string) => `gift cards/${siteId}`;
  const [stored] = await sql<{ key: Uint8Array }>`select key from gift_card_keys where site_id = ${ownShop.id}`;
  await copyRows(sql, "gift_card_keys", ownShop.id, other.id, {});
  const theirKey: Uint8Array = secrets.seal(secrets.open(stored?.key ?? new Uint8Array(), keyOf(ownShop.id)), keyOf(other.id));
  await sql`update gift_card_keys set key = ${theirKey} where site_id = ${other.id}`;
  /** Cards of the same ids and codes in the other shop, where nobody has spent them. */
  const copyCards = async () => {
    await sql`delete from gift_cards where site_id = ${other.id}`;
    await copyRows(sql, "gift_cards", ownShop.id, other.id, { balance: 7_000, initial_amount: 9_000, note: "Theirs", sealed_code: null });
    await copyRows(sql, "gift_card_changes", ownShop.id, other.id, { amount: -50, balance: 13, kind: "REDEEMED", reason: "Theirs" });
  };
  await copyCards();
  const theirs = await issuedCode({ deps: { ...by.deps, sql } }, other.id, 800);
  const { checkoutClient: client } = ownShop;
  const items = async (sku = "LAMP") => [{ variantId: await client.variantId(sku), quantity: 1 }];
  const order = async (giftCards: string[], more: object = {}, sku = "LAMP") =>
    client.post(`${shop}/checkout/payment-intent`, { items: await items(sku), giftCards, customerEmail: "own@example.com", ...more });
  return {
    ...tenants,
    api,
    base,
    card,
    spare,
    theirs,
    order,
    look: async ({ id }: { id: string }) => dataOf<GiftCard>(await api.get(`${base}/${id}`)),
    quote: async (giftCards: string[], more: object = {}) =>
      dataOf<Quote>(await client.post(`${shop}/checkout/quote`, { items: await items("CHAIR"), giftCards, ...more })),
    balance: (code: string) => client.post(`${shop}/gift-cards/balance`, { code }),
    /** An order; the other shop then has one of the same id, which is pending, and cards as this shop. */
    twinOrder: async (giftCards: string[], sku = "LAMP", orders: object = {}) => {
      const { orderId = "", clientSecret = "" } = dataOf(await order(giftCards, {}, sku));
      const [bought] = await sql<{ number: number; paymentId: string; amount: number; intentId: string | null }>`
        select orders.number, payments.id as "paymentId", payments.amount, processor_intent_id as "intentId"
        from orders
        join payments on payments.site_id = orders.site_id and payments.order_id = orders.id
        where orders.site_id = ${ownShop.id} and orders.id = ${orderId}`;
      if (!bought) throw new Error("An order is gone.");
      await sql`delete from orders where site_id = ${other.id}`;
      await sql`delete from order_numbers where site_id = ${other.id}`;
      await copyOrders({ orders: { number: 77, gift_card_amount: 0, gift_cards: [], ...orders }, lines: { is_gift_card: false } });
      await copyCards();
      return { orderId, sessionId: null, handover: clientSecret, ...bought };
    },
    refund: (id: string, body: object) =>
      api.post(`/sites/${ownShop.site.slug}/orders/${id}/refund`, body, { headers: { "idempotency-key": randomUUID() } }),
  };
}
type Twins = Awaited<ReturnType<typeof giftCardTwins>>;

const rows: Record<string, (twins: Twins, by: TestServer) => Promise<void>> = {
  "what people see and change": async ({ api, base, card, spare, theirs, look, untouched, balance, twinOrder }) => {
    const list = async (query = "") => (await api.get(base + query)).json as { data: { note: string; balance: number }[]; total: number };
    expect((await list()).data.map((each) => [each.balance, each.note])).toEqual([
      [400, ""],
      [600, "Ours"],
    ]);
    expect((await list()).total).toBe(2);
    expect(await list("?q=theirs")).toMatchObject({ total: 0, data: [] });
    expect(await list(`?q=${card.last4}`)).toMatchObject({ total: 1 });
    const { orderId, number } = await twinOrder([spare.code]);
    expect((await look(spare)).changes.map((change) => [change.kind, change.amount, change.order?.number])).toEqual([
      ["REDEEMED", -400, number],
      ["ISSUED", 400, undefined],
    ]);
    expect(await list(`?order=${orderId}`)).toMatchObject({ total: 0 });
    await untouched(async () => {
      expect(codeOf(await balance(theirs))).toBe("gift_card_not_found");
      expect(dataOf(await balance(card.code))).toMatchObject({ balance: 600 });
      expect((await api.patch(`${base}/${card.id}`, { note: "Still ours" }, { revision: 1 })).status).toBe(200);
      expect((await api.post(`${base}/${card.id}/balance`, { from: 600, to: 700, reason: "A present" })).status).toBe(200);
      const { code } = dataOf(await api.post(`${base}/${card.id}/code`, {}));
      expect(codeOf(await balance(card.code))).toBe("gift_card_not_found");
      expect(dataOf(await balance(code ?? ""))).toMatchObject({ balance: 700 });
    });
  },
  "what cards pay": async ({ card, spare, theirs, order, quote, look, twinOrder, untouched, tell, api, ownShop, refund }) => {
    expect(await quote([card.code, spare.code])).toMatchObject({ toPay: 0, giftCards: [{ amount: 600 }, { amount: 400 }], problems: [] });
    expect((await quote([theirs])).problems).toHaveLength(1);
    await untouched(async () => expect(codeOf(await order([theirs]))).toBe("gift_card_invalid"));
    const bought = await twinOrder([spare.code]);
    await untouched(async () => {
      expect((await quote([spare.code])).problems).toHaveLength(1);
      expect(await quote([spare.code], { replaces: bought.orderId })).toMatchObject({ toPay: 600, problems: [] });
      await tell(bought, "payment_intent.canceled");
      expect((await look(spare)).balance).toBe(400);
      await tell(bought, "payment_intent.succeeded");
      expect((await look(spare)).balance).toBe(0);
      // It is paid here, and pending there.
      expect((await quote([spare.code], { replaces: bought.orderId })).problems).toHaveLength(1);
    });
    const whole = await twinOrder([card.code], "LAMP", { status: "PAID", number: undefined });
    await untouched(async () => {
      expect((await refund(whole.orderId, { amount: 100 })).status).toBe(200);
      expect([(await look(card)).balance, (await look(spare)).balance]).toEqual([200, 0]);
      const path = `/sites/${ownShop.site.slug}/orders/${whole.orderId}`;
      expect(dataOf(await api.get(path))).toMatchObject({ status: "PARTIALLY_REFUNDED", refundedAmount: 100 });
    });
  },
  "money that comes when the card is spent": async ({ spare, look, twinOrder, untouched, tell, api, base, ownShop }) => {
    const bought = await twinOrder([spare.code]);
    await untouched(async () => {
      await tell(bought, "payment_intent.canceled");
      expect((await api.post(`${base}/${spare.id}/balance`, { from: 400, to: 300, reason: "Spent by phone" })).status).toBe(200);
      await tell(bought, "payment_intent.succeeded");
      expect((await look(spare)).balance).toBe(300);
      expect(dataOf(await api.get(`/sites/${ownShop.site.slug}/orders/${bought.orderId}`))).toMatchObject({ status: "CANCELLED" });
    });
  },
  "an order that takes the place of another": async ({ spare, order, look, twinOrder, untouched }) => {
    const bought = await twinOrder([spare.code]);
    await untouched(async () => {
      const { orderId = "" } = dataOf(await order([spare.code], { replaces: bought.orderId }));
      expect((await look(spare)).changes.map((change) => [change.kind, change.order?.id])).toEqual([
        ["REDEEMED", orderId],
        ["RETURNED", bought.orderId],
        ["REDEEMED", bought.orderId],
        ["ISSUED", undefined],
      ]);
    });
  },
  "cards that are sold": async ({ sql, ownShop, other, twinOrder, tell, untouched, api, base, look, refund }, by) => {
    await sql`update products set is_gift_card = true where site_id = ${ownShop.id} and slug = 'table'`;
    const bought = await twinOrder([], "TABLE");
    // The other shop's cards of this order, whose codes nobody has mailed.
    await sql`update gift_cards set order_id = ${bought.orderId}, sealed_code = '\\x00' where site_id = ${other.id}`;
    await untouched(async () => {
      await tell(bought, "payment_intent.succeeded");
      await by.runTasks();
      const sold = dataOf<GiftCard[]>(await api.get(`${base}?order=${bought.orderId}`));
      expect(sold.map((each) => [each.balance, each.isMailed])).toEqual([[3_000, true]]);
      expect((await api.get(`${base}?order=${bought.orderId}`)).json).toMatchObject({ total: 1 });
      const numbers = dataOf<GiftCard[]>(await api.get(base)).map(({ order }) => order?.number);
      expect(numbers).toEqual([bought.number, undefined, undefined]);
      expect(dataOf<GiftCard[]>(await api.get(`${base}?q=${sold[0]?.last4 ?? ""}`)).map(({ order }) => order?.number)).toEqual([
        bought.number,
      ]);
      expect((await look(sold[0] ?? { id: "" })).order).toEqual({ id: bought.orderId, number: bought.number });
      expect(by.mails.filter(({ to, subject }) => to === "own@example.com" && subject.includes("gift card"))).toHaveLength(1);
    });
    // One of them is of this line, and used.
    await sql`
      update gift_cards set line_id = lines.id, unit = 9, balance = 1
      from order_lines as lines
      where gift_cards.site_id = ${other.id} and lines.site_id = ${ownShop.id} and lines.order_id = ${bought.orderId}
        and gift_cards.id = (select min(id::text)::uuid from gift_cards as any_card where any_card.site_id = ${other.id})`;
    const [line] = await sql<{ id: string }>`select id from order_lines where site_id = ${ownShop.id} and order_id = ${bought.orderId}`;
    await untouched(async () => {
      const refused = await refund(bought.orderId, { lines: [{ id: line?.id, quantity: 1 }] });
      // The processor knows of no such payment; the card did not stand in the way.
      expect([refused.status, codeOf(refused)]).not.toEqual([409, "gift_card_used"]);
    });
  },
};

async function runRow(by: TestServer, sql: TestDatabase["sql"], name: string, ownIsFirst: boolean): Promise<void> {
  await rows[name]?.(await giftCardTwins(by, sql, ownIsFirst), by);
}

test.each(Object.keys(rows))("%s in one shop is unknown to another", async (name) => {
  for (const ownIsFirst of [true, false]) await runRow(server, database.sql, name, ownIsFirst);
});

const binding = /(?:\w+\.)?site_id = (?:\$\d+|\w+\.(?:site_)?id)/g;

// As in tenants.test.ts: each comparison with the site is made true in turn.
test.runIf(!inject("fromMemory"))(
  "each comparison with the site in a statement on gift cards is needed",
  { timeout: 300_000 },
  async () => {
    const copy = await openTestDatabase({ off: ["enable_seqscan", "enable_bitmapscan", "enable_hashjoin", "enable_mergejoin", "jit"] });
    const { mutants } = await loosenStatements({
      start: (throughSql) => startServer({ database: copy, throughSql, takesPayments: true, fromMemory: false }),
      runs: Object.fromEntries(
        [false, true].flatMap((ownIsFirst) =>
          Object.keys(rows).map((name) => [`${name}, ${ownIsFirst}`, (by: TestServer) => runRow(by, copy.sql, name, ownIsFirst)]),
        ),
      ),
      isMeant: (text) =>
        /\b(?:from|into|update) gift_card(?:s|_keys|_changes)\b/.test(text) &&
        !text.includes("octet_length") &&
        !text.includes("(count(*) * 200)"),
      binding,
      isUnseen: (statement) =>
        // It locks, and nothing else.
        /^\s*select id from[^]*for no key update\s*$/.test(statement) ||
        // A key opens for its own site alone.
        statement.includes("select key from gift_card_keys") ||
        // Other sites have no card with this id and this code.
        statement.includes("and sealed_code ="),
    });
    await copy.drop();
    expect(mutants).toBeGreaterThanOrEqual(25);
  },
);
