import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestSandbox, type TestSandbox } from "./testing.ts";

interface Failure {
  error: { type: string; code?: string };
}

let sandbox: TestSandbox;
beforeAll(async () => void (sandbox = await startTestSandbox()));
afterAll(() => sandbox.sandbox.close());

const pay = (key: string, { amount = 4_200, path = "payment_intents", account = key, order = "" } = {}) =>
  sandbox.api("POST", path, order || `amount=${amount}&currency=eur`, {
    "idempotency-key": key,
    authorization: `Bearer sk_test_${account.replaceAll("-", "_")}`,
  });
const intentsOf = async (account: string) =>
  (await sandbox.get("ledger")).intents.filter(
    (intent: { account: string }) => intent.account === `sk_test_${account.replaceAll("-", "_")}`,
  );

test("a repeated call has the first answer again, and no further effect", async () => {
  const first = await pay("repeat");
  const again = await pay("repeat", { order: "currency=eur&amount=4200" });
  expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
  expect(first.headers.has("idempotent-replayed")).toBe(false);
  expect(await again.text()).toBe(await first.text());
  expect(await intentsOf("repeat")).toHaveLength(1);
});

test("a key is for one set of parameters and one path", async () => {
  await pay("other");
  for (const more of [{ amount: 1 }, { amount: 4_201 }, { path: "refunds" }]) {
    const answer = await pay("other", more);
    expect([answer.status, ((await answer.json()) as Failure).error.type]).toEqual([400, "idempotency_error"]);
  }
  expect(await intentsOf("other")).toHaveLength(1);
});

test("another account has keys of its own", async () => {
  const [one, other] = await Promise.all([pay("shared", { account: "one" }), pay("shared", { account: "two", amount: 999 })]);
  expect([one.status, other.status]).toEqual([200, 200]);
});

test("a call while the first is under way is refused, and works afterwards", async () => {
  await sandbox.control("behaviour", { operation: "payment_intents.create", fault: "delay", delayMs: 300, times: 1 });
  const first = pay("busy");
  while ((await sandbox.get("ledger")).calls["payment_intents.create"] === undefined) await Promise.resolve();
  const answers = await Promise.all([first, pay("busy")]);
  expect(answers.map(({ status }) => status)).toEqual([200, 409]);
  expect(((await answers[1].json()) as Failure).error.code).toBe("idempotency_key_in_use");
  expect((await pay("busy")).headers.get("idempotent-replayed")).toBe("true");
  expect(await intentsOf("busy")).toHaveLength(1);
});

test("a hundred calls at once make one payment", async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => pay("hundred")));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(await intentsOf("hundred")).toHaveLength(1);
});

test("a failure that came after the effect is the answer for a day", async () => {
  await sandbox.control("behaviour", { operation: "payment_intents.create", fault: "error-after", times: 1 });
  expect((await pay("failed")).status).toBe(500);
  const again = await pay("failed");
  expect([again.status, again.headers.get("idempotent-replayed"), again.headers.get("stripe-should-retry")]).toEqual([
    500,
    "true",
    "false",
  ]);
  expect(await intentsOf("failed")).toHaveLength(1);
  sandbox.wait(24 * 60 * 60 + 1);
  expect((await pay("failed")).status).toBe(200);
  expect(await intentsOf("failed")).toHaveLength(2);
});

test("a failure before anything began leaves the key free", async () => {
  await sandbox.control("behaviour", { operation: "payment_intents.create", fault: "error-before", times: 1 });
  expect((await pay("early")).status).toBe(500);
  expect((await pay("early", { amount: 1 })).status).toBe(400);
  expect((await pay("early")).status).toBe(200);
  expect(await intentsOf("early")).toHaveLength(1);
});
