import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Stripe from "stripe";
import { afterEach, expect, test, vi } from "vitest";
import type { SandboxOptions } from "./index.ts";
import { sessionOf, startReceiver, startTestSandbox, type Received } from "./testing.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const key = "sk_test_shop";
const secret = "whsec_shop";

/** A sandbox whose events of the shop go to a receiver. */
async function start(options: Partial<SandboxOptions> = {}) {
  const receiver = await startReceiver();
  const sandbox = await startTestSandbox({
    endpointsOf: async (account) => (account === key ? [{ url: receiver.url, secret }] : []),
    ...options,
  });
  let open = true;
  const close = async () => {
    if (open) await sandbox.sandbox.close();
    open = false;
  };
  ends.push(() => receiver.stop(), close);
  const stripe = new Stripe(key, sandbox.sdk);
  return { ...sandbox, receiver, stripe, close, settled: async () => (await sandbox.control("settled")).settled as boolean };
}

const eventOf = ({ body, headers }: Received, secondsNow: number, of = secret) =>
  Stripe.webhooks.constructEvent(body, headers["stripe-signature"] as string, of, 300, undefined, secondsNow * 1_000);
const typesOf = (received: Received[]) => received.map(({ body }) => JSON.parse(body).type as string);

test("each event is signed, and shows the object as it was", async () => {
  const { stripe, control, receiver, seconds, settled } = await start();
  const { id } = await stripe.checkout.sessions.create(sessionOf(4_200, { client_reference_id: "order-7" }));
  await control("pay", { session: id, card: "declined" });
  await control("pay", { session: id, card: "succeeds" });
  expect(await settled()).toBe(true);
  const events = new Map(receiver.received.map((received) => [eventOf(received, seconds()).type, eventOf(received, seconds())]));
  expect([...events.keys()].sort()).toEqual([
    ...["charge.failed", "charge.succeeded", "checkout.session.completed"],
    ...["payment_intent.created", "payment_intent.payment_failed", "payment_intent.succeeded"],
  ]);
  expect(events.get("payment_intent.created")?.data.object).toMatchObject({ status: "requires_payment_method" });
  expect(events.get("payment_intent.payment_failed")?.data.object).toMatchObject({ last_payment_error: { code: "card_declined" } });
  expect(events.get("checkout.session.completed")).toMatchObject({
    object: "event",
    livemode: false,
    api_version: "2026-10-28.endive",
    created: seconds(),
    data: { object: { id, status: "complete", payment_status: "paid", client_reference_id: "order-7", amount_total: 4_200 } },
  });
  expect(() => eventOf(receiver.received[0]!, seconds(), "whsec_other")).toThrow(Stripe.errors.StripeSignatureVerificationError);
});

test("what is not taken is sent again, with the time of that delivery", async () => {
  const { stripe, control, receiver, seconds, wait, settled, get, failures } = await start();
  await control("webhooks", { firstRetryMs: 10 });
  const answers = [500, 308, 404];
  receiver.answer = () => {
    wait(100);
    return answers.shift() ?? 204;
  };
  const before = seconds();
  await stripe.paymentIntents.create({ amount: 4_200, currency: "eur" });
  expect(await settled()).toBe(true);
  const times = receiver.received.map(({ headers }) => Number(/^t=(\d+),/.exec(headers["stripe-signature"] as string)?.[1]) - before);
  expect(times).toEqual([0, 100, 200, 300]);
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
  eventOf(receiver.received[3]!, seconds() - 100);
  const [event] = await get("events");
  expect(event).toMatchObject({ state: "done", targets: [{ state: "delivered", attempts: 4, status: 204 }] });
  expect(failures).toEqual([expect.stringMatching(/^payment_intent.created \(evt_\w+\) was answered with 500/)]);
});

test("after twenty tries an event is given up on", async () => {
  const { stripe, control, receiver, settled, get } = await start();
  await control("webhooks", { firstRetryMs: 0.0001 });
  receiver.answer = () => 500;
  await stripe.paymentIntents.create({ amount: 4_200, currency: "eur" });
  expect(await settled()).toBe(true);
  expect(receiver.received).toHaveLength(20);
  expect((await get("events"))[0].targets).toMatchObject([{ state: "given up", attempts: 20 }]);
});

test("held events go where and as often as they are told to", async () => {
  const { stripe, control, receiver, get, settled } = await start();
  await control("webhooks", { mode: "hold" });
  const { id } = await stripe.checkout.sessions.create(sessionOf());
  await control("pay", { session: id });
  expect([await settled(), receiver.received]).toEqual([true, []]);
  const events: { id: string; type: string; payload: string }[] = await get("events");
  const [created, charged, succeeded, completed] = events.map((event) => event.id);
  receiver.answer = (body) => (body.includes(`"id": "${created}"`) ? 500 : 200);
  const told = [completed, succeeded, completed, created];
  expect(await control("deliver", { eventIds: told })).toMatchObject(
    told.map((eventId) => ({ eventId, status: eventId === created ? 500 : 200, body: "seen" })),
  );
  expect(receiver.received.map(({ body }) => body)).toEqual(told.map((eventId) => events.find((event) => event.id === eventId)?.payload));
  receiver.received.length = 0;
  receiver.answer = () => 200;
  await control("webhooks", { mode: "send" });
  await settled();
  expect(receiver.received.map(({ body }) => JSON.parse(body).id as string).sort()).toEqual([charged, created].sort());
});

