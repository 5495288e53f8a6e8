import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { clientOf, problem } from "../test/fake-server.ts";
import { attempt, isVitrineError, type VitrineError } from "./index.ts";

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

describe("a response", () => {
  test("is returned without its envelope, a list with it, and a body without one unchanged", async () => {
    expect(await clientOf({}, { body: { data: { slug: "home" } } }).client.content.getPage({ slug: "home" })).toEqual({ slug: "home" });
    const list = { data: [1], page: 1, pageSize: 50, total: 1 };
    expect(await clientOf({}, { body: list }).client.content.listPages()).toEqual(list);
    expect(await clientOf({}, { body: { ok: true, data: { token: "jwt" } } }).client.customers.logIn({ email: "", password: "" })).toEqual({
      token: "jwt",
    });
    const submitted = { ok: true, successMessage: "Thanks" };
    expect(await clientOf({}, { status: 202, body: submitted }).client.forms.submitForm({ slug: "contact", data: {} })).toEqual(submitted);
  });

  test("with a problem is thrown with the problem's members", async () => {
    const reply = problem(409, "out_of_stock", { items: [{ variantId: "v", available: 0 }] });
    const { error } = await ended(clientOf({}, reply).client.checkout.createCheckoutPaymentIntent({ items }, { idempotencyKey: "k" }));
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      name: "VitrineError",
      message: "out_of_stock: A detail",
      code: "out_of_stock",
      status: 409,
      title: "A title",
      detail: "A detail",
      requestId: "r-1",
      errors: [],
      items: [{ variantId: "v", available: 0 }],
      operation: "createCheckoutPaymentIntent",
      idempotencyKey: "k",
      retryAfter: undefined,
    });
    expect(isVitrineError(error)).toBe(true);
    expect(isVitrineError(error, "email_taken", "out_of_stock")).toBe(true);
    expect(isVitrineError(error, "email_taken")).toBe(false);
    expect([new Error("out_of_stock"), null, undefined, "out_of_stock"].map((other) => isVitrineError(other))).toEqual(
      Array(4).fill(false),
    );
  });

  test("that is not Vitrine's is distinguished from one that is", async () => {
    const page = { status: 502, body: "<h1>Bad gateway</h1>", headers: { "x-request-id": "proxy-1" } };
    expect((await ended(clientOf({ retries: 0 }, page).client.content.listPages())).error).toMatchObject({
      code: "unexpected_response",
      status: 502,
      requestId: "proxy-1",
    });
    for (const body of ["<h1>Sign in to the hotel's network</h1>", "", "null", "7", "[]"]) {
      const { client, seen } = clientOf({}, { body });
      expect((await ended(client.content.listPages())).error).toMatchObject({ code: "unexpected_response", status: 200 });
      expect(seen.length).toBe(1);
    }
  });

  test("with JSON of another server is not a problem, and no error quotes it", async () => {
    const theirs = { status: 403, code: "forbidden", title: 7, errors: { path: "/" }, message: "Pay the proxy" };
    for (const body of [theirs, { ...theirs, type: "https://proxy.example/problems/other" }, [theirs]]) {
      const { error } = await ended(clientOf({}, { status: 403, body }).client.content.listPages());
      expect(error).toMatchObject({ code: "unexpected_response", status: 403, title: "unexpected response", errors: [] });
      expect(error?.message).toBe(
        "unexpected_response: GET https://vitrine.example/api/public/v1/pages returned 403, and not from Vitrine.",
      );
      expect(error?.address).toBe("GET https://vitrine.example/api/public/v1/pages");
    }
    const body = JSON.stringify({ ...problem(404, "page_not_found").body, own: 1 }).replace('"own":1', '"__proto__":{"name":"Other"}');
    const { error } = await ended(clientOf({}, { status: 404, body }).client.content.listPages());
    expect(error).toBeInstanceOf(Error);
    expect(isVitrineError(error, "page_not_found")).toBe(true);
  });

  test("can be inspected with `attempt` instead of caught", async () => {
    expect(await attempt(clientOf({}, { body: { data: { slug: "home" } } }).client.content.getPage({ slug: "home" }))).toEqual({
      data: { slug: "home" },
      error: undefined,
    });
    const refused = await attempt(clientOf({}, problem(404, "page_not_found")).client.content.getPage({ slug: "nowhere" }));
    expect([refused.data, refused.error?.code]).toEqual([undefined, "page_not_found"]);
    const aborted = clientOf({}, {}).client.content.getPage({ slug: "home" }, { signal: AbortSignal.abort(new Error("gone")) });
    await expect(attempt(aborted)).rejects.toThrow("gone");
  });
});

