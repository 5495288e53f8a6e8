import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { byStaff } from "../../../../../test/kit/by-staff.ts";
import { startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { dataOf, catalogItems, paymentPlugin, checkoutClient } from "../../../../../test/kit/checkout-client.ts";
import { refundOrder, refundPayment } from "./index.ts";
import { refund } from "./refund.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ takesPayments: true });
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.sandbox.behave("none");
  await server.sandbox.webhooks({ mode: "send" });
});

const price = 42_000;

/** Runs a refund that fails in this way at the processor. */
const failed = async (error: string, run: () => Promise<unknown>): Promise<void> => {
  await server.sandbox.behave(error, { operation: "refunds.create" });
  await expect(run()).rejects.toMatchObject({ kind: "unreachable" });
  await server.sandbox.behave("none");
  await server.sandbox.settled();
};

/** A paid order, and its books here and at the processor. */
const soldOrder = async () => {
  const plugins = paymentPlugin();
  const site = await server.addSite({ plugins, products: catalogItems({ CHAIR: { price, stock: 5 } }) });
  const { orderId = "", checkoutUrl = "" } = dataOf(await checkoutClient(server, site).session({ CHAIR: 1 }));
  await server.sandbox.pay(checkoutUrl);
  await server.sandbox.settled();
  const [payment] = await server.deps.sql<{ id: string }>`
    select id from payments where site_id = ${site.id} and order_id = ${orderId}`;
  const account = plugins["svc.payments"].config.secretKey;
  return {
    site,
    paymentId: payment?.id ?? "",
    refund: (amount: number | null) => refundOrder(server.deps, site.id, 1_001, { amount: amount, key: null, by: byStaff }),
    refundWithKey: (amount: number | null, key: string) => refund(server.deps, site.id, payment?.id ?? "", { amount, key, by: byStaff }),
    atProcessor: async () => {
      const [row] = await server.deps.sql<{ intentId: string }>`
        select processor_intent_id as "intentId" from payments where site_id = ${site.id}`;
      return { secretKey: account, intentId: row?.intentId ?? "" };
    },
    /** The amounts that the processor paid back. */
    paidBack: async () => (await server.sandbox.ledger()).refunds.filter((one) => one.account === account).map(({ amount }) => amount),
    attempts: () =>
      server.deps.sql<{ amount: number; before: number; status: string }>`
        select amount, refunded_before as before, status from refunds where site_id = ${site.id} order by created_at, amount`,
    /** What we have stored of it. */
    refunded: async () => {
      const [row] = await server.deps.sql<{ refunded: number }>`select refunded from payments where site_id = ${site.id}`;
      return row?.refunded;
    },
  };
};

test.each([["reset-after"], ["error-after"], ["garbage"]])(
  "a refund whose answer is lost (%s) is made once, although the event about it arrives before the next run",
  async (error) => {
    const order = await soldOrder();
    await failed(error, () => order.refund(500));
    expect(await order.refunded()).toBe(500);
    expect(await order.refund(500)).toEqual({ status: "PARTIALLY_REFUNDED", paymentStatus: "PARTIALLY_REFUNDED", isEarlier: true });
    expect(await order.paidBack()).toEqual([500]);

    // It has its answer now: whoever asks again means another refund.
    expect(await order.refund(500)).toEqual({ status: "PARTIALLY_REFUNDED", paymentStatus: "PARTIALLY_REFUNDED" });
    expect(await order.paidBack()).toEqual([500, 500]);
    expect(await order.attempts()).toEqual([
      { amount: 500, before: 0, status: "SUCCEEDED" },
      { amount: 500, before: 500, status: "SUCCEEDED" },
    ]);
  },
);

test("the whole remainder, whose answer is lost, is refunded once, a month later too", async () => {
  const order = await soldOrder();
  await order.refund(2_000);
  await failed("reset-after", () => order.refund(null));
  server.clock.advance(30 * 24 * 60 * 60_000);
  expect(await order.refund(null)).toMatchObject({ status: "REFUNDED", isEarlier: true });
  await expect(order.refund(null)).resolves.toMatchObject({ refused: "nothing-left" });
  expect(await order.paidBack()).toEqual([2_000, price - 2_000]);
});

test("a refund that never reached the processor is made by the next run", async () => {
  const order = await soldOrder();
  await failed("reset-before", () => order.refund(700));
  expect(await order.attempts()).toEqual([{ amount: 700, before: 0, status: "PENDING" }]);
  expect(await order.refund(700)).toEqual({ status: "PARTIALLY_REFUNDED", paymentStatus: "PARTIALLY_REFUNDED" });
  expect(await order.paidBack()).toEqual([700]);
});

