import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addMember } from "../../test/kit/admins.ts";
import { pageDraft } from "../../test/kit/documents.ts";
import { previews } from "../../test/kit/previews.ts";
import { releaser } from "../../test/kit/releases.ts";
import { linkIn, tokenIn } from "../../test/kit/shopper.ts";
import { newSignup, otherCode, signer } from "../../test/kit/signer.ts";
import { returnUrls, checkoutClient } from "../../test/kit/checkout-client.ts";
import { attempt, createClient, parsePreviewLink, type Client } from "../src/index.ts";
import { signTestWebhook } from "../src/webhook.ts";
import { openShop, type Shop } from "./shop.ts";

let shop: Shop;
let client: Client;
beforeAll(async () => {
  shop = await openShop();
  client = shop.client();
});
afterAll(() => shop.server.stop());

async function gather<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const verifyUrlBase = "https://shop.example/verify";
const resetUrlBase = "https://shop.example/reset";
const password = "correct horse battery";
const tokenMailedTo = async (email: string) => {
  await shop.server.runTasks();
  return tokenIn(shop.server.mails.filter(({ to }) => to === email).at(-1));
};
const signedIn = async (email: string) => {
  await client.customers.registerCustomer({ email, password });
  const { token } = await client.customers.logIn({ email, password });
  return client.withCustomerToken(token);
};

describe("content", () => {
  test("is read in its locales, page by page or whole", async () => {
    const { content } = client.withLocale("de");
    expect(await content.getPage({ slug: "about" })).toMatchObject({ slug: "ueber-uns", locale: "de" });
    expect(await content.getPage({ slug: "docs/start" })).toMatchObject({ slug: "docs/start", locale: "en" });
    const list = await client.content.listPages({ pageSize: 2 });
    expect([list.page, list.pageSize, list.data.length]).toEqual([1, 2, 2]);
    const all = await gather(client.content.listPages.all({ pageSize: 2 }));
    expect([all.length, new Set(all.map(({ id }) => id)).size]).toEqual([list.total, list.total]);
    expect((await client.content.listBlockTypes()).data.map(({ type }) => type)).toEqual(["box", "text"]);
  });

  test("has entries of the types that the caller knows", async () => {
    const { data: posts } = await client.content.listEntries<{ text: string }>({ contentTypeSlug: "blog-post" });
    expect(posts.map(({ data }) => data.text)).toEqual(["sample third en", "sample second en", "sample first en"]);
    expect(await client.content.getBlogPost({ slug: "first", locale: "de" })).toMatchObject({ locale: "de" });
    expect(await client.content.getEntry({ contentTypeSlug: "note", slug: "first" })).toMatchObject({ data: { text: "sample note" } });
  });

  test("of a single type is an object, or null until it is published", async () => {
    const single = { contentTypes: [{ slug: "settings", title: "Settings", single: true, schema: { type: "object" } }] };
    const locales = { site: { locales: ["en", "de"] } };
    const read = async (bundle: object) => {
      const { key } = await shop.server.addSite({ ...locales, ...single, ...bundle });
      return shop.client({ apiKey: key, locale: "de" }).content.getSingle<{ phone: string }>({ contentTypeSlug: "settings" });
    };
    expect(await read({})).toBeNull();
    const entries = [{ contentType: "settings", slug: "settings", locale: "en", data: { phone: "1" } }];
    expect(await read({ entries })).toMatchObject({ locale: "en", data: { phone: "1" } });
  });

  test.each(["", ".", "..", "../block-types", "/home", "home/", "a//b", "%2e%2e", "no such"])(
    "does not exist under an address that a visitor typed: %j",
    async (typed) => {
      const page = await attempt(client.content.getPage({ slug: typed }));
      expect(page.error?.code).toBe("page_not_found");
      const entry = await attempt(client.content.getEntry({ contentTypeSlug: "note", slug: typed }));
      expect(["entry_not_found", "content_type_not_found"]).toContain(entry.error?.code);
      const product = await attempt(client.catalog.getProduct({ id: typed }));
      expect(product.error?.code).toBe("product_not_found");
    },
  );

  test("that is missing in a locale has an error with the locales that exist", async () => {
    const { error } = await attempt(client.content.listPages({ locale: "fr" }));
    expect(error?.code === "locale_unsupported" && error.supportedLocales).toEqual(["en", "de", "pt-BR"]);
  });

  test("that has not changed is not sent again", async () => {
    const statuses: number[] = [];
    const keeping = shop.client({
      cache: 10,
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        statuses.push(response.status);
        return response;
      },
    });
    const first = await keeping.content.listPages();
    expect(await keeping.content.listPages()).toEqual(first);
    expect(await keeping.content.listPages({ locale: "de" })).not.toEqual(first);
    expect(statuses).toEqual([200, 304, 200]);
  });
});

