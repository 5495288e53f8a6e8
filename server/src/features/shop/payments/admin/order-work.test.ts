import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addMember, asAdmin, codeOf } from "../../../../../../test/kit/admins.ts";
import { catalogItems, checkoutClient, dataOf, paymentPlugin } from "../../../../../../test/kit/checkout-client.ts";
import { startServer, type TestServer } from "../../../../../../test/kit/harness.ts";
import type { OrderDetails } from "../../orders/index.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ takesPayments: true });
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.sandbox.behave("none");
  server.mails.length = 0;
});

const minuteMs = 60_000;

/** A shop with an order of two chairs and a lamp: 2 × 100.00, 50.00, tax 47.50 and shipping 4.90. */
const newShop = async () => {
  const plugins = paymentPlugin();
  const site = await server.addSite({
    plugins,
    site: { settings: { orders: { confirmationMail: true } } },
    products: catalogItems({ CHAIR: { price: 10_000, stock: 9 }, LAMP: { price: 5_000, stock: 9 } }),
  });
  const store = checkoutClient(server, site);
  const owner = await addMember(server, site, "OWNER");
  const api = asAdmin(server, owner);
  const base = `/sites/${site.slug}/orders`;
  const account = plugins["svc.payments"].config.secretKey;
  const read = async (id: string) => dataOf<OrderDetails>(await api.get(`${base}/${id}`));
  return {
    site,
    store,
    api,
    base,
    read,
    order: async ({ isPaid = true, card = "succeeds" } = {}) => {
      const { orderId = "", checkoutUrl = "" } = dataOf(await store.session({ CHAIR: 2, LAMP: 1 }, { tax: 4_750, shipping: 490 }));
      if (isPaid) {
        await server.sandbox.pay(checkoutUrl, card, { email: "ada@example.com" });
        await server.sandbox.settled();
      }
      const { lines } = await read(orderId);
      const lineOf = (sku: string) => lines.find((line) => line.sku === sku)?.id ?? "";
      return { id: orderId, chair: lineOf("CHAIR"), lamp: lineOf("LAMP"), checkoutUrl };
    },
    refund: (id: string, body: object, key = randomUUID()) =>
      api.post(`${base}/${id}/refund`, body, { headers: { "idempotency-key": key } }),
    /** The amounts that the processor paid back. */
    paidBack: async () => (await server.sandbox.ledger()).refunds.filter((one) => one.account === account).map(({ amount }) => amount),
  };
};

test("an order is sent in two parcels, and its buyer gets a mail with the tracking of each", async () => {
  const { order, api, base, read } = await newShop();
  const { id, chair, lamp } = await order();
  const tracking = { carrier: "DHL", number: "0034", url: "https://carrier.example/0034" };
  const first = dataOf<OrderDetails>(await api.post(`${base}/${id}/fulfil`, { lines: [{ id: chair, quantity: 1 }], tracking }));
  expect([first.status, first.fulfilment, first.fulfilledAt]).toEqual(["PAID", "PARTIAL", null]);
  expect(first.timeline[0]).toMatchObject({ kind: "FULFILLED", lines: [{ id: chair, quantity: 1 }], tracking });
  const tooMany = await api.post(`${base}/${id}/fulfil`, {
    lines: [
      { id: chair, quantity: 1 },
      { id: chair, quantity: 1 },
    ],
  });
  expect([codeOf(tooMany), tooMany.json]).toMatchObject(["fulfilment_too_large", { lines: [{ id: chair, left: 1 }] }]);
  const second = dataOf<OrderDetails>(await api.post(`${base}/${id}/fulfil`, {}));
  expect([second.status, second.fulfilment, second.lines.map(({ fulfilled }) => fulfilled)]).toEqual(["FULFILLED", "FULFILLED", [2, 1]]);
  expect(codeOf(await api.post(`${base}/${id}/fulfil`, {}))).toBe("order_not_fulfillable");
  await server.runTasks();
  const texts = server.mails.filter(({ to }) => to === "ada@example.com").map(({ text }) => text);
  expect(texts).toHaveLength(3);
  const parcel = texts.find((text) => text.includes("0034")) ?? "";
  const rest = texts.find((text) => text.includes("1 × Product LAMP") && !text.includes("€")) ?? "";
  expect(parcel).toContain("1 × Product CHAIR");
  expect(parcel).toContain("https://carrier.example/0034");
  expect(parcel).toContain("The rest follows separately");
  expect(rest).toContain("1 × Product CHAIR");
  expect(rest).toContain("1 × Product LAMP");
  const { timeline } = await read(id);
  expect(timeline.map(({ kind, mail }) => mail ?? kind).sort()).toEqual(
    ["FULFILLED", "FULFILLED", "FULFILLED", "FULFILLED", "PAID", "PAID", "PLACED"].sort(),
  );
  expect(lamp).not.toBe("");
});

