import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addMember, asAdmin, codeOf } from "../../../../../../test/kit/admins.ts";
import { catalogItems, checkoutClient, dataOf, paymentPlugin } from "../../../../../../test/kit/checkout-client.ts";
import { startServer, type Answer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import type { OrderDetails, PackingSlip } from "../../orders/index.ts";
import { cancelOrders, type OrderResult } from "../bulk-orders.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ takesPayments: true });
});
afterAll(() => server.stop());

let site: TestSite;
let api: ReturnType<typeof asAdmin>;
let store: ReturnType<typeof checkoutClient>;
let base: string;
let adminId: string;
beforeEach(async () => {
  await server.sandbox.behave("none");
  server.mails.length = 0;
  site = await server.addSite({ plugins: paymentPlugin(), products: catalogItems({ CHAIR: { price: 10_000, stock: 9 } }) });
  const seller = await addMember(server, site, "SALES");
  adminId = seller.id;
  api = asAdmin(server, seller);
  store = checkoutClient(server, site);
  base = `/sites/${site.slug}/orders`;
});

const pending = async () => dataOf(await store.session({ CHAIR: 1 }, { customerEmail: "ada@example.com" }));
const paid = async () => {
  const { orderId = "", checkoutUrl = "" } = await pending();
  await server.sandbox.pay(checkoutUrl, "succeeds");
  await server.sandbox.settled();
  return { orderId };
};
const read = async (id: string) => dataOf<OrderDetails>(await api.get(`${base}/${id}`));
const seen = (...orders: { orderId?: string }[]) =>
  Promise.all(orders.map(async ({ orderId = "" }) => ({ id: orderId, revision: (await read(orderId)).revision })));
const bulk = (action: string, items: object[], more: object = {}) => api.post(`${base}/bulk`, { action, items, ...more });
const outcomes = (answer: Answer) =>
  dataOf<{ results: OrderResult[] }>(answer).results.map(({ outcome, orderStatus, code }) => [outcome, orderStatus, code]);
const pathsOf = ({ json }: Answer) => (json as { errors?: { path: string; code: string }[] }).errors?.map(({ path, code }) => [path, code]);
const audited = async () =>
  (
    await server.deps.sql<{ label: string }>`
      select target_label as label from audit_entries where site_id = ${site.id} and action = 'bulkOrders' order by target_label`
  ).map(({ label }) => label);

