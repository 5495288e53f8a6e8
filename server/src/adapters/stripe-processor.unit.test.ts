import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PaymentRequest, Processor } from "../ports/processor.ts";
import { stripeProcessor } from "./stripe-processor.ts";

let server: Server;
let processor: Processor;
let answer: object = {};
beforeAll(async () => {
  server = createServer((_request, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer)),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  processor = stripeProcessor({ apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
afterAll(async () => {
  await processor.close();
  server.closeAllConnections();
  server.close();
});

const intent = (status: string, more: object = {}) => ({
  id: "pi_1",
  object: "payment_intent",
  status,
  amount: 500,
  currency: "eur",
  client_secret: "pi_1_secret_x",
  latest_charge: null,
  ...more,
});
const session = (status: string, paid: string, through: object | null) => ({
  id: "cs_1",
  object: "checkout.session",
  url: null,
  status,
  payment_status: paid,
  payment_intent: through,
  amount_total: 500,
  currency: "eur",
  customer_details: { email: "payer@example.com" },
});

// https://docs.stripe.com/payments/paymentintents/lifecycle, and for pages https://docs.stripe.com/api/checkout/sessions/object
test.each<[string, object, string, boolean]>([
  ["an intent without a method", intent("requires_payment_method"), "PENDING", false],
  ["one whose method was declined", intent("requires_payment_method", { last_payment_error: { code: "card_declined" } }), "FAILED", false],
  ["one that needs an action of the payer", intent("requires_action"), "REQUIRES_ACTION", false],
  ["one in progress", intent("processing"), "PROCESSING", false],
  ["one that was cancelled", intent("canceled"), "CANCELLED", true],
  ["one that was paid", intent("succeeded", { latest_charge: { amount_refunded: 0 } }), "SUCCEEDED", true],
  ["one that was refunded in part", intent("succeeded", { latest_charge: { amount_refunded: 499 } }), "PARTIALLY_REFUNDED", true],
  ["one that was refunded", intent("succeeded", { latest_charge: { amount_refunded: 500 } }), "REFUNDED", true],
  ["an open page", session("open", "unpaid", null), "PENDING", false],
  [
    "a page with a declined card",
    session("open", "unpaid", intent("requires_payment_method", { last_payment_error: {} })),
    "FAILED",
    false,
  ],
  ["an expired page", session("expired", "unpaid", null), "CANCELLED", true],
  ["a page that was paid", session("complete", "paid", intent("succeeded")), "SUCCEEDED", true],
  ["a page with a payment in progress", session("complete", "unpaid", intent("processing")), "PROCESSING", false],
  ["a page that handed out a voucher", session("complete", "unpaid", intent("requires_action")), "REQUIRES_ACTION", false],
  [
    "a page whose payment failed",
    session("complete", "unpaid", intent("requires_payment_method", { last_payment_error: {} })),
    "FAILED",
    true,
  ],
])("%s", async (_name, response, status, isOver) => {
  answer = response;
  const isPage = (response as { object: string }).object === "checkout.session";
  const payment = await processor.read("sk_test_x", { sessionId: isPage ? "cs_1" : null, intentId: isPage ? null : "pi_1" });
  expect(payment).toMatchObject({ status, isOver, amount: 500, currency: "eur", email: isPage ? "payer@example.com" : null });
});

test.each<[string, object]>([
  ["an empty object", {}],
  ["one of another kind", { ...intent("succeeded"), object: "charge" }],
  ["an amount in words", { ...intent("succeeded"), amount: "500" }],
  ["no status", { ...intent("succeeded"), status: undefined }],
  ["an error with a success", { ...intent("succeeded"), error: { type: "card_error" } }],
  ["one about another payment", { ...intent("succeeded"), id: "pi_2" }],
  ["an id that no database holds", { ...intent("succeeded"), latest_charge: "ch_\0" }],
])("an invalid response is not trusted: %s", async (_name, response) => {
  answer = response;
  await expect(processor.read("sk_test_x", { sessionId: null, intentId: "pi_1" })).rejects.toMatchObject({ kind: "unreachable" });
});

const request: PaymentRequest = {
  reference: "00000000-0000-4000-8000-000000000000",
  amount: 500,
  currency: "eur",
  description: null,
  metadata: {},
  email: null,
  page: { lines: [], successUrl: "https://shop.example/", cancelUrl: "https://shop.example/", expiresAt: null },
};

test.each([
  ...["javascript:alert(1)", "java\tscript:alert(1)", "data:text/html,x", "//pay.example/x", "/x", "https:pay.example", "https://"],
  ...[
    "https://pay.example\\@other.example/",
    "https://pay.example/\r\nx",
    "https://ana@pay.example/",
    `https://pay.example/${"x".repeat(9_000)}`,
  ],
])("nobody is redirected to an invalid page: %j", async (url) => {
  answer = { ...session("open", "unpaid", null), url };
  await expect(processor.open("sk_test_x", request)).rejects.toMatchObject({ kind: "unreachable", reason: "unreadable_session" });
});

test.each(["", "cs_\0", "cs_\ud800", "../refunds", "cs 1", "x".repeat(256)])("an id is a word: %j is not one", async (id) => {
  answer = { ...session("open", "unpaid", null), url: "https://pay.example/x", id };
  await expect(processor.open("sk_test_x", request)).rejects.toMatchObject({ kind: "unreachable", reason: "unreadable_session" });
});

test("a page's address is passed on unchanged, over http if the processor is reached that way", async () => {
  for (const url of ["https://pay.example/c/pay/cs_1#fid=%2Fx", "http://127.0.0.1:4242/c/pay/cs_1"]) {
    answer = { ...session("open", "unpaid", null), url };
    expect((await processor.open("sk_test_x", request)).handover).toBe(url);
  }
});
