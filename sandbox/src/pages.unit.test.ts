import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { sessionOf, startTestSandbox, type TestSandbox } from "./testing.ts";

let sandbox: TestSandbox;
let stripe: Stripe;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  stripe = new Stripe("sk_test_pages1234", sandbox.sdk);
});
afterAll(() => sandbox.sandbox.close());

const look = async (path: string) => {
  const response = await fetch(sandbox.url + path, { redirect: "manual" });
  return { status: response.status, location: response.headers.get("location"), text: await response.text(), headers: response.headers };
};
const submit = async (path: string, fields: Record<string, string>) => {
  const response = await fetch(sandbox.url + path, { method: "POST", redirect: "manual", body: new URLSearchParams(fields) });
  return { status: response.status, location: response.headers.get("location"), text: await response.text() };
};
const newSession = async (more: object = {}) => {
  const { id } = await stripe.checkout.sessions.create(sessionOf(4_200, more));
  return { id, path: `/c/pay/${id}`, thanks: `https://shop.test/thanks?session=${id}` };
};
const email = "ada@example.com";

test("the page shows what is paid, escaped, and runs nothing", async () => {
  const line = (name: string, unit_amount: number, quantity: number) => ({
    price_data: { currency: "jpy", unit_amount, product_data: { name, description: `"><img src=x onerror=alert(1)>` } },
    quantity,
  });
  const { path } = await newSession({ line_items: [line("<script>alert(1)</script>", 1_500, 3), line("Tea & cake", 12_000, 1)] });
  const { status, text, headers } = await look(path);
  expect(status).toBe(200);
  expect(text).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(text).not.toMatch(/<script|<img/);
  for (const part of [
    "3 × ¥1,500",
    "¥4,500",
    "Tea &amp; cake",
    "Pay ¥16,500",
    "Pay shop.test",
    "no money moves",
    "https://shop.test/basket",
  ])
    expect(text).toContain(part);
  expect(headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; form-action .*frame-ancestors 'none'/,
  );
});

test("a person can be declined and then pay", async () => {
  const { id, path, thanks } = await newSession();
  const nameless = await submit(path, { card: "succeeds", email: "ada" });
  expect([nameless.status, nameless.text]).toEqual([422, expect.stringContaining('role="alert"')]);
  const declined = await submit(path, { card: "declined", email });
  expect(declined.status).toBe(402);
  for (const part of ['role="alert"', "Your card was declined.", `value="${email}"`]) expect(declined.text).toContain(part);
  expect(await submit(path, { card: "succeeds", email })).toMatchObject({ status: 303, location: thanks });
  expect(await submit(path, { card: "succeeds", email })).toMatchObject({ status: 303, location: thanks });
  expect(await look(path)).toMatchObject({ status: 200, text: expect.stringContaining("This is paid") });
  const paid = await stripe.checkout.sessions.retrieve(id);
  expect(paid).toMatchObject({ payment_status: "paid", customer_details: { email } });
});

test("a hundred presses of the button charge once", async () => {
  const { id, path, thanks } = await newSession({ customer_email: email });
  const answers = await Promise.all(Array.from({ length: 100 }, () => submit(path, { card: "succeeds" })));
  expect(new Set(answers.map(({ location }) => location))).toEqual(new Set([thanks]));
  const { sessions, charges } = await sandbox.get("ledger");
  const { intent } = sessions.find((session: { id: string }) => session.id === id);
  expect(charges.filter((charge: { intent: string }) => charge.intent === intent)).toHaveLength(1);
});

test("a second step is asked for, and can be refused", async () => {
  const { path, thanks } = await newSession();
  const step = { status: 303, location: `${path}/step` };
  expect(await submit(path, { card: "needs-step", email })).toMatchObject(step);
  expect((await look(`${path}/step`)).text).toContain("Your bank asks: is it you?");
  expect(await submit(`${path}/step`, { step: "refuse" })).toMatchObject({ status: 303, location: path });
  expect((await look(path)).text).toContain("We are unable to authenticate your payment method.");
  expect(await submit(path, { card: "needs-step", email })).toMatchObject(step);
  expect(await submit(`${path}/step`, { step: "approve" })).toMatchObject({ status: 303, location: thanks });
});

