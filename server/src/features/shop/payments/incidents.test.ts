import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember, asAdmin } from "../../../../../test/kit/admins.ts";
import { startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { processorEvents } from "../../../../../test/kit/processor-events.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ takesPayments: true });
  await server.sandbox.webhooks({ mode: "drop" });
});
afterAll(() => server.stop());

const { newShop, newOrder, eventOf, tell } = processorEvents(() => server);
const handled = (isHandled: boolean) => ({ status: 200, json: { data: { handled: isHandled } } });

async function paidOrder() {
  const shop = await newShop();
  const { sql } = server.deps;
  await sql`update sites set settings = '{"orders":{"notify":["desk@shop.example"]}}' where id = ${shop.site.id}`;
  const order = await newOrder(shop);
  await tell(shop, eventOf("payment_intent.succeeded", order.intent()));
  await server.runTasks();
  server.mails.length = 0;
  const admin = asAdmin(server, await addMember(server, shop.site, "OWNER"));
  const details = async () =>
    (
      (await admin.get(`/sites/${shop.site.slug}/orders/${order.orderId}`)).json as {
        data: { status: string; refunds: { status: string }[]; timeline: { kind: string }[] };
      }
    ).data;
  const mails = async () => {
    await server.runTasks();
    return server.mails.splice(0).filter(({ to }) => to === "desk@shop.example");
  };
  const dispute = (more: object = {}) => ({
    id: `dp_${randomUUID()}`,
    object: "dispute",
    payment_intent: order.intentId,
    amount: 42_000,
    currency: "eur",
    reason: "product_not_received",
    status: "needs_response",
    evidence_details: { due_by: 1_800_000_000 },
    ...more,
  });
  const refund = (more: object = {}) => ({
    id: `re_${randomUUID()}`,
    object: "refund",
    payment_intent: order.intentId,
    amount: 2_000,
    currency: "eur",
    status: "failed",
    failure_reason: "expired_or_canceled_card",
    metadata: {},
    ...more,
  });
  return { shop, order, details, mails, dispute, refund };
}

test("a dispute is in the timeline of its order with the last moment to answer it, and the people are told once", async () => {
  const { shop, details, mails, dispute } = await paidOrder();
  const opened = dispute();
  const event = eventOf("charge.dispute.created", opened);
  // A repeat, and another event about the same dispute.
  for (const each of [event, event, eventOf("charge.dispute.created", opened)]) expect(await tell(shop, each)).toMatchObject(handled(true));
  const { timeline, status } = await details();
  expect(status).toBe("PAID");
  expect(timeline.filter(({ kind }) => kind === "DISPUTED")).toMatchObject([
    { amount: 42_000, code: "product_not_received", respondBy: "2027-01-15T08:00:00.000Z", by: null },
  ]);
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail?.subject).toContain("Dispute about order 1001");
  for (const words of ["€420.00", "January 15, 2027", "product_not_received"]) expect(mail?.text).toContain(words);
  await tell(shop, eventOf("charge.dispute.closed", { ...opened, status: "lost" }));
  expect((await details()).timeline[0]).toMatchObject({ kind: "DISPUTE_CLOSED", outcome: "LOST", amount: 42_000 });
  expect((await mails()).map(({ subject }) => subject)).toEqual([expect.stringContaining("Dispute lost: order 1001")]);
});

test("a refund that fails after it succeeded is a failed one, whichever of its events come", async () => {
  const { shop, order, details, mails, refund } = await paidOrder();
  const { sql, clock } = server.deps;
  const id = randomUUID();
  await sql`
    insert into refunds (site_id, id, payment_id, amount, refunded_before, status, created_at, updated_at)
    values (${shop.site.id}, ${id}, ${order.reference}, 2000, 0, 'SUCCEEDED', ${clock.now()}, ${clock.now()})`;
  await tell(shop, eventOf("charge.refunded", order.charge(2_000)));
  await mails();
  const failed = refund({ metadata: { vitrine_refund: id } });
  await Promise.all(["refund.updated", "refund.failed", "charge.refund.updated"].map((type) => tell(shop, eventOf(type, failed))));
  const { timeline, refunds, status } = await details();
  // What was paid and refunded is what the processor reports: the money is in the shop's account there.
  expect(status).toBe("PARTIALLY_REFUNDED");
  expect(refunds).toMatchObject([{ id, status: "FAILED" }]);
  expect(timeline.filter(({ kind }) => kind === "REFUND_FAILED")).toMatchObject([{ amount: 2_000, code: "expired_or_canceled_card" }]);
  expect((await mails()).map(({ subject }) => subject)).toEqual([expect.stringContaining("Refund failed: order 1001")]);
});

