import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newApiKey } from "../../server/src/features/server/sites/api-key.ts";
import { compareLedgers } from "../kit/ledgers.ts";
import { shop as shopApi, startServer, type Answer, type TestServer, type TestSite } from "../kit/harness.ts";
import { sessionIdOf } from "../kit/sandbox-client.ts";
import { password, storefront } from "../kit/shopper.ts";
import { dataOf, catalogItems, paymentPlugin, returnUrls, checkoutClient } from "../kit/checkout-client.ts";

const day = 24 * 60 * 60_000;
const chairs = 60;

let server: TestServer;
/** The gate before each call to the processor. */
let gate: Promise<void> | undefined;
let atGate: () => void = () => undefined;
beforeAll(async () => {
  server = await startServer({
    takesPayments: true,
    throughProcessor: (processor) => ({
      ...processor,
      open: async (secretKey, request) => {
        atGate();
        await gate;
        return processor.open(secretKey, request);
      },
    }),
  });
});
afterAll(() => server.stop());

let site: TestSite;
let account: string;
let secondKey: string;
beforeEach(async () => {
  const plugins = paymentPlugin();
  account = plugins["svc.payments"].config.secretKey;
  const [first, second] = [newApiKey(), newApiKey()];
  const apiKeys = [
    { name: "first", key: first },
    { name: "second", key: second },
  ];
  site = {
    ...(await server.addSite({ plugins, apiKeys, products: catalogItems({ CHAIR: { price: 4_200, stock: chairs } }) })),
    key: first,
  };
  secondKey = second;
});

const keyed = (key: string) => ({ "idempotency-key": key });
const buy = (key: string, more: object = {}) => checkoutClient(server, site).session({ CHAIR: 1 }, more, keyed(key));
const orders = async () => server.deps.sql<{ status: string }>`select status from orders where site_id = ${site.id}`;
/** The books and the ledger must agree. */
const expectSameLedgers = async () => {
  const errors = await compareLedgers(
    server.deps.sql,
    { siteId: site.id, account, stock: { CHAIR: chairs } },
    await server.sandbox.ledger(),
  );
  expect(errors).toEqual([]);
};
const sessions = async () => (await server.sandbox.ledger()).sessions.filter((session) => session.account === account);
const isReplay = ({ headers }: Answer) => headers.get("idempotent-replayed") === "true";
const leaseEnds = () =>
  server.deps.sql`update idempotent_requests set leased_until = statement_timestamp() - interval '1 second' where site_id = ${site.id}`;

/** Begins a request, and resolves when it waits for the processor, with the way to let it go on. */
async function begun(start: () => Promise<Answer>): Promise<{ finish(): Promise<Answer> }> {
  let open: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => (atGate = resolve));
  gate = new Promise((resolve) => (open = resolve));
  const answer = start();
  await arrived;
  return {
    finish: () => {
      gate = undefined;
      open();
      return answer;
    },
  };
}

