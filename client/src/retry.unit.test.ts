import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { clientOf, problem } from "../test/fake-server.ts";
import type { VitrineError } from "./index.ts";

// Waiting takes no time in these tests; it is counted.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The outcome of a call that waits, and its duration. */
async function ended<Value>(call: Promise<Value>): Promise<{ value?: Value; error?: VitrineError; ms: number }> {
  const begun = Date.now();
  const settled = call.then(
    (value) => ({ value, ms: Date.now() - begun }),
    (error: unknown) => ({ error: error as VitrineError, ms: Date.now() - begun }),
  );
  await vi.runAllTimersAsync();
  return settled;
}

const items = [{ variantId: "v", quantity: 1 }];
const signUp = { siteName: "A shop", siteSlug: "shop", email: "a@b.example", password: "a long password" };

describe("a retry", () => {
  const tooMany = problem(429, "rate_limited", { retryAfter: 3 }, { "retry-after": "3" });

  test.each<[string, (client: ReturnType<typeof clientOf>["client"]) => Promise<unknown>]>([
    ["a read", (client) => client.content.listPages()],
    ["a write", (client) => client.signup.startSignup(signUp)],
  ])("waits for the time in Retry-After and a little more after 429: %s", async (_, ask) => {
    const { client, seen } = clientOf({}, tooMany, tooMany, {});
    const { error, ms } = await ended(ask(client));
    expect([error, seen.length]).toEqual([undefined, 3]);
    expect(ms).toBeGreaterThanOrEqual(6_000);
    expect(ms).toBeLessThanOrEqual(7_500);
  });

  test("happens no more often than the limit", async () => {
    for (const retries of [0, 1, 4]) {
      const { client, seen } = clientOf({}, tooMany);
      expect((await ended(client.content.listPages({}, { retries }))).error).toMatchObject({ code: "rate_limited", retryAfter: 3 });
      expect(seen.length).toBe(retries + 1);
    }
    const { client, seen } = clientOf({ retries: 0 }, tooMany);
    await ended(client.content.listPages());
    expect(seen.length).toBe(1);
  });

  test("does not happen when the wait would be minutes, or when a person has to wait", async () => {
    const wait = { "retry-after": "31" };
    const cases = [
      problem(429, "rate_limited", { retryAfter: 31 }, wait),
      problem(503, "unavailable", {}, wait),
      problem(429, "resend_cooldown", { retryAfter: 2, resendAvailableAt: "" }, { "retry-after": "2" }),
      problem(429, "resend_limit"),
    ];
    for (const reply of cases) {
      const { client, seen } = clientOf({}, reply);
      const { error, ms } = await ended(client.content.listPages());
      expect([error?.code, seen.length, ms]).toEqual([reply.body.code, 1, 0]);
    }
  });

  test("accepts a date in Retry-After, and a refusal by a proxy in front", async () => {
    const date = new Date(Date.now() + 5_000).toUTCString();
    const { client, seen } = clientOf({}, { status: 429, body: "Slow down", headers: { "retry-after": date } }, {});
    const { ms } = await ended(client.signup.startSignup(signUp));
    expect([seen.length, ms > 4_000, ms < 6_500]).toEqual([2, true, true]);
  });

  test("reads a date by the clock that wrote it, since a visitor's may be wrong by hours", async () => {
    for (const wrongBy of [-7_200_000, 7_200_000]) {
      const at = (ms: number) => new Date(Date.now() + wrongBy + ms).toUTCString();
      const headers = { date: at(0), "retry-after": at(5_000) };
      const { client, seen } = clientOf({}, { status: 429, body: "Slow down", headers }, {});
      const { ms } = await ended(client.content.listPages());
      expect([seen.length, ms >= 5_000, ms < 6_500]).toEqual([2, true, true]);
    }
  });

  test.each(["1.5", "-5", "soon", "20, 20", ""])("ignores an invalid Retry-After: %j", async (wait) => {
    const { client, seen } = clientOf({ retries: 0 }, { status: 429, body: "Slow down", headers: { "retry-after": wait } });
    expect((await ended(client.content.listPages())).error).toMatchObject({ status: 429, retryAfter: undefined });
    expect(seen.length).toBe(1);
  });

  const away: [string, Parameters<typeof clientOf>[1]][] = [
    ["no network", new TypeError("fetch failed")],
    ["a timeout", "never"],
    ["502", { status: 502, body: "" }],
    ["503", problem(503, "unavailable", {}, { "retry-after": "1" })],
    ["504", problem(504, "processor_timeout")],
  ];
  test.each(away)("happens only when repeating changes nothing: %s", async (_, reply) => {
    const calls: [number, (client: ReturnType<typeof clientOf>["client"]) => Promise<unknown>][] = [
      [2, (client) => client.catalog.listProducts()],
      [2, (client) => client.account.getAccount()],
      [2, (client) => client.checkout.createCheckoutPaymentIntent({ items })],
      [2, (client) => client.payments.createPaymentIntent({ amount: 100 })],
      [1, (client) => client.customers.registerCustomer({ email: "a@b.example", password: "a long password" })],
      [1, (client) => client.account.updateAccount({ phone: null })],
      [1, (client) => client.forms.submitForm({ slug: "contact", data: {} })],
    ];
    for (const [tries, ask] of calls) {
      const { client, seen } = clientOf({}, reply, {});
      const { error } = await ended(ask(client));
      expect([seen.length, error === undefined]).toEqual([tries, tries === 2]);
    }
  });

  test.each([400, 401, 403, 404, 409, 410, 422, 500])("does not happen after %s", async (status) => {
    const { client, seen } = clientOf({}, problem(status, "internal_error"));
    expect((await ended(client.checkout.createCheckoutPaymentIntent({ items }))).error).toMatchObject({ status });
    expect(seen.length).toBe(1);
  });

  test("waits longer each time when the response gives no time", async () => {
    const { client, seen } = clientOf({ retries: 5 }, new TypeError("fetch failed"));
    const { error, ms } = await ended(client.content.listPages());
    expect(error).toMatchObject({ code: "network_error", status: 0, requestId: "", cause: { message: "fetch failed" } });
    expect(seen.length).toBe(6);
    expect(ms).toBeGreaterThanOrEqual(250 * 31);
  });

  test("waits for half a minute at most, however many retries are allowed", async () => {
    const { client, seen } = clientOf({}, new TypeError("fetch failed"));
    const { ms } = await ended(client.content.listPages({}, { retries: 30 }));
    expect(seen.length).toBe(31);
    expect(ms).toBeLessThanOrEqual(30 * 37_500);
    expect(ms).toBeGreaterThan(22 * 30_000);
  });

  test("does not happen for a request that can never be sent, which is no network error", async () => {
    const { client, seen } = clientOf({}, {});
    const { error } = await ended(client.payments.createPaymentIntent({ amount: 1 }, { idempotencyKey: "Bestellung №7" }));
    expect([error instanceof TypeError, seen.length]).toEqual([true, 0]);
  });
});