test("an attempt without a result gets it from the task that asks the processor", async () => {
  const { shop, order, details, refund } = await paidOrder();
  const { sql, clock } = server.deps;
  const id = randomUUID();
  await sql`
    insert into refunds (site_id, id, payment_id, amount, refunded_before, status, created_at, updated_at)
    values (${shop.site.id}, ${id}, ${order.reference}, 2000, 0, 'PENDING', ${clock.now()}, ${clock.now()})`;
  await tell(shop, eventOf("refund.failed", refund({ metadata: { vitrine_refund: id } })));
  expect(await details()).toMatchObject({ refunds: [{ id, status: "PENDING" }] });
});

test("an event about an unknown payment, or of a form that nobody knows, changes nothing", async () => {
  const { shop, details, mails, dispute, refund } = await paidOrder();
  const other = await paidOrder();
  const before = await details();
  for (const event of [
    eventOf("charge.dispute.created", dispute({ payment_intent: "pi_other" })),
    eventOf("charge.dispute.created", dispute({ payment_intent: other.order.intentId })),
    eventOf("charge.dispute.created", dispute({ amount: -1 })),
    eventOf("charge.dispute.created", dispute({ payment_intent: null })),
    eventOf("charge.dispute.updated", dispute()),
    eventOf("refund.updated", refund({ status: "succeeded" })),
    eventOf("refund.failed", refund({ amount: "2000" })),
  ])
    expect(await tell(shop, event)).toMatchObject(handled(false));
  expect(await details()).toEqual(before);
  expect(await mails()).toEqual([]);
});

test("a dispute that is reported before the payment is known waits for it, and for one of another shop it is forgotten", async () => {
  const shop = await newShop();
  const order = await newOrder(shop);
  const { sql } = server.deps;
  const waiting = async () =>
    (await sql<{ dueAt: Date }>`select due_at as "dueAt" from outbox where kind = 'early-incident' and site_id = ${shop.site.id}`).length;
  const dispute = { id: `dp_${randomUUID()}`, amount: 42_000, currency: "eur", reason: "fraudulent", status: "needs_response" };
  const opened = (intent: string, id = dispute.id) => eventOf("charge.dispute.created", { ...dispute, id, payment_intent: intent });
  expect(await tell(shop, opened(order.intentId))).toMatchObject(handled(false));
  expect(await tell(shop, opened("pi_of_another_shop", "dp_other"))).toMatchObject(handled(false));
  await tell(shop, eventOf("payment_intent.succeeded", order.intent()));
  expect(await waiting()).toBe(2);
  const events = async () =>
    (await sql<{ kind: string }>`select kind from order_events where site_id = ${shop.site.id} and order_id = ${order.orderId}`).filter(
      ({ kind }) => kind === "DISPUTED",
    );
  for (const minutes of [1, 10, 60, 360]) {
    server.clock.advance(minutes * 60_000);
    await server.runTasks();
    expect(await events()).toHaveLength(1);
  }
  expect(await waiting()).toBe(0);
});

test("an amount of another currency, a strange reason and words of somebody else never reach the order", async () => {
  const { shop, details, mails, dispute } = await paidOrder();
  await tell(shop, eventOf("charge.dispute.created", dispute({ currency: "usd", reason: "<b>Call 0800</b>", evidence_details: null })));
  const [entry] = (await details()).timeline;
  expect(entry).toEqual({ id: expect.any(String), at: expect.any(String), kind: "DISPUTED", by: null });
  expect((await mails())[0]?.text).toContain("$420.00");
});