test("an order that is not paid cannot be sent, and one that somebody else changed is not changed again", async () => {
  const { order, api, base, read } = await newShop();
  const pending = await order({ isPaid: false });
  expect(codeOf(await api.post(`${base}/${pending.id}/fulfil`, {}))).toBe("order_not_fulfillable");
  const { id } = await order();
  const { revision } = await read(id);
  dataOf(await api.post(`${base}/${id}/notes`, { text: "Call before" }));
  expect(codeOf(await api.post(`${base}/${id}/fulfil`, { revision }))).toBe("revision_conflict");
  expect((await read(id)).fulfilment).toBe("UNFULFILLED");
});

test("half an order is refunded by line and put back into stock, and the rest returns exactly what was paid", async () => {
  const { order, refund, read, store, paidBack } = await newShop();
  const { id, chair, lamp } = await order();
  expect(await store.stock("CHAIR")).toBe(7);
  const half = dataOf<OrderDetails>(await refund(id, { lines: [{ id: chair, quantity: 1 }], restock: true, reason: "Scratched" }));
  expect([half.status, half.refundedAmount]).toEqual(["PARTIALLY_REFUNDED", 11_900]);
  expect(half.lines.find((line) => line.id === chair)).toMatchObject({ refunded: 1, removed: 1, fulfilled: 0 });
  expect(half.refunds).toMatchObject([{ amount: 11_900, status: "SUCCEEDED", reason: "Scratched", restock: true }]);
  expect(half.timeline[0]).toMatchObject({ kind: "REFUNDED", amount: 11_900, reason: "Scratched" });
  expect(half.timeline[0]?.by).not.toBeNull();
  expect(await store.stock("CHAIR")).toBe(8);
  const rest = [
    { id: chair, quantity: 1 },
    { id: lamp, quantity: 1 },
  ];
  expect(codeOf(await refund(id, { lines: [{ id: chair, quantity: 2 }] }))).toBe("refund_too_large");
  dataOf(await refund(id, { lines: rest }));
  expect(await paidBack()).toEqual([11_900, 18_340]);
  expect(await read(id)).toMatchObject({ status: "REFUNDED", refundedAmount: 30_240, total: 30_240, paymentStatus: "REFUNDED" });
  expect([await store.stock("CHAIR"), await store.stock("LAMP")]).toEqual([8, 8]);
  expect(codeOf(await refund(id, { amount: 1 }))).toBe("order_not_paid");
  await server.runTasks();
  expect(server.mails.map(({ subject }) => subject).filter((subject) => subject.startsWith("Refund"))).toHaveLength(2);
});

test("what is left to send after a refund is sent, and then the order is complete", async () => {
  const { order, refund, api, base } = await newShop();
  const { id, chair } = await order();
  dataOf(await refund(id, { lines: [{ id: chair, quantity: 2 }] }));
  const sent = dataOf<OrderDetails>(await api.post(`${base}/${id}/fulfil`, { notify: false }));
  expect([sent.status, sent.fulfilment, sent.lines.map(({ fulfilled }) => fulfilled)]).toEqual(["PARTIALLY_REFUNDED", "FULFILLED", [0, 1]]);
});

