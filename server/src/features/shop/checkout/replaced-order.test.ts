import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { dataOf, catalogItems, paymentPlugin, checkoutClient } from "../../../../../test/kit/checkout-client.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ takesPayments: true });
});
afterAll(() => server.stop());

const newShop = async () => {
  const products = catalogItems({ CHAIR: { price: 42_000, stock: 5 }, LAMP: { price: 9_000, stock: 1 } });
  const site = await server.addSite({ plugins: paymentPlugin(), products });
  return checkoutClient(server, site);
};
const over = { status: "CANCELLED", paymentStatus: "CANCELLED" };
const pending = { status: "PENDING", paymentStatus: "PENDING" };

test.each([["session" as const], ["intent" as const]])("an order of the last items replaces the buyer's unpaid one (%s)", async (way) => {
  const shop = await newShop();
  const first = dataOf(await shop[way]({ CHAIR: 5, LAMP: 1 }));
  expect(await shop[way]({ CHAIR: 5, LAMP: 1 }, { customerEmail: "ada@example.com" })).toMatchObject({
    status: 409,
    json: { code: "out_of_stock" },
  });
  const second = dataOf(await shop[way]({ CHAIR: 5, LAMP: 1 }, { customerEmail: "ada@example.com", replaces: first.orderId }));
  expect(await shop.order(first.orderId ?? "")).toEqual(over);
  expect(await shop.order(second.orderId ?? "")).toEqual(pending);
  expect([await shop.stock("CHAIR"), await shop.stock("LAMP")]).toEqual([0, 0]);
  await server.sandbox.settled();
  await expect(server.sandbox.pay(first.checkoutUrl ?? first.clientSecret ?? "")).rejects.toThrow();
  await server.sandbox.pay(second.checkoutUrl ?? second.clientSecret ?? "");
  await server.sandbox.settled();
  expect(await shop.order(second.orderId ?? "")).toEqual({ status: "PAID", paymentStatus: "SUCCEEDED" });
  expect(await shop.stock("CHAIR")).toBe(0);
});

test.each([
  ["succeeds", { status: "PAID", paymentStatus: "SUCCEEDED" }],
  ["pays-later", { status: "PENDING", paymentStatus: "PROCESSING" }],
])("an order that was paid just then (%s) is not replaced, whatever the events have told", async (card, standing) => {
  const shop = await newShop();
  const { orderId = "", checkoutUrl = "" } = dataOf(await shop.session({ CHAIR: 1 }));
  await server.sandbox.webhooks({ mode: "drop" });
  await server.sandbox.pay(checkoutUrl, card);
  expect(await shop.session({ CHAIR: 1 }, { replaces: orderId })).toMatchObject({ status: 409, json: { code: "order_paid" } });
  await server.sandbox.webhooks({ mode: "send" });
  expect(await shop.order(orderId)).toEqual(standing);
  expect(await shop.stock("CHAIR")).toBe(4);
  expect(await shop.session({ CHAIR: 1 }, { replaces: orderId })).toMatchObject({ status: 409, json: { code: "order_paid" } });
});

test("an order that cannot be made leaves the replaced one, whose items another try still gets", async () => {
  const shop = await newShop();
  const { orderId = "" } = dataOf(await shop.session({ CHAIR: 5 }));
  await server.sandbox.webhooks({ mode: "hold" });
  const short = await shop.session({ CHAIR: 6 }, { replaces: orderId });
  expect(short).toMatchObject({ status: 409, json: { code: "out_of_stock", items: [{ available: 5 }] } });
  expect(await shop.stock("CHAIR")).toBe(0);
  dataOf(await shop.session({ CHAIR: 5 }, { replaces: orderId }));
  await server.sandbox.webhooks({ mode: "send" });
  expect(await shop.order(orderId)).toEqual(over);
});

test("a processor that fails to end the earlier order leaves everything as it is", async () => {
  const shop = await newShop();
  const { orderId = "" } = dataOf(await shop.session({ CHAIR: 5 }));
  await server.sandbox.behave("error-before", { operation: "checkout.sessions.expire" });
  expect(await shop.session({ CHAIR: 5 }, { replaces: orderId })).toMatchObject({ status: 502, json: { code: "processor_error" } });
  await server.sandbox.behave("none");
  expect(await shop.order(orderId)).toEqual(pending);
  expect(await shop.stock("CHAIR")).toBe(0);
  dataOf(await shop.session({ CHAIR: 5 }, { replaces: orderId }));
});

test("what is over, unknown or of another shop is not replaced, and the order is made", async () => {
  const [shop, other] = [await newShop(), await newShop()];
  const foreign = dataOf(await other.session({ CHAIR: 1 }));
  const first = dataOf(await shop.session({ CHAIR: 1 }));
  const second = dataOf(await shop.session({ CHAIR: 1 }, { replaces: first.orderId }));
  for (const replaces of [first.orderId, foreign.orderId, "019aa0b1-2e40-4000-8000-000000000001", "no id"]) {
    dataOf(await shop.session({ CHAIR: 1 }, { replaces }));
  }
  expect(await other.order(foreign.orderId ?? "")).toEqual(pending);
  expect(await shop.order(second.orderId ?? "")).toEqual(pending);
});

test("orders that replace each other's items at the same time all come to an end", async () => {
  const shop = await newShop();
  const [one, two] = [dataOf(await shop.session({ LAMP: 1 })), dataOf(await shop.session({ CHAIR: 5 }))];
  const answers = await Promise.all([
    shop.session({ CHAIR: 5 }, { replaces: one.orderId }),
    shop.session({ LAMP: 1 }, { replaces: two.orderId }),
    shop.session({ LAMP: 1 }, { replaces: one.orderId }),
  ]);
  for (const { status } of answers) expect([201, 409]).toContain(status);
  expect(await shop.stock("LAMP")).toBeGreaterThanOrEqual(0);
});

test("an idempotency key whose order was cancelled unpaid makes a new order", async () => {
  const shop = await newShop();
  const key = { "idempotency-key": "basket 1" };
  const first = dataOf(await shop.session({ CHAIR: 1 }, {}, key));
  expect(dataOf(await shop.session({ CHAIR: 1 }, {}, key)).orderId).toBe(first.orderId);
  const second = dataOf(await shop.session({ CHAIR: 2 }, { replaces: first.orderId }));
  const third = dataOf(await shop.session({ CHAIR: 1 }, {}, key));
  expect(new Set([first.orderId, second.orderId, third.orderId]).size).toBe(3);
  expect(dataOf(await shop.session({ CHAIR: 1 }, {}, key)).orderId).toBe(third.orderId);
});