describe("fifty requests at once with one key", () => {
  test("create one order, one session and one response, byte for byte", async () => {
    await checkoutClient(server, site).variantId("CHAIR");
    const answers = await Promise.all(Array.from({ length: 50 }, () => buy("order-1")));
    const answered = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(answered.filter((answer) => !isReplay(answer))).toHaveLength(1);
    expect(new Set(answered.map(({ text }) => text)).size).toBe(1);
    for (const { status, json, headers } of refused) {
      expect([status, (json as { code: string }).code, headers.get("retry-after")]).toEqual([409, "idempotency_in_progress", "1"]);
    }
    const again = await Promise.all(Array.from({ length: 50 }, () => buy("order-1")));
    for (const answer of again) expect([answer.status, answer.text, isReplay(answer)]).toEqual([201, answered[0]?.text, true]);
    expect([(await orders()).length, (await sessions()).length]).toEqual([1, 1]);
    expect(await checkoutClient(server, site).stock("CHAIR")).toBe(chairs - 1);
    await expectSameLedgers();
  });

  test("are refused while the first waits for the processor, with a time to retry", async () => {
    const { finish } = await begun(() => buy("order-1"));
    const answers = await Promise.all(Array.from({ length: 49 }, () => buy("order-1")));
    for (const { status, json, headers } of answers) {
      expect([status, (json as { code: string }).code, headers.get("retry-after")]).toEqual([409, "idempotency_in_progress", "1"]);
    }
    // Another body is another mistake, also while the first is in progress.
    expect(await buy("order-1", { tax: 1 })).toMatchObject({ status: 422, json: { code: "idempotency_key_reused" } });
    const first = await finish();
    expect([first.status, isReplay(first)]).toEqual([201, false]);
    expect((await buy("order-1")).text).toBe(first.text);
    expect((await orders()).length).toBe(1);
    await expectSameLedgers();
  });

  test.each(["payment-intent", "plugin intent", "plugin session"])("make one payment by way of a %s", async (way) => {
    const { intent, pluginIntent, pluginSession, variantId } = checkoutClient(server, site);
    await variantId("CHAIR");
    const ways: Record<string, () => Promise<Answer>> = {
      "payment-intent": () => intent({ CHAIR: 1 }, {}, keyed("order-1")),
      "plugin intent": () => pluginIntent({ amount: 500 }, keyed("order-1")),
      "plugin session": () => pluginSession({ amount: 500 }, keyed("order-1")),
    };
    const ask = ways[way] ?? (() => Promise.reject(new Error(way)));
    const answers = await Promise.all(Array.from({ length: 50 }, ask));
    const texts = answers.filter(({ status }) => status === 201).map(({ text }) => text);
    expect([new Set(texts).size, answers.filter(({ status }) => ![201, 409].includes(status))]).toEqual([1, []]);
    const again = await ask();
    expect([again.status, again.text, isReplay(again)]).toEqual([201, texts[0], true]);
    const payments = await server.deps.sql<{ id: string }>`select id from payments where site_id = ${site.id}`;
    expect(payments).toHaveLength(1);
    await expectSameLedgers();
  });
});

describe("the same key is independent", () => {
  test("at another site, with another API key, for another customer or operation", async () => {
    const first = await buy("same");
    const { intent, pluginIntent, pluginSession, post } = checkoutClient(server, site);
    const otherSite = await server.addSite({ plugins: paymentPlugin(), products: catalogItems({ CHAIR: { price: 4_200 } }) });
    const shopper = storefront(server, { ...site });
    const tokenOf = async (email: string) => {
      await shopper.register(email);
      return { authorization: `Bearer ${(await shopper.logIn(email, password)) ?? ""}` };
    };
    const [ada, eve] = [await tokenOf("ada@example.com"), await tokenOf("eve@example.com")];
    const body = { items: [{ variantId: await checkoutClient(server, site).variantId("CHAIR"), quantity: 1 }], ...returnUrls };
    const answers = [
      first,
      await checkoutClient(server, otherSite).session({ CHAIR: 1 }, {}, keyed("same")),
      await checkoutClient(server, { ...site, key: secondKey }).session({ CHAIR: 1 }, {}, keyed("same")),
      await post(`${shopApi}/checkout/session`, body, { ...keyed("same"), ...ada }),
      await post(`${shopApi}/checkout/session`, body, { ...keyed("same"), ...eve }),
      await intent({ CHAIR: 1 }, {}, keyed("same")),
      await pluginIntent({ amount: 500 }, keyed("same")),
      await pluginSession({ amount: 500 }, keyed("same")),
      await buy("Same"),
      await buy("same "),
    ];
    // A blank at the end is not part of a header's value.
    const last = answers.pop();
    expect([last?.text, last && isReplay(last)]).toEqual([first.text, true]);
    for (const answer of answers) expect([answer.status, isReplay(answer)]).toEqual([201, false]);
    const createdIds = answers.map((answer) => dataOf(answer).orderId ?? dataOf(answer).paymentId);
    expect(new Set(createdIds).size).toBe(answers.length);
    const again = await post(`${shopApi}/checkout/session`, body, { ...keyed("same"), ...ada });
    expect([again.text, isReplay(again)]).toEqual([answers[3]?.text, true]);
    await expectSameLedgers();
  });

  test("after a day, and not a moment sooner", async () => {
    const first = await buy("same");
    server.clock.advance(day - 1);
    expect((await buy("same")).text).toBe(first.text);
    expect(await buy("same", { tax: 1 })).toMatchObject({ status: 422 });
    server.clock.advance(1);
    const second = await buy("same", { tax: 1 });
    expect([second.status, isReplay(second)]).toEqual([201, false]);
    expect(dataOf(second).orderId).not.toBe(dataOf(first).orderId);
    expect((await buy("same", { tax: 1 })).text).toBe(second.text);
    expect(await buy("same")).toMatchObject({ status: 422 });
  });
});