test("the catalogue is searched, filtered and paged through", async () => {
  const { catalog } = client;
  const [chair] = (await catalog.listProducts({ q: "fjel", minPrice: 1, category: "furniture", sort: "price:asc" })).data;
  expect(chair).toMatchObject({ slug: "fjell-chair" });
  expect(await catalog.getProduct({ id: chair?.id ?? "" })).toEqual(chair);
  expect(await catalog.getProductBySlug({ slug: "fjell-chair" })).toEqual(chair);
  expect((await gather(catalog.listProducts.all({ pageSize: 1 }))).length).toBe((await catalog.listProducts()).total);
  const roots = await catalog.listCategories({ tree: true });
  const seating = roots.data[0]?.children?.[0];
  expect(seating).toMatchObject({ slug: "seating" });
  expect(await catalog.getCategory({ id: seating?.id ?? "" })).toMatchObject({ slug: "seating" });
  expect(await catalog.getCategoryBySlug({ slug: "seating" })).toMatchObject({ id: seating?.id });
  expect((await catalog.listPlans()).data.map(({ slug }) => slug)).toEqual(["care-month", "care-year"]);
  expect((await attempt(catalog.listProducts({ sort: "colour" }))).error).toMatchObject({
    code: "invalid_query",
    errors: [{ path: "/sort" }],
  });
});

test("a customer registers, confirms, signs in, changes their profile, and resets a forgotten password", async () => {
  const email = "ada@example.com";
  const { customers } = client;
  expect(await customers.registerCustomer({ email, password, verifyUrlBase })).toMatchObject({ email, emailVerified: false });
  expect((await attempt(customers.registerCustomer({ email, password }))).error?.code).toBe("email_taken");
  expect(await customers.requestEmailVerification({ verifyUrlBase, email })).toEqual({ accepted: true });
  expect(await customers.verifyEmail({ token: await tokenMailedTo(email) })).toMatchObject({ emailVerified: true });
  expect((await attempt(customers.logIn({ email, password: "wrong" }))).error).toMatchObject({ code: "invalid_credentials", status: 401 });

  const { token } = await customers.logIn({ email, password });
  const { account } = client.withCustomerToken(token);
  expect(await account.getAccount()).toMatchObject({ email, firstName: null });
  expect(await account.updateAccount({ firstName: "Ada" })).toMatchObject({ firstName: "Ada" });
  expect(await account.changePassword({ currentPassword: password, newPassword: "another long one" })).toMatchObject({ email });
  expect((await attempt(account.getAccount())).error?.code).toBe("token_invalid");

  expect(await customers.requestPasswordReset({ email, resetUrlBase })).toEqual({ accepted: true });
  expect(await customers.resetPassword({ token: await tokenMailedTo(email), password })).toMatchObject({ email });
});

test("a signed-in customer requests the mail again without giving their address", async () => {
  const email = "grace@example.com";
  const customerClient = await signedIn(email);
  await shop.server.runTasks();
  await customerClient.customers.requestEmailVerification({ verifyUrlBase });
  await shop.server.runTasks();
  const mails = shop.server.mails.filter(({ to }) => to === email);
  expect(mails.length).toBe(2);
  expect(linkIn(mails.at(-1) ?? { text: "" }).href).toMatch(/^https:\/\/shop\.example\/verify/);
});