test("the same key refunds once, another body under it is refused, and refunds in parallel never exceed what was paid", async () => {
  const { order, refund, paidBack } = await newShop();
  const { id } = await order();
  const key = randomUUID();
  dataOf(await refund(id, { amount: 240 }, key));
  dataOf(await refund(id, { amount: 240 }, key));
  expect(codeOf(await refund(id, { amount: 241 }, key))).toBe("idempotency_key_reused");
  expect(await paidBack()).toEqual([240]);
  const answers = await Promise.all(Array.from({ length: 8 }, () => refund(id, { amount: 10_000 })));
  const successes = answers.filter(({ status }) => status === 200).length;
  expect(successes).toBeGreaterThan(0);
  expect(
    answers
      .filter(({ status }) => status !== 200)
      .every((one) => /refund_too_large|refund_under_way|order_not_paid/.test(codeOf(one) ?? "")),
  ).toBe(true);
  expect((await paidBack()).reduce((sum, amount) => sum + amount, 0)).toBe(240 + successes * 10_000);
});

test("bad requests to refund name what is wrong", async () => {
  const { order, refund, api, base } = await newShop();
  const { id, chair } = await order();
  expect(codeOf(await api.post(`${base}/${id}/refund`, { amount: 1 }))).toBe("idempotency_key_missing");
  expect(codeOf(await refund(id, {}))).toBe("validation_failed");
  expect(codeOf(await refund(id, { amount: 1, lines: [{ id: chair, quantity: 1 }] }))).toBe("validation_failed");
  expect(codeOf(await refund(id, { amount: 1, restock: true }))).toBe("validation_failed");
  expect(codeOf(await refund(id, { amount: 30_241 }))).toBe("refund_too_large");
  expect(codeOf(await refund(id, { lines: [{ id: randomUUID(), quantity: 1 }] }))).toBe("refund_too_large");
  expect(codeOf(await refund(randomUUID(), { amount: 1 }))).toBe("order_not_found");
  const pending = await order({ isPaid: false });
  expect(codeOf(await refund(pending.id, { amount: 1 }))).toBe("order_not_paid");
});

test.each(["error-before", "error-after", "reset-before", "reset-after"])(
  "a refund whose answer is lost (%s) is finished later, once, with its units in stock",
  async (mode) => {
    const { order, refund, read, store, paidBack } = await newShop();
    const { id, lamp } = await order();
    await server.sandbox.behave(mode, { operation: "refunds.create" });
    const answer = await refund(id, { lines: [{ id: lamp, quantity: 1 }], restock: true });
    expect([502, 504]).toContain(answer.status);
    await server.sandbox.behave("none");
    expect((await read(id)).refunds).toMatchObject([{ status: "PENDING", amount: 5_950 }]);
    server.clock.advance(3 * minuteMs);
    await server.runTasks();
    expect(await read(id)).toMatchObject({ status: "PARTIALLY_REFUNDED", refundedAmount: 5_950, refunds: [{ status: "SUCCEEDED" }] });
    expect([await store.stock("LAMP"), await paidBack()]).toEqual([9, [5_950]]);
  },
);

test("a pending order is cancelled at the processor, its buyer gets a mail, and a paid one is refused", async () => {
  const { order, api, base, store, read } = await newShop();
  const { orderId = "" } = dataOf(await store.session({ LAMP: 3 }, { customerEmail: "eve@example.com" }));
  const cancelled = dataOf<OrderDetails>(await api.post(`${base}/${orderId}/cancel`));
  expect([cancelled.status, await store.stock("LAMP")]).toEqual(["CANCELLED", 9]);
  expect(cancelled.timeline[0]).toMatchObject({ kind: "CANCELLED" });
  expect(cancelled.timeline[0]?.by).not.toBeNull();
  await server.runTasks();
  expect(server.mails.map(({ to, subject }) => [to, subject.includes("was cancelled")])).toEqual([["eve@example.com", true]]);
  const { id } = await order();
  expect(codeOf(await api.post(`${base}/${id}/cancel`))).toBe("order_not_pending");
  expect((await read(id)).status).toBe("PAID");
});

test("a payment whose event was lost is read at the processor on request", async () => {
  const { site, store, api } = await newShop();
  await server.sandbox.webhooks({ mode: "drop" });
  const { orderId = "", checkoutUrl = "" } = dataOf(await store.session({ LAMP: 1 }));
  await server.sandbox.pay(checkoutUrl);
  const base = `/sites/${site.slug}/payments`;
  const [listed] = dataOf<{ id: string; status: string; order: { id: string } }[]>(await api.get(`${base}?order=${orderId}`));
  expect([listed?.status, listed?.order.id]).toEqual(["PENDING", orderId]);
  expect(dataOf(await api.post(`${base}/${listed?.id}/check`))).toMatchObject({ status: "SUCCEEDED" });
  expect(await store.order(orderId)).toEqual({ status: "PAID", paymentStatus: "SUCCEEDED" });
  await server.sandbox.webhooks({ mode: "send" });
});