describe("an idempotency key", () => {
  const keys = (seen: { headers: Headers }[]) => seen.map(({ headers }) => headers.get("idempotency-key"));

  test("is generated for each call that orders or pays, and is the same for its retries", async () => {
    const { client, seen } = clientOf({}, new TypeError("fetch failed"), {}, {});
    await ended(client.checkout.createCheckoutPaymentIntent({ items }));
    await ended(client.checkout.createCheckoutPaymentIntent({ items }));
    const [first, again, second] = keys(seen);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(again).toBe(first);
    expect(second).not.toBe(first);
  });

  test("is the caller's own if given, and is in the error", async () => {
    const { client, seen } = clientOf({}, new TypeError("fetch failed"));
    const { error } = await ended(client.payments.createPaymentIntent({ amount: 1 }, { idempotencyKey: "order-7" }));
    expect(keys(seen)).toEqual(["order-7", "order-7", "order-7"]);
    expect(error).toMatchObject({ code: "network_error", idempotencyKey: "order-7" });
    const outcome = await ended(clientOf({}, new TypeError("fetch failed")).client.payments.createPaymentIntent({ amount: 1 }));
    expect(outcome.error?.idempotencyKey).toMatch(/^[0-9a-f]{32}$/);
  });

  test("is sent only with operations that take one", async () => {
    const { client, seen } = clientOf({ customerToken: "jwt" }, {});
    await client.account.changePassword({ currentPassword: "a", newPassword: "b" });
    await client.content.listPages();
    expect(keys(seen)).toEqual([null, null]);
  });

  test("does not make an operation that ignores it safe to retry", async () => {
    const { client, seen } = clientOf({}, new TypeError("fetch failed"));
    const options = { idempotencyKey: "k" } as object;
    expect((await ended(client.forms.submitForm({ slug: "contact", data: {} }, options))).error?.code).toBe("network_error");
    expect(keys(seen)).toEqual([null]);
  });

  test("in use by another request is retried while the server holds it, and no longer", async () => {
    const busy = problem(409, "idempotency_in_progress", {}, { "retry-after": "1" });
    const patient = clientOf({}, ...([busy, busy, busy, busy, busy, {}] as const));
    expect((await ended(patient.client.checkout.createCheckoutPaymentIntent({ items }))).error).toBeUndefined();
    expect(patient.seen.length).toBe(6);
    const stuck = clientOf({}, busy);
    const { error, ms } = await ended(stuck.client.checkout.createCheckoutPaymentIntent({ items }));
    // A timer drops fractions of a millisecond.
    expect([error?.code, ms > 29_900, ms < 33_000]).toEqual(["idempotency_in_progress", true, true]);
    const hasty = clientOf({ retries: 0 }, busy);
    await ended(hasty.client.checkout.createCheckoutPaymentIntent({ items }));
    expect(hasty.seen.length).toBe(1);
  });
});

