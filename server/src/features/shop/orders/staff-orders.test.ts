import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commandNamed } from "../../../commands.ts";
import { startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { dataOf, catalogItems, paymentPlugin, checkoutClient } from "../../../../../test/kit/checkout-client.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ takesPayments: true });
});
afterAll(() => server.stop());

const newShop = async (site: object = {}) => {
  const shopSite = await server.addSite({ plugins: paymentPlugin(), site, products: catalogItems({ CHAIR: { price: 42_000, stock: 5 } }) });
  const store = checkoutClient(server, shopSite);
  return {
    site: shopSite,
    ...store,
    /** Orders a chair, and pays for it. */
    sell: async (more: object = {}) => {
      const { orderId = "", checkoutUrl = "" } = dataOf(await store.session({ CHAIR: 1 }, more));
      await server.sandbox.pay(checkoutUrl, "succeeds", { email: "payer@example.com" });
      await server.sandbox.settled();
      return { orderId, checkoutUrl };
    },
  };
};
/** What a person at the terminal reads. */
const run = async (name: string, input: object, processor = server.deps.processor): Promise<string> => {
  const { sql, clock, ids, secrets, publicUrl } = server.deps;
  const command = commandNamed(name);
  return command.print(await command.run({ sql, clock, ids, secrets, processor, publicUrl, progress: () => undefined }, input));
};

describe("the staff", () => {
  test("lists orders, the latest first", async () => {
    const { site, sell, session } = await newShop();
    expect(await run("order list", { slug: site.slug, limit: 50 })).toBe("No orders.");
    await sell();
    dataOf(await session({ CHAIR: 2 }, { customerEmail: "ada@example.com" }));
    const text = await run("order list", { slug: site.slug, limit: 50 });
    const [head, first, second, ...more] = text.split("\n").map((line) => line.split(/ {2,}/));
    expect([head?.[0], more]).toEqual(["number", []]);
    expect(first?.slice(0, 7)).toEqual(["1002", "PENDING", "PENDING", "84000 eur", "0", "2", "ada@example.com"]);
    expect(second?.slice(0, 7)).toEqual(["1001", "PAID", "SUCCEEDED", "42000 eur", "0", "1", "payer@example.com"]);
    expect((await run("order list", { slug: site.slug, status: "paid", limit: 50 })).split("\n")).toHaveLength(2);
    expect((await run("order list", { slug: site.slug, limit: 1 })).split("\n")).toHaveLength(2);
    await expect(run("order list", { slug: site.slug, status: "lost", limit: 50 })).rejects.toThrow("PENDING, PAID");
    await expect(run("order list", { slug: "nobodys", limit: 50 })).rejects.toThrow("no site");
  });

  test("fulfils a paid order, once", async () => {
    const { site, sell, session, order } = await newShop();
    const { orderId } = await sell();
    dataOf(await session({ CHAIR: 1 }));
    const fulfil = (number: number) => run("order fulfil", { slug: site.slug, number });
    expect(await fulfil(1_001)).toContain("FULFILLED");
    expect(await order(orderId)).toEqual({ status: "FULFILLED", paymentStatus: "SUCCEEDED" });
    await expect(fulfil(1_001)).rejects.toThrow("only a paid one");
    await expect(fulfil(1_002)).rejects.toThrow("PENDING");
    await expect(fulfil(9_999)).rejects.toThrow("no order 9999");
  });

  test("cancels a pending order, at the processor too", async () => {
    const { site, session, sell, order, stock } = await newShop();
    const { orderId = "", checkoutUrl = "" } = dataOf(await session({ CHAIR: 2 }));
    const cancel = (number: number) => run("order cancel", { slug: site.slug, number });
    expect(await cancel(1_001)).toContain("is cancelled");
    expect(await order(orderId)).toEqual({ status: "CANCELLED", paymentStatus: "CANCELLED" });
    expect(await stock("CHAIR")).toBe(5);
    expect(await server.sandbox.session(checkoutUrl)).toMatchObject({ status: "expired" });
    await sell();
    await expect(cancel(1_001)).rejects.toThrow("only a pending one");
    await expect(cancel(1_002)).rejects.toThrow("can be refunded");
    await expect(cancel(9_999)).rejects.toThrow("no order 9999");
  });

  test("cancels an order with a mail to its buyer, also if the processor's event comes before its response", async () => {
    const { site, session, order } = await newShop({ settings: { orders: { confirmationMail: true } } });
    const { orderId = "" } = dataOf(await session({ CHAIR: 1 }, { customerEmail: "ada@example.com" }));
    const lateProcessor: typeof server.deps.processor = {
      ...server.deps.processor,
      end: async (...args) => {
        const ended = await server.deps.processor.end(...args);
        await expect.poll(async () => (await order(orderId))?.status).toBe("CANCELLED");
        return ended;
      },
    };
    server.mails.length = 0;
    expect(await run("order cancel", { slug: site.slug, number: 1_001 }, lateProcessor)).toContain("is cancelled");
    await server.runTasks();
    expect(server.mails.splice(0)).toMatchObject([{ to: "ada@example.com", subject: expect.stringContaining("1001") as string }]);
  });

  test("learns at a cancellation that the order was paid just before", async () => {
    const { site, session, order } = await newShop();
    const { orderId = "", checkoutUrl = "" } = dataOf(await session({ CHAIR: 1 }));
    const { orderId: under = "", checkoutUrl: underUrl = "" } = dataOf(await session({ CHAIR: 1 }));
    await server.sandbox.webhooks({ mode: "drop" });
    await server.sandbox.pay(checkoutUrl);
    await server.sandbox.pay(underUrl, "pays-later");
    await server.sandbox.webhooks({ mode: "send" });
    expect(await run("order cancel", { slug: site.slug, number: 1_001 })).toContain("PAID");
    expect(await order(orderId)).toEqual({ status: "PAID", paymentStatus: "SUCCEEDED" });
    await expect(run("order cancel", { slug: site.slug, number: 1_002 })).rejects.toThrow("under way");
    expect(await order(under)).toEqual({ status: "PENDING", paymentStatus: "PROCESSING" });
  });

  test("refunds parts and the whole, and never more than was paid", async () => {
    const { site, sell, order } = await newShop();
    const { orderId } = await sell();
    const refund = (amount?: number) => run("order refund", { slug: site.slug, number: 1_001, amount });
    await expect(refund(42_001)).rejects.toThrow("not so much");
    expect(await refund(2_000)).toContain("PARTIALLY_REFUNDED");
    expect(await refund(2_000)).toContain("PARTIALLY_REFUNDED");
    await expect(refund(38_001)).rejects.toThrow("not so much");
    expect(await refund()).toContain("is REFUNDED, its payment REFUNDED");
    expect(await order(orderId)).toEqual({ status: "REFUNDED", paymentStatus: "REFUNDED" });
    await expect(refund()).rejects.toThrow("nothing to refund");
    const { refunds } = await server.sandbox.ledger();
    const [payment] = await server.deps.sql<{ intentId: string | null }>`
      select processor_intent_id as "intentId" from payments where site_id = ${site.id}`;
    expect(refunds.filter(({ intent }) => intent === payment?.intentId).map(({ amount }) => amount)).toEqual([2_000, 2_000, 38_000]);
  });

  test("refunds a payment that came too late for a cancelled order, if its task did not", async () => {
    const { site, session, order } = await newShop();
    const { orderId = "", checkoutUrl = "" } = dataOf(await session({ CHAIR: 5 }));
    await server.sandbox.pay(checkoutUrl);
    await server.sandbox.settled();
    await server.deps.sql`update orders set status = 'CANCELLED' where site_id = ${site.id}`;
    expect(await run("order refund", { slug: site.slug, number: 1_001 })).toBe("Order 1001 is CANCELLED, its payment REFUNDED.");
    expect(await order(orderId)).toEqual({ status: "CANCELLED", paymentStatus: "REFUNDED" });
  });

  test("sees the items of an order, the address and the notes", async () => {
    const { site, session } = await newShop();
    dataOf(await session({ CHAIR: 2 }, { customerEmail: "ada@example.com", notes: "Ring twice", shipping: 900 }));
    const text = await run("order show", { slug: site.slug, number: 1_001 });
    for (const fact of ["PENDING", "CHAIR", "Ring twice", "ada@example.com", "shipping 900", "total 84900"]) expect(text).toContain(fact);
    await expect(run("order show", { slug: site.slug, number: 9 })).rejects.toThrow("no order 9");
  });

  test("refunds once if the first try lost the processor's response", async () => {
    const { site, sell } = await newShop();
    await sell();
    await server.sandbox.webhooks({ mode: "drop" });
    await server.sandbox.behave("reset-after", { operation: "refunds.create" });
    await expect(run("order refund", { slug: site.slug, number: 1_001, amount: 500 })).rejects.toThrow("run the command again");
    await server.sandbox.behave("none");
    expect(await run("order refund", { slug: site.slug, number: 1_001, amount: 500 })).toContain("PARTIALLY_REFUNDED");
    await server.sandbox.webhooks({ mode: "send" });
    const [payment] = await server.deps.sql<{ refunded: number }>`select refunded from payments where site_id = ${site.id}`;
    expect(payment?.refunded).toBe(500);
  });
});