test("orders are found by number, half an address, an SKU and the name of a customer, and listed by what is to be done", async () => {
  const { order, api, base, store } = await newShop();
  const { id } = await order();
  const { orderId: other = "" } = dataOf(await store.session({ LAMP: 1 }, { customerEmail: "grace@example.org" }));
  const ids = async (query: string) => dataOf<{ id: string }[]>(await api.get(`${base}?${query}`)).map((one) => one.id);
  expect(await ids("")).toEqual([other, id]);
  expect(await ids("sort=total")).toEqual([other, id]);
  expect(await ids("sort=total:desc")).toEqual([id, other]);
  expect(await ids("q=%231001")).toEqual([id]);
  expect(await ids("q=Ada%40exa")).toEqual([id]);
  expect(await ids("q=chair")).toEqual([id]);
  expect(await ids("q=LAMP")).toEqual([other, id]);
  expect(await ids("q=nobody")).toEqual([]);
  expect(await ids("fulfilment=TO_FULFIL")).toEqual([id]);
  expect(await ids("status=PENDING")).toEqual([other]);
  expect(await ids("paid=true&fulfilment=UNFULFILLED")).toEqual([id]);
  expect(await ids(`to=${new Date(server.clock.now().getTime() - 60 * minuteMs).toISOString()}`)).toEqual([]);
  const answer = await api.get(`${base}?pageSize=1`);
  expect(answer.json).toMatchObject({ data: [{ id: other, units: 1 }], total: 2, pageSize: 1 });
});

test("notes and tracking leave with the buyer's data, and the rest of the timeline stays", async () => {
  const { order, api, base, read, site } = await newShop();
  const { id } = await order();
  dataOf(await api.post(`${base}/${id}/notes`, { text: "Ada rang." }));
  dataOf(await api.post(`${base}/${id}/fulfil`, { tracking: { number: "0034" } }));
  const { eraseBuyers } = await import("../../orders/index.ts");
  await eraseBuyers(server.deps.sql, { now: server.clock.now() }, site.id, [id]);
  const { timeline, email } = await read(id);
  expect(email).toBeNull();
  expect(timeline.map(({ kind, tracking }) => [kind, tracking])).toEqual([
    ["FULFILLED", undefined],
    ["PAID", undefined],
    ["PLACED", undefined],
  ]);
});

test("a refund that the bank sends back, and a dispute from its first day to its last, stand in the order", async () => {
  const { order, refund, read } = await newShop();
  const { id } = await order({ card: "refund-fails" });
  expect((await refund(id, { amount: 700 })).status).toBe(200);
  const lastRefund = (await server.sandbox.ledger()).refunds.at(-1);
  await server.sandbox.failRefund(lastRefund?.id ?? "");
  await server.sandbox.settled();
  const { refunds, timeline } = await read(id);
  expect(refunds).toMatchObject([{ amount: 700, status: "FAILED" }]);
  expect(timeline.filter(({ kind }) => kind === "REFUND_FAILED")).toMatchObject([{ amount: 700, code: "expired_or_canceled_card" }]);

  const disputed = await order({ card: "is-disputed" });
  // Its event may come before the one that makes the payment known.
  server.clock.advance(minuteMs);
  await server.runTasks();
  expect((await read(disputed.id)).timeline.filter(({ kind }) => kind === "DISPUTED")).toMatchObject([
    { amount: 30_240, code: "fraudulent" },
  ]);
  const refused = await refund(disputed.id, { amount: 700 });
  expect([codeOf(refused), refused.json]).toMatchObject([
    "processor_error",
    { detail: expect.stringContaining("disputes this payment") as string },
  ]);
  await server.sandbox.dispute(disputed.checkoutUrl, { outcome: "won" });
  await server.sandbox.settled();
  expect((await read(disputed.id)).timeline.filter(({ kind }) => kind === "DISPUTE_CLOSED")).toMatchObject([{ outcome: "WON" }]);
  expect((await refund(disputed.id, { amount: 700 })).status).toBe(200);
});
