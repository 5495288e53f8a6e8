import Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refusal, sessionOf, startTestSandbox, type TestSandbox } from "./testing.ts";

let sandbox: TestSandbox;
let stripe: Stripe;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  stripe = new Stripe("sk_test_address12", sandbox.sdk);
});
afterAll(() => sandbox.sandbox.close());

const asking = { shipping_address_collection: { allowed_countries: ["DE", "NO"] }, billing_address_collection: "required" } as const;
const entered = { name: "Grace Hopper", line1: "Storgata 2", city: "Tromsø", postal_code: "9008", country: "NO" };
const submit = async (id: string, fields: Record<string, string>) => {
  const body = new URLSearchParams({ card: "succeeds", email: "grace@example.com", ...fields });
  const response = await fetch(`${sandbox.url}/c/pay/${id}`, { method: "POST", redirect: "manual", body });
  return { status: response.status, text: await response.text() };
};

test("the page asks for an address in one of the shop's countries, keeps what was typed, and answers it with the session", async () => {
  const { id } = await stripe.checkout.sessions.create(sessionOf(4_200, asking));
  const page = await (await fetch(`${sandbox.url}/c/pay/${id}`)).text();
  for (const part of ['<label for="line1">', '<option value="DE" selected>Germany', '<option value="NO" >Norway'])
    expect(page).toContain(part);
  const incomplete = await submit(id, { ...entered, city: " " });
  expect([incomplete.status, incomplete.text]).toEqual([422, expect.stringContaining("Your address is incomplete")]);
  expect(incomplete.text).toContain('value="Storgata 2"');
  expect((await submit(id, { ...entered, country: "FR" })).status).toBe(422);
  expect((await submit(id, entered)).status).toBe(303);
  const { name, ...address } = { ...entered, line2: null, state: null };
  expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
    payment_status: "paid",
    collected_information: { shipping_details: { name, address } },
    customer_details: { name, address },
  });
});

test("a session that asks for no address has none, and a country to which nothing can be sent is refused", async () => {
  const { id } = await stripe.checkout.sessions.create(sessionOf());
  expect((await submit(id, entered)).status).toBe(303);
  expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ collected_information: null, customer_details: { address: null } });
  for (const country of ["KP", "de", "Germany"]) {
    const more = { shipping_address_collection: { allowed_countries: [country as "DE"] } };
    expect(await refusal(stripe.checkout.sessions.create(sessionOf(4_200, more)))).toMatchObject({ statusCode: 400 });
  }
});

test("a control pays with an address that is sent along, or with a sample", async () => {
  const pay = async (more: object) => {
    const { id } = await stripe.checkout.sessions.create(sessionOf(4_200, asking));
    const answer = await sandbox.control("pay", { session: id, ...more });
    const { collected_information: collected } = await stripe.checkout.sessions.retrieve(id);
    return { answer, country: collected?.shipping_details?.address.country };
  };
  expect(await pay({ address: entered })).toMatchObject({ country: "NO", answer: { paymentStatus: "paid" } });
  expect(await pay({})).toMatchObject({ country: "DE", answer: { paymentStatus: "paid" } });
  expect(await pay({ address: { country: "NO" } })).toMatchObject({ answer: { error: { param: "address" } } });
});