describe("a sale", () => {
  test("is begun, paid, and shown to its owner", async () => {
    const customerClient = await signedIn("buyer@example.com");
    const items = [{ variantId: await checkoutClient(shop.server, shop.site).variantId("LYKT-28"), quantity: 1 }];
    const { orderId, checkoutUrl } = await customerClient.checkout.createCheckoutSession({ items, ...returnUrls });
    expect(await customerClient.checkout.getCheckoutOrder({ id: orderId })).toEqual({
      id: orderId,
      status: "PENDING",
      paymentStatus: "PENDING",
    });
    await shop.server.sandbox.pay(checkoutUrl);
    await shop.server.sandbox.settled();
    expect(await client.checkout.getCheckoutOrder({ id: orderId })).toMatchObject({ status: "PAID", paymentStatus: "SUCCEEDED" });
    expect((await gather(customerClient.account.listOwnOrders.all())).map(({ id }) => id)).toEqual([orderId]);
    expect(await customerClient.account.getOwnOrder({ id: orderId })).toMatchObject({ total: 18_900, lines: [{ sku: "LYKT-28" }] });
    // The token alone opens it too, the own order and no other.
    const { orderId: guests } = await client.checkout.createCheckoutPaymentIntent({ items });
    const withoutKey = createClient({ baseUrl: shop.server.url }).withCustomerToken(
      (await client.customers.logIn({ email: "buyer@example.com", password })).token,
    );
    expect(await withoutKey.checkout.getCheckoutOrder({ id: orderId })).toMatchObject({ status: "PAID" });
    expect((await attempt(withoutKey.checkout.getCheckoutOrder({ id: guests }))).error?.code).toBe("order_not_found");
  });

  test("reports items that are no longer available", async () => {
    const variantId = await checkoutClient(shop.server, shop.site).variantId("BRYGGE");
    const { error } = await attempt(client.checkout.createCheckoutPaymentIntent({ items: [{ variantId, quantity: 9 }] }));
    expect(error?.code === "out_of_stock" && error.items).toEqual([{ variantId, available: 2 }]);
  });

  test("whose response is lost is made once", async () => {
    const { stock, variantId } = checkoutClient(shop.server, shop.site);
    const items = [{ variantId: await variantId("FJELL-OAK-WOOD"), quantity: 1 }];
    const before = (await stock("FJELL-OAK-WOOD")) ?? 0;
    const replayed: (string | null)[] = [];
    let lost = 0;
    const unlucky = shop.client({
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        replayed.push(response.headers.get("idempotent-replayed"));
        if ((lost += 1) <= 2) throw new TypeError("fetch failed");
        return response;
      },
    });
    const { orderId } = await unlucky.checkout.createCheckoutPaymentIntent({ items });
    expect(replayed).toEqual([null, "true", "true"]);
    expect(await stock("FJELL-OAK-WOOD")).toBe(before - 1);
    expect(await client.checkout.getCheckoutOrder({ id: orderId })).toMatchObject({ status: "PENDING" });
  });

  test("with a key that another sale used is refused", async () => {
    const variantId = await checkoutClient(shop.server, shop.site).variantId("LYKT-28");
    const order = (quantity: number) =>
      attempt(client.checkout.createCheckoutPaymentIntent({ items: [{ variantId, quantity }] }, { idempotencyKey: "cart-7" }));
    const [first, again, other] = [await order(1), await order(1), await order(2)];
    expect(again.data).toEqual(first.data);
    expect(other.error?.code).toBe("idempotency_key_reused");
  });
});

test("a payment without an order is made, and its webhook is trusted by its signature", async () => {
  const { payments } = client;
  const { paymentId, clientSecret } = await payments.createPaymentIntent({ amount: 2_500, metadata: { bill: "7" } });
  await shop.server.sandbox.pay(clientSecret);
  await shop.server.sandbox.settled();
  expect(await payments.getPayment({ id: paymentId })).toMatchObject({ amount: 2_500, status: "SUCCEEDED", metadata: { bill: "7" } });
  expect(await payments.createPaymentCheckoutSession({ amount: 100, ...returnUrls })).toMatchObject({ currency: "eur" });

  const body = JSON.stringify({ id: "evt_of_a_test", type: "customer.created", created: 1, data: { object: { id: "cus_1" } } });
  const event = async (secret: string) => ({
    siteSlug: shop.site.slug,
    body,
    signature: await signTestWebhook({ body, secret, now: shop.server.clock.now() }),
  });
  expect(await payments.receiveProcessorEvent(await event(shop.webhookSecret))).toMatchObject({ handled: false, eventId: "evt_of_a_test" });
  const inBytes = { ...(await event(shop.webhookSecret)), body: new TextEncoder().encode(body) };
  expect(await payments.receiveProcessorEvent(inBytes)).toMatchObject({ eventId: "evt_of_a_test" });
  expect((await attempt(payments.receiveProcessorEvent(await event("whsec_of_somebody")))).error?.code).toBe("signature_invalid");
});