describe("after an error the key is free", () => {
  test("when a product was out of stock, also for another body", async () => {
    const { session } = checkoutClient(server, site);
    expect(await session({ CHAIR: chairs + 1 }, {}, keyed("order-1"))).toMatchObject({ status: 409, json: { code: "out_of_stock" } });
    expect(await session({ CHAIR: 1 }, {}, keyed("order-1"))).toMatchObject({ status: 201 });
    await expectSameLedgers();
  });

  test("when the processor failed, and nothing of the first try can be paid", async () => {
    // Twice: the SDK itself retries once on a connection that was reset.
    await server.sandbox.behave("reset-after", { operation: "checkout.sessions.create", times: 2 });
    expect(await buy("order-1")).toMatchObject({ status: 502 });
    const second = await buy("order-1");
    expect([second.status, isReplay(second)]).toEqual([201, false]);
    await server.checkPayments();
    await server.runTasks();
    await server.sandbox.settled();
    expect((await orders()).map(({ status }) => status).sort()).toEqual(["CANCELLED", "PENDING"]);
    await expectSameLedgers();
  });

  test("when a rule refuses it", async () => {
    expect(await buy("order-1", { customerEmail: "nobody" })).toMatchObject({ status: 400 });
    expect(await buy("order-1")).toMatchObject({ status: 201 });
  });
});

describe("a try whose process died", () => {
  const died = async (more: { stored: boolean }) => {
    await server.deps.sql`update idempotent_requests set answer = null where site_id = ${site.id}`;
    if (more.stored) return;
    await server.deps.sql`
      update payments set processor_session_id = null, check_at = created_at + interval '2 minutes' where site_id = ${site.id}`;
  };

  test.each([{ stored: true }, { stored: false }])("is resumed once its lease has expired: $stored", async (more) => {
    const first = await buy("order-1");
    await died(more);
    expect(await buy("order-1")).toMatchObject({ status: 409, json: { code: "idempotency_in_progress" } });
    await leaseEnds();
    expect(await buy("order-1", { tax: 1 })).toMatchObject({ status: 422 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => buy("order-1")));
    const answered = answers.filter(({ status }) => status === 201);
    expect(answered.length).toBeGreaterThan(0);
    for (const { text } of answered) expect(text).toBe(first.text);
    expect([(await orders()).length, (await sessions()).length]).toEqual([1, 1]);
    await server.sandbox.pay(dataOf(first).checkoutUrl ?? "");
    await server.sandbox.settled();
    expect((await orders()).map(({ status }) => status)).toEqual(["PAID"]);
    await expectSameLedgers();
  });

  test("starts again once it was abandoned", async () => {
    const first = await buy("order-1");
    await died({ stored: false });
    await leaseEnds();
    server.clock.advance(3 * 60_000);
    await server.checkPayments();
    await server.runTasks();
    await server.sandbox.settled();
    expect((await orders()).map(({ status }) => status)).toEqual(["CANCELLED"]);
    const second = await buy("order-1");
    expect(dataOf(second).orderId).not.toBe(dataOf(first).orderId);
    expect((await sessions()).map(({ status }) => status).sort()).toEqual(["expired", "open"]);
    expect(sessionIdOf(dataOf(second).checkoutUrl ?? "")).toBe((await sessions()).find(({ status }) => status === "open")?.id);
    await expectSameLedgers();
  });

  test("that is still alive, and finds another at its work, does not undo it", async () => {
    const { finish } = await begun(() => buy("order-1"));
    await leaseEnds();
    // Lets the second one through.
    const savedGate = gate;
    gate = undefined;
    const second = await buy("order-1");
    gate = savedGate;
    const first = await finish();
    expect([first.status, second.status, first.text]).toEqual([201, 201, second.text]);
    expect((await buy("order-1")).text).toBe(first.text);
    expect([(await orders()).length, (await sessions()).length]).toEqual([1, 1]);
    await expectSameLedgers();
  });
});

describe("a key", () => {
  test.each([
    ["of 255 characters", "k".repeat(255), 201],
    ["of any printable ones", "a b!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", 201],
    ["of 256 characters", "k".repeat(256), 400],
    ["with a tabulator", "a\tb", 400],
    ["with characters beyond ASCII", "schlüssel", 400],
    ["that is empty", "", 400],
  ])("%s", async (_name, key, status) => {
    const answer = await buy(key);
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.json).toMatchObject({ code: "validation_failed" });
    expect(await orders()).toHaveLength(status === 201 ? 1 : 0);
  });
});