test("a debit takes the seconds that the payer enters", async () => {
  const { path, thanks, id } = await newSession();
  expect((await look(path)).text).toMatch(/name="bankSeconds"[^>]*value="5"/);
  expect(await submit(path, { card: "pays-later", email, bankSeconds: "86400" })).toMatchObject({ status: 303, location: thanks });
  expect((await look(path)).text).toContain("This is on its way");
  const other = await newSession();
  await submit(other.path, { card: "pays-later", email, bankSeconds: "0" });
  await vi.waitUntil(async () => (await look(other.path)).text.includes("This is paid"));
  expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ payment_status: "unpaid" });
});

test("what is over says so", async () => {
  const { id, path } = await newSession();
  await stripe.checkout.sessions.expire(id);
  expect(await look(path)).toMatchObject({ status: 410, text: expect.stringContaining("can no longer be paid") });
  expect(await submit(path, { card: "succeeds", email })).toMatchObject({ status: 410 });
  for (const lost of ["/c/pay/cs_test_none", "/confirm?client_secret=pi_1_secret_2", "/confirm", "/nothing", "/c/pay/%E0%A4%A"])
    expect((await look(lost)).status).toBe(404);
});

test("an intent is paid by its client secret, and leads back where it was told to", async () => {
  const { id, client_secret } = await stripe.paymentIntents.create({ amount: 4_200, currency: "eur", description: "Reading room <b>" });
  const path = `/confirm?client_secret=${client_secret}`;
  expect((await look(path)).text).toContain("Reading room &lt;b&gt;");
  expect((await submit(path, { card: "declined" })).status).toBe(402);
  const [method, back] = ["pm_card_threeDSecure2Required", "https://shop.test/done"];
  const { next_action } = await stripe.paymentIntents.confirm(id, { payment_method: method, return_url: back });
  const step = new URL(next_action?.redirect_to_url?.url ?? "");
  const approved = await submit(step.pathname + step.search, { step: "approve" });
  expect(approved.location).toBe(`${back}?payment_intent=${id}&payment_intent_client_secret=${client_secret}&redirect_status=succeeded`);
  expect((await look(path)).text).toContain("This is paid");
});

test("the overview shows no key, and answers to no foreign name", async () => {
  await newSession();
  const { text } = await look("/");
  expect(text).toContain("sk_test_****1234");
  expect(text).not.toContain("sk_test_pages1234");
  const { request } = await import("node:http");
  const status = await new Promise((resolve) => {
    request(sandbox.url, { headers: { host: "attacker.test" } }, (response) => resolve(response.resume().statusCode)).end();
  });
  expect(status).toBe(403);
});

const executablePath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
// Without these Chromium looks for its maker's hosts.
const quiet = ["--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

describe.runIf(existsSync(executablePath))("in a browser", { timeout: 180_000 }, () => {
  test("a person is declined, takes the card with a second step, and comes back to the shop", async () => {
    const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", ...quiet] });
    try {
      const page = await browser.newPage({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false });
      const blocked: string[] = [];
      page.on("console", (message) => message.text().includes("Content Security Policy") && blocked.push(message.text()));
      // The shop is another origin than the page, which is what policies on forms are about.
      const shop = sandbox.url.replace("127.0.0.1", "localhost");
      const { id } = await stripe.checkout.sessions.create(sessionOf(4_200, { success_url: `${shop}/?paid={CHECKOUT_SESSION_ID}` }));
      await page.goto(`${sandbox.url}/c/pay/${id}`);
      const press = (name: RegExp) => page.getByRole("button", { name }).click();
      await page.getByLabel("E-mail").fill(email);
      await page.getByLabel("declined").check();
      await press(/^Pay €42\.00$/);
      await page.getByRole("alert").getByText("Your card was declined.").waitFor();
      expect(await page.getByLabel("E-mail").inputValue()).toBe(email);
      await page.getByLabel("second step").check();
      await press(/^Pay €42\.00$/);
      await press(/approve/);
      await page.waitForURL(`${shop}/?paid=${id}`);
      expect(blocked).toEqual([]);
      expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ payment_status: "paid" });
    } finally {
      await browser.close();
    }
  });
});