test("a form is read and submitted, and reports errors by field", async () => {
  const form = await client.forms.getForm({ slug: "contact" });
  expect(form).toMatchObject({ slug: "contact", submitLabel: "Send it" });
  const data = { name: "Ada", email: "ada@example.com", message: "Hello" };
  expect(await client.forms.submitForm({ slug: "contact", data })).toEqual({ ok: true, successMessage: "Thanks, we will answer." });
  const { error } = await attempt(client.forms.submitForm({ slug: "contact", data: { ...data, email: "nobody" } }));
  expect(error).toMatchObject({ code: "validation_failed", errors: [{ path: "/data/email" }] });
});

test("a preview link opens the draft, without a key", async () => {
  const { token } = await previews(shop.server, shop.site).issue("with-draft");
  const asked = parsePreviewLink(`${shop.server.url}/api/public/v1/preview/${token}?locale=en`);
  expect(await client.preview.getPreview(asked ?? { token: "" })).toMatchObject({ title: "DRAFT-sample", seo: { noIndex: true } });
  expect((await attempt(client.preview.getPreview({ token: "pv_of_nobody" }))).error?.code).toBe("preview_not_found");
});

test("the token of a release's preview shows what the release will publish", async () => {
  const edit = releaser(shop.server, shop.site, await addMember(shop.server, shop.site, "OWNER"));
  const { id } = await edit.make();
  await edit.add(id, await edit.create("pages", pageDraft("to-come", "To come")));
  const { token } = await edit.previewRelease(id);
  expect(await client.withPreview(token).content.getPage({ slug: "to-come" })).toMatchObject({ title: "To come" });
  const refused = [client, client.withPreview("pv_of_nobody")].map((one) => attempt(one.content.getPage({ slug: "to-come" })));
  expect((await Promise.all(refused)).map(({ error }) => error?.code)).toEqual(["page_not_found", "preview_not_found"]);
});

test("a visitor opens a site, and its key reads it", async () => {
  const stranger = shop.client({ apiKey: undefined });
  const signup = newSignup();
  const { verificationId, codeLength } = await stranger.signup.startSignup(signup);
  expect(codeLength).toBe(6);
  const cooldown = await attempt(stranger.signup.startSignup(signup));
  expect(cooldown.error?.code === "resend_cooldown" && cooldown.error.resendAvailableAt).toMatch(/^2026-/);
  shop.server.clock.advance(61_000);
  await stranger.signup.resendCode({ verificationId });
  const code = await signer(shop.server).codeFor(signup.email);
  const wrong = await attempt(stranger.signup.verifySignup({ verificationId, code: otherCode(code) }));
  expect(wrong.error?.code === "code_invalid" && wrong.error.attemptsRemaining).toBe(4);
  const { apiKey, siteSlug } = await stranger.signup.verifySignup({ verificationId, code });
  expect(siteSlug).toBe(signup.siteSlug);
  expect(await createClient({ baseUrl: shop.server.url, apiKey }).content.getPage({ slug: "home" })).toMatchObject({ slug: "home" });
});

test("an operator reads the server's health and its API description", async () => {
  expect(await client.operating.getHealth()).toEqual({ status: "ok" });
  expect(await client.operating.getReadiness()).toEqual({ status: "ready" });
  expect(await client.reference.getOpenApi()).toHaveProperty("openapi", "3.1.1");
});

test("a request over the rate limit is retried when it is allowed again", async () => {
  const { server, site } = await openShop({ takesPayments: false, limits: { reads: { perSecond: 1, burst: 2 } } });
  const statuses: number[] = [];
  const eager = createClient({
    baseUrl: server.url,
    apiKey: site.key,
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      statuses.push(response.status);
      // The client waits by its own clock, the server's stands.
      if (response.status === 429) server.clock.advance(1_000 * Number(response.headers.get("retry-after")));
      return response;
    },
  });
  for (let time = 0; time < 3; time += 1) await eager.catalog.listPlans();
  expect(statuses).toEqual([200, 200, 429, 200]);
  await server.stop();
});