describe("the confirmation mail", () => {
  const settings = { orders: { confirmationMail: true }, mail: { senderName: "The shop" } };

  test("goes to the order's address once it is paid, if the site wants it", async () => {
    server.mails.length = 0;
    const { sell } = await newShop({ settings });
    await sell({ customerEmail: "ada@example.com" });
    await server.runTasks();
    expect(server.mails).toMatchObject([{ to: "ada@example.com", from: { name: "The shop" } }]);
    expect(server.mails[0]?.text).toContain("€420.00");
  });

  test("goes to the address that the payer gave on the processor's page, in any order of events", async () => {
    for (const reversed of [false, true]) {
      server.mails.length = 0;
      const { session } = await newShop({ settings });
      const { checkoutUrl = "" } = dataOf(await session({ CHAIR: 1 }));
      const before = (await server.sandbox.events()).length;
      await server.sandbox.webhooks({ mode: "hold" });
      await server.sandbox.pay(checkoutUrl, "succeeds", { email: "Payer@Example.com" });
      const ids = (await server.sandbox.events()).slice(before).map(({ id }) => id);
      await server.sandbox.deliver(reversed ? ids.reverse() : ids);
      await server.sandbox.webhooks({ mode: "send" });
      await server.runTasks();
      expect([reversed, server.mails.map(({ to }) => to)]).toEqual([reversed, ["payer@example.com"]]);
    }
  });

  test("is not sent if the site does not want it, or for an unpaid order", async () => {
    server.mails.length = 0;
    const { sell } = await newShop();
    await sell({ customerEmail: "ada@example.com" });
    const { session } = await newShop({ settings });
    const { checkoutUrl = "" } = dataOf(await session({ CHAIR: 1 }, { customerEmail: "ada@example.com" }));
    await server.sandbox.pay(checkoutUrl, "declined");
    await server.sandbox.settled();
    await server.runTasks();
    expect(server.mails).toEqual([]);
  });
});