test("events can be repeated, mixed up and lost", async () => {
  const { stripe, control, receiver, settled } = await start();
  const make = () => stripe.paymentIntents.create({ amount: 4_200, currency: "eur" });
  await control("webhooks", { duplicates: 2, shuffle: true });
  const intentIds = [];
  for (let count = 0; count < 10; count++) intentIds.push((await make()).id);
  expect(await settled()).toBe(true);
  const seen = receiver.received.map(({ body }) => JSON.parse(body).data.object.id as string);
  expect(seen).toHaveLength(30);
  expect(new Set(seen)).toEqual(new Set(intentIds));
  receiver.received.length = 0;
  for (const lost of [{ mode: "drop" }, { mode: "send", dropShare: 1 }]) {
    await control("webhooks", lost);
    await make();
    expect([await settled(), receiver.received]).toEqual([true, []]);
  }
});

test("an endpoint of the API gets what it asked for, until it is deleted", async () => {
  const { sdk, receiver, seconds, settled } = await start();
  const stripe = new Stripe("sk_test_other", sdk);
  const endpoint = await stripe.webhookEndpoints.create({ url: receiver.url, enabled_events: ["payment_intent.canceled"] });
  expect((await stripe.webhookEndpoints.list()).data).toMatchObject([{ id: endpoint.id, url: receiver.url, status: "enabled" }]);
  const [one, other] = await Promise.all([1, 2].map(() => stripe.paymentIntents.create({ amount: 4_200, currency: "eur" })));
  await stripe.paymentIntents.cancel(one!.id);
  await settled();
  expect(typesOf(receiver.received)).toEqual(["payment_intent.canceled"]);
  eventOf(receiver.received[0]!, seconds(), endpoint.secret);
  expect(await stripe.webhookEndpoints.del(endpoint.id)).toMatchObject({ deleted: true });
  await stripe.paymentIntents.cancel(other!.id);
  await settled();
  expect(receiver.received).toHaveLength(1);
});

test("one address with two secrets gets one delivery with two signatures", async () => {
  let receiverUrl = "";
  const { stripe, receiver, seconds, settled } = await start({
    endpointsOf: async () => ["whsec_old", "whsec_new"].map((one) => ({ url: receiverUrl, secret: one })),
  });
  receiverUrl = receiver.url;
  await stripe.paymentIntents.create({ amount: 4_200, currency: "eur" });
  await settled();
  expect(receiver.received).toHaveLength(1);
  for (const one of ["whsec_old", "whsec_new"]) eventOf(receiver.received[0]!, seconds(), one);
});

test("a restart knows the ledger, the answers to keys, and what was not delivered", async () => {
  const folder = await mkdtemp(join(tmpdir(), "sandbox-"));
  ends.push(() => rm(folder, { recursive: true }));
  const first = await start({ folder });
  first.receiver.answer = () => 503;
  await first.control("webhooks", { firstRetryMs: 60_000 });
  const options = { idempotencyKey: "order-7" };
  const { id } = await first.stripe.checkout.sessions.create(sessionOf(), options);
  const file = join(folder, "sandbox.jsonl");
  // With the answer it is out of the process, which may now be killed.
  expect(await readFile(file, "utf8")).toContain(id);
  await first.control("pay", { session: id });
  const { payment_intent } = await first.stripe.checkout.sessions.retrieve(id);
  await first.stripe.refunds.create({ payment_intent: payment_intent as string, amount: 200 });
  const [before, events] = [await first.get("ledger"), await first.get("events")];
  await first.close();

  // What a process leaves that was killed while it wrote.
  await appendFile(file, '[["session",{"id":"cs_te');
  const second = await start({ folder });
  expect(await second.get("ledger")).toEqual({ ...before, calls: {} });
  expect((await second.stripe.checkout.sessions.create(sessionOf(), options)).id).toBe(id);
  expect(await second.settled()).toBe(true);
  const missing = events.map((event: { id: string }) => event.id).sort();
  expect(second.receiver.received.map(({ body }) => JSON.parse(body).id as string).sort()).toEqual(missing);
  expect(second.failures).toEqual([expect.stringContaining("not written to its end")]);
  await second.close();

  const third = await start({ folder });
  expect([await third.settled(), third.receiver.received]).toEqual([true, []]);
  expect((await third.get("ledger")).charges).toEqual(before.charges);
  expect((await readFile(file, "utf8")).endsWith("\n")).toBe(true);
});

test("a bank takes as long as the payer says, through a restart, too", async () => {
  const folder = await mkdtemp(join(tmpdir(), "sandbox-"));
  ends.push(() => rm(folder, { recursive: true }));
  const first = await start({ folder });
  const debit = async (bankSeconds: number) => {
    const { id } = await first.stripe.checkout.sessions.create(sessionOf());
    await first.control("pay", { session: id, card: "pays-later", bankSeconds });
    return id;
  };
  const paid = async ({ stripe }: typeof first, id: string) => (await stripe.checkout.sessions.retrieve(id)).payment_status === "paid";
  const [atOnce, inTwoDays] = [await debit(0), await debit(2 * 86_400)];
  await vi.waitUntil(() => paid(first, atOnce));
  expect(await paid(first, inTwoDays)).toBe(false);
  await first.close();

  const later = first.seconds() + 2 * 86_400;
  const second = await start({ folder, now: () => new Date(later * 1_000) });
  await vi.waitUntil(() => paid(second, inTwoDays));
  expect((await second.control("pay", { session: inTwoDays, card: "pays-later", bankSeconds: 1_209_601 })).error.param).toBe("bankSeconds");
});

test("a taken port is told, and a closed sandbox frees its own", async () => {
  const { sandbox, close } = await start();
  await expect(startTestSandbox({ port: sandbox.port })).rejects.toMatchObject({ code: "EADDRINUSE" });
  await close();
  const again = await startTestSandbox({ port: sandbox.port });
  await again.sandbox.close();
});
