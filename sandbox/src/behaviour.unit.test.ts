import Stripe from "stripe";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { sessionOf, startTestSandbox, type TestSandbox } from "./testing.ts";

let sandbox: TestSandbox;
beforeAll(async () => void (sandbox = await startTestSandbox()));
afterEach(() => sandbox.control("behaviour", { fault: "none" }));
afterAll(() => sandbox.sandbox.close());

let accounts = 0;
const operation = "checkout.sessions.create";

/** What the SDK makes of a fault, and how many sessions there are then. */
async function meet(error: string, more: object = {}) {
  const account = `sk_test_fault${++accounts}`;
  await sandbox.control("behaviour", { operation, fault: error, ...more });
  const stripe = new Stripe(account, { ...sandbox.sdk, timeout: 400 });
  const outcome = await stripe.checkout.sessions.create(sessionOf()).then(
    (session) => ({ session, type: "", statusCode: 200 }),
    (error: unknown) => ({ session: undefined, ...(error as { type: string; statusCode?: number }) }),
  );
  await sandbox.control("behaviour", { fault: "none" });
  const { sessions } = await sandbox.get("ledger");
  return { ...outcome, made: sessions.filter((session: { account: string }) => session.account === account).length as number };
}

test.each([
  ["none", "", 200, 1],
  ["delay", "", 200, 1],
  ["hang", "StripeConnectionError", undefined, 1],
  ["error-before", "StripeAPIError", 500, 0],
  ["error-after", "StripeAPIError", 500, 1],
  ["reset-before", "StripeConnectionError", undefined, 0],
  ["reset-after", "StripeConnectionError", undefined, 1],
  ["rate-limit", "StripeRateLimitError", 429, 0],
  ["garbage", "StripeAPIError", undefined, 1],
  ["html", "StripeAPIError", undefined, 1],
  ["slow-body", "StripeConnectionError", undefined, 1],
])("%s is %s %s to the SDK, and leaves the right number of sessions", async (error, type, statusCode, sessionCount) => {
  expect(await meet(error, { ...(error === "delay" && { delayMs: 50 }), ...(error === "slow-body" && { delayMs: 1_000 }) })).toMatchObject({
    type,
    made: sessionCount,
    ...(statusCode !== undefined && { statusCode }),
  });
});

test("answers can be damaged where the SDK does not look", async () => {
  expect((await meet("no-id")).session).toMatchObject({ object: "checkout.session" });
  expect((await meet("no-id")).session).not.toHaveProperty("id");
  expect((await meet("wrong-amount")).session?.amount_total).toBe(4_201);
});

test("a redirect leads elsewhere, where it is seen who follows", async () => {
  const body = "amount=100&currency=eur";
  await sandbox.control("behaviour", { operation: "*", fault: "redirect", times: 1 });
  const answer = await fetch(`${sandbox.url}/v1/payment_intents`, {
    method: "POST",
    redirect: "manual",
    headers: { authorization: "Bearer sk_test_r" },
    body,
  });
  expect([answer.status, answer.headers.get("location")]).toEqual([308, `${sandbox.sandbox.url}/sandbox/redirected`]);
  expect((await sandbox.get("ledger")).calls.redirected).toBeUndefined();
});

test("what is set for an operation goes before what is set for all, as often as it says", async () => {
  await sandbox.control("behaviour", { operation: "*", fault: "rate-limit" });
  await sandbox.control("behaviour", { operation: "events.list", fault: "error-before", times: 2 });
  const statuses = [];
  for (let call = 0; call < 3; call++) statuses.push((await sandbox.api("GET", "events", "")).status);
  expect(statuses).toEqual([500, 500, 429]);
});

test("a page of another origin has no control", async () => {
  const plain = await fetch(`${sandbox.url}/sandbox/behaviour`, { method: "POST", body: '{"fault":"hang"}' });
  expect(plain.status).toBe(400);
  expect(await sandbox.control("behaviour", { fault: "explode" })).toMatchObject({ error: { param: "fault" } });
});