describe("an abort signal", () => {
  const reason = new Error("the visitor left");

  test("that is already aborted prevents any request", async () => {
    const { client, seen } = clientOf({}, {});
    await expect(client.content.listPages({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(seen.length).toBe(0);
  });

  test("ends a call that waits for a response, without a retry", async () => {
    const { client, seen } = clientOf({}, "never");
    const controller = new AbortController();
    const call = client.content.listPages({}, { signal: controller.signal });
    await vi.advanceTimersByTimeAsync(1_000);
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
    expect(seen.length).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("ends a call that waits for a retry", async () => {
    const { client, seen } = clientOf({}, problem(429, "rate_limited", { retryAfter: 20 }, { "retry-after": "20" }));
    const controller = new AbortController();
    const call = client.content.listPages({}, { signal: controller.signal });
    await vi.advanceTimersByTimeAsync(5_000);
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
    expect([seen.length, vi.getTimerCount()]).toEqual([1, 0]);
  });

  test("ends a call whose fetch ignores it before the next wait", async () => {
    const controller = new AbortController();
    const fetch = async () => {
      controller.abort(reason);
      return new Response("Slow down", { status: 429, headers: { "retry-after": "20" } });
    };
    const { client } = clientOf({ fetch }, {});
    const { error, ms } = await ended(client.content.listPages({}, { signal: controller.signal }));
    expect([error, ms]).toEqual([reason, 0]);
  });

  test("of a long-lived page accumulates no listeners", async () => {
    const controller = new AbortController();
    let listening = 0;
    const { signal } = controller;
    const counted = Object.assign(signal, {
      addEventListener: () => void (listening += 1),
      removeEventListener: () => void (listening -= 1),
    });
    const { client } = clientOf({}, new TypeError("fetch failed"), {});
    await ended(client.content.listPages({}, { signal: counted }));
    expect(listening).toBe(0);
  });
});

test("a try times out after the client's timeout or the call's own", async () => {
  const { client, seen } = clientOf({ timeoutMs: 5_000, retries: 0 }, "never");
  expect(await ended(client.content.listPages())).toMatchObject({ error: { code: "timeout", status: 0 }, ms: 5_000 });
  expect(await ended(client.content.listPages({}, { timeoutMs: 100 }))).toMatchObject({ error: { code: "timeout" }, ms: 100 });
  expect(seen.length).toBe(2);
  const controller = new AbortController();
  const endless = client.content.listPages({}, { timeoutMs: Infinity, signal: controller.signal });
  await vi.advanceTimersByTimeAsync(60_000_000);
  controller.abort(new Error("enough"));
  await expect(endless).rejects.toThrow("enough");
});

test("a token from a function is requested only for operations that take one, once a call", async () => {
  let asked = 0;
  const customerToken = async () => `jwt-${++asked}`;
  const { client, seen } = clientOf({ customerToken }, new TypeError("fetch failed"), {});
  await ended(client.account.getAccount());
  await ended(client.content.listPages());
  expect(seen.map(({ headers }) => headers.get("authorization"))).toEqual(["Bearer jwt-1", "Bearer jwt-1", null]);
  await ended(client.withCustomerToken("other").account.getAccount());
  await ended(client.withCustomerToken(undefined).account.getAccount());
  expect(seen.slice(3).map(({ headers }) => headers.get("authorization"))).toEqual(["Bearer other", null]);
});

test("only a public read follows a redirect", async () => {
  const asked: [string, unknown][] = [];
  const fetch = async (url: string, { redirect }: RequestInit) => {
    asked.push([new URL(url).pathname.split("/").at(-1) ?? "", redirect]);
    return new Response(null, { status: 307, headers: { location: "https://elsewhere.example" } });
  };
  const { client } = clientOf({ fetch, customerToken: "jwt" }, {});
  await ended(client.content.listPages());
  const logIn = () => client.customers.logIn({ email: "a@b.example", password: "a long password" });
  const preview = () => client.withPreview("pv_x").content.listPages();
  for (const call of [() => client.account.getAccount(), logIn, preview]) {
    expect((await ended<unknown>(call())).error).toMatchObject({ code: "unexpected_response", status: 307 });
  }
  expect(asked).toEqual([
    ["pages", "follow"],
    ["account", "manual"],
    ["login", "manual"],
    ["pages", "manual"],
  ]);
});