test("a refund whose result cannot be read afterwards is not made again", async () => {
  const order = await soldOrder();
  await server.sandbox.webhooks({ mode: "drop" });
  let reads = 0;
  const { processor } = server.deps;
  const deps = {
    ...server.deps,
    processor: {
      ...processor,
      read: (...args: Parameters<typeof processor.read>) =>
        processor.read(...args).then((payment) => {
          reads += 1;
          if (reads === 2) throw new Error("The process dies.");
          return payment;
        }),
    },
  };
  await expect(refundOrder(deps, order.site.id, 1_001, { amount: 500, key: null, by: byStaff })).rejects.toThrow("dies");
  expect(await order.refund(500)).toMatchObject({ isEarlier: true });
  expect(await order.paidBack()).toEqual([500]);
  expect(await order.refunded()).toBe(500);
});

test("another amount waits for the answer of an attempt; what the processor does not have in two minutes was never made", async () => {
  const order = await soldOrder();
  await failed("reset-before", () => order.refund(40_000));
  expect(await order.refund(3_000)).toMatchObject({ refused: "refund-under-way" });
  expect(await order.refund(null)).toMatchObject({ refused: "refund-under-way" });
  expect(await order.refund(42_001)).toMatchObject({ refused: "too-much" });
  expect(await order.refund(2_000)).toMatchObject({ status: "PARTIALLY_REFUNDED" });
  server.clock.advance(3 * 60_000);
  expect(await order.refund(3_000)).toMatchObject({ status: "PARTIALLY_REFUNDED" });
  expect(await order.paidBack()).toEqual([2_000, 3_000]);
  expect((await order.attempts()).map(({ status }) => status).sort()).toEqual(["FAILED", "SUCCEEDED", "SUCCEEDED"]);
});

test("a refund that the processor refuses is over, and takes nothing from the rest", async () => {
  const order = await soldOrder();
  const { processor } = server.deps;
  const { ProcessorFailure } = await import("../../../ports/processor.ts");
  const refusing = { ...processor, refund: () => Promise.reject(new ProcessorFailure("refused", "insufficient_funds")) };
  await expect(
    refundOrder({ ...server.deps, processor: refusing }, order.site.id, 1_001, { amount: null, key: null, by: byStaff }),
  ).rejects.toMatchObject({
    kind: "refused",
  });
  expect(await order.attempts()).toEqual([{ amount: price, before: 0, status: "FAILED" }]);
  expect(await order.refund(null)).toMatchObject({ status: "REFUNDED" });
});

test("refunds in parallel never exceed what was paid, and one key is one refund", async () => {
  const order = await soldOrder();
  const outcomes = await Promise.all([
    ...Array.from({ length: 4 }, (_, index) => order.refundWithKey(10_000, `part ${index}`)),
    ...Array.from({ length: 3 }, () => order.refundWithKey(15_000, "the same").catch(() => "retry")),
  ]);
  await server.sandbox.settled();
  const paidBack = await order.paidBack();
  expect(paidBack.reduce((sum, amount) => sum + amount, 0)).toBeLessThanOrEqual(price);
  expect(paidBack.filter((amount) => amount === 15_000).length).toBeLessThanOrEqual(1);
  expect(await order.refunded()).toBe(paidBack.reduce((sum, amount) => sum + amount, 0));
  expect(outcomes).toContain("refunded");

  const [first, again] = [await order.refundWithKey(1, "once"), await order.refundWithKey(1, "once")];
  expect([first, again]).toEqual(["refunded", "refunded-before"]);
});

test("the task that refunds late money refunds it once, and is done when somebody refunded it by hand", async () => {
  const order = await soldOrder();
  const work = refundPayment.handle(server.deps);
  const task = { payload: { siteId: order.site.id, paymentId: order.paymentId }, attempt: 1 };
  await failed("reset-after", () => work(task));
  await work(task);
  await work(task);
  expect(await order.paidBack()).toEqual([price]);

  const byHand = await soldOrder();
  await byHand.refund(null);
  await work({ payload: { siteId: byHand.site.id, paymentId: byHand.paymentId }, attempt: 1 });
  expect(await byHand.paidBack()).toEqual([price]);
});

test("the command records what somebody refunded in the processor's dashboard", async () => {
  const order = await soldOrder();
  const { secretKey, intentId } = await order.atProcessor();
  await server.sandbox.webhooks({ mode: "drop" });
  await server.deps.processor.refund(secretKey, intentId, price, "019aa0b1-2e40-4000-8000-000000000001");
  expect(await order.refund(null)).toEqual({ status: "REFUNDED", paymentStatus: "REFUNDED" });
  expect(await order.paidBack()).toEqual([price]);
});