describe("shipments of several orders", () => {
  test("send everything that is left, tell the buyers, and are recorded for each order", async () => {
    const orders = [await paid(), await paid()];
    const items = await seen(...orders);
    const answer = await bulk("fulfil", items);
    expect(outcomes(answer)).toEqual(orders.map(() => ["DONE", "FULFILLED", null]));
    expect(dataOf<{ results: OrderResult[] }>(answer).results.map(({ id, revision }) => ({ id, revision }))).toEqual(await seen(...orders));
    expect(await audited()).toEqual(["1001", "1002"]);
    expect((await read(orders[0]?.orderId ?? "")).timeline[0]).toMatchObject({ kind: "FULFILLED", by: { id: adminId } });
    await server.runTasks();
    expect(server.mails.filter(({ subject }) => subject.includes("on its way"))).toHaveLength(2);
  });

  test("send no mails if they need not", async () => {
    expect(outcomes(await bulk("fulfil", await seen(await paid()), { notify: false }))).toEqual([["DONE", "FULFILLED", null]]);
    await server.runTasks();
    expect(server.mails).toEqual([]);
  });

  test("have a tracking of their own, and a mail or none", async () => {
    const [one, two] = await seen(await paid(), await paid());
    const tracking = { carrier: "DHL", number: "JD 014", url: "https://dhl.example/JD014" };
    const answer = await bulk("fulfil", [
      { ...one, tracking },
      { ...two, tracking: { number: "JD 015" }, notify: false },
    ]);
    expect(outcomes(answer)).toHaveLength(2);
    const sent = await Promise.all([one, two].map(async (item) => (await read(item?.id ?? "")).timeline[0]));
    expect(sent).toMatchObject([
      { kind: "FULFILLED", tracking },
      { kind: "FULFILLED", tracking: { number: "JD 015" } },
    ]);
    await server.runTasks();
    const mails = server.mails.filter(({ subject }) => subject.includes("on its way"));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain("JD 014");
  });

  test("do not happen with a tracking that no single shipment may have, and the error names it", async () => {
    const [item] = await seen(await paid());
    const refused = await bulk("fulfil", [{ ...item, tracking: { url: "javascript:alert(1)" } }]);
    expect([refused.status, pathsOf(refused)?.[0]?.[0]]).toEqual([400, "/items/0/tracking/url"]);
  });

  test("happen all or not at all, and the problem names each item", async () => {
    const [one, two, unpaid] = [await paid(), await paid(), await pending()];
    const items = await seen(one, two, unpaid);
    const refused = await bulk("fulfil", items);
    expect([refused.status, refused.json, pathsOf(refused)]).toMatchObject([
      409,
      { code: "order_not_fulfillable", orderStatus: "PENDING" },
      [["/items/2", "order_not_fulfillable"]],
    ]);
    const [first, second] = items;
    const stale = await bulk("fulfil", [{ ...first }, { ...second, revision: 99 }]);
    expect([stale.status, pathsOf(stale)]).toEqual([412, [["/items/1", "revision_conflict"]]]);
    const both = await bulk("fulfil", [{ ...items[2] }, { ...first }, { ...second, revision: 99 }]);
    expect([both.status, pathsOf(both)]).toEqual([
      409,
      [
        ["/items/0", "order_not_fulfillable"],
        ["/items/2", "revision_conflict"],
      ],
    ]);
    expect([(await read(one.orderId)).fulfilment, (await read(two.orderId)).fulfilment]).toEqual(["UNFULFILLED", "UNFULFILLED"]);
    expect(await audited()).toEqual([]);
  });

  test("happen once if two people send the same orders at the same time, in any order", async () => {
    const items = await seen(await paid(), await paid(), await paid());
    const answers = await Promise.all([bulk("fulfil", items), bulk("fulfil", items.toReversed())]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    expect(await audited()).toEqual(["1001", "1002", "1003"]);
  });
});

describe("cancellations of several orders", () => {
  test("end the payments at the processor, and return the stock", async () => {
    const orders = [await pending(), await pending()];
    expect(await store.stock("CHAIR")).toBe(7);
    expect(outcomes(await bulk("cancel", await seen(...orders)))).toEqual(orders.map(() => ["DONE", "CANCELLED", null]));
    expect(await store.stock("CHAIR")).toBe(9);
    for (const { checkoutUrl = "" } of orders) expect(await server.sandbox.session(checkoutUrl)).toMatchObject({ status: "expired" });
    expect(await audited()).toEqual(["1001", "1002"]);
    expect((await read(orders[0]?.orderId ?? "")).timeline[0]).toMatchObject({ kind: "CANCELLED", by: { id: adminId } });
  });

  test("do not begin if one of the orders is paid, was changed or does not exist", async () => {
    const [one, two] = [await pending(), await paid()];
    const [first, second] = await seen(one, two);
    const answers = [
      await bulk("cancel", [{ ...first }, { ...second }]),
      await bulk("cancel", [{ ...first, revision: 99 }]),
      await bulk("cancel", [{ ...first }, { id: "019a9f5e-3c1b-7d42-9b8e-2f6a1c4d5e6f", revision: 1 }]),
    ];
    expect(answers.map((answer) => [answer.status, pathsOf(answer)])).toEqual([
      [409, [["/items/1", "order_not_pending"]]],
      [412, [["/items/0", "revision_conflict"]]],
      [404, [["/items/1", "order_not_found"]]],
    ]);
    expect((await read(one.orderId ?? "")).status).toBe("PENDING");
  });

  test("tell what happened to each order: one was paid just before, and of another the payment is in progress", async () => {
    const orders = [await pending(), await pending(), await pending()];
    const items = await seen(...orders);
    const [justPaid = "", underWay = ""] = orders.map(({ checkoutUrl }) => checkoutUrl);
    await server.sandbox.webhooks({ mode: "drop" });
    await server.sandbox.pay(justPaid);
    await server.sandbox.pay(underWay, "pays-later");
    await server.sandbox.webhooks({ mode: "send" });
    expect(outcomes(await bulk("cancel", items))).toEqual([
      ["REFUSED", "PAID", "order_not_pending"],
      ["REFUSED", "PENDING", "payment_under_way"],
      ["DONE", "CANCELLED", null],
    ]);
  });

  test("stop when the processor does not answer, and can be sent again", async () => {
    const items = await seen(await pending(), await pending());
    await server.sandbox.behave("error-before");
    expect(outcomes(await bulk("cancel", items))).toEqual([
      ["REFUSED", "PENDING", "processor_error"],
      ["NOT_TRIED", "PENDING", null],
    ]);
    await server.sandbox.behave("none");
    expect(outcomes(await bulk("cancel", items))).toEqual(items.map(() => ["DONE", "CANCELLED", null]));
  });

  test("begin within the time limit only", async () => {
    const items = await seen(await pending(), await pending(), await pending());
    let now = 0;
    const clock = { now: () => server.clock.now(), monotonicMs: () => (now += 9_000) };
    const results = await cancelOrders({ ...server.deps, clock }, site.id, items, { actor: { kind: "SESSION", adminId } });
    expect(results.map(({ outcome }) => outcome)).toEqual(["DONE", "DONE", "NOT_TRIED"]);
  });
});

describe("packing slips", () => {
  const slips = (ids: string) => api.get(`${base}/packing-slips?ids=${ids}`);

  test("have what is left to send of each order, in the order of the request, at the revision of the list", async () => {
    const one = (await paid()).orderId;
    const two = (await pending()).orderId;
    await api.post(`${base}/${one}/fulfil`, {});
    const [first, second, ...more] = dataOf<PackingSlip[]>(await slips(`${two},${one},${two}`));
    expect([first, second, more]).toMatchObject([
      { id: two, number: 1002, isToFulfil: false, email: "ada@example.com", lines: [{ sku: "CHAIR", quantity: 1, left: 1 }] },
      { id: one, number: 1001, isToFulfil: false, lines: [{ sku: "CHAIR", quantity: 1, left: 0 }] },
      [],
    ]);
    const { json } = await api.get(base);
    const listed = (json as { data: { id: string; revision: number }[] }).data.map(({ id, revision }) => ({ id, revision }));
    expect(listed).toEqual([second, first].toReversed().map((slip) => ({ id: slip?.id, revision: slip?.revision })));
  });

  test("are of up to 100 orders of the site", async () => {
    const { orderId } = await paid();
    expect(dataOf<PackingSlip[]>(await slips(orderId))).toMatchObject([{ isToFulfil: true }]);
    const other = await server.addSite({});
    const answer = await asAdmin(server, await addMember(server, other, "SALES")).get(
      `/sites/${other.slug}/orders/packing-slips?ids=${orderId}`,
    );
    expect([answer.status, answer.json]).toEqual([200, { data: [] }]);
    for (const ids of ["1001", "", Array.from({ length: 101 }, () => orderId).join()])
      expect(codeOf(await slips(ids))).toBe("invalid_query");
  });
});

test("bad requests name what is wrong, and a member who may not change orders is refused", async () => {
  const [item] = await seen(await pending());
  const wrong: [string, object[], object][] = [
    ["refund", [{ ...item }], {}],
    ["cancel", [], {}],
    ["cancel", [{ ...item }, { ...item, id: item?.id.toUpperCase() }], {}],
    ["cancel", [{ ...item }], { notify: false }],
    ["cancel", [{ ...item, notify: false }], {}],
    ["cancel", [{ ...item, tracking: { number: "1" } }], {}],
    ["fulfil", [{ id: item?.id }], {}],
    ["fulfil", Array.from({ length: 101 }, () => ({ ...item })), {}],
  ];
  for (const [action, items, more] of wrong) expect([action, (await bulk(action, items, more)).status]).toEqual([action, 400]);
  const editor = asAdmin(server, await addMember(server, site, "EDITOR"));
  expect(codeOf(await editor.post(`${base}/bulk`, { action: "cancel", items: [item] }))).toBe("permission_missing");
});
