import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { demoApiKey } from "../../server/src/demo.ts";
import { newApiKey } from "../../server/src/features/server/sites/api-key.ts";
import { contactForm, submitter } from "../kit/form-site.ts";
import { cms, shop, type TestSite } from "../kit/harness.ts";
import { paymentPlugin, returnUrls, checkoutClient } from "../kit/checkout-client.ts";
import { payloads, type Payload } from "./payloads.ts";
import { canPlant, plantedBrowser } from "./planted-browser.ts";
import { chunksOf, importWithoutRefused, joined, Planting } from "./planted-site.ts";
import { recordAttack } from "./record.ts";
import { waitFor, type WatchedPages } from "./watched-pages.ts";

// Characters that a bundle cannot contain.
const storablePayloads = payloads.filter(({ text }) => !text.includes("\0") && text.isWellFormed());
const picture = (url: string, alt: string) => ({ url, alt, width: 12, height: 9 });
const shortly = (text: string, length: number) => Array.from(text).slice(0, length).join("");

// needs: embedded.
describe.runIf(canPlant)("planted markup in a shop", { timeout: 300_000 }, () => {
  const planted = plantedBrowser();

  test("no payload is more than text in the shop, in its basket, on the payment page and on the way back", async (context) => {
    const { server } = planted;
    const planting = new Planting();
    const products = chunksOf(storablePayloads, 3).map((chunk, at) => ({
      slug: `product-${at}`,
      title: joined(chunk),
      description: joined(chunk),
      category: `category-${at % 20}`,
      images: chunk.flatMap(({ text }) => [text, `/pictures/${text}`].map((url) => picture(url, text))),
      options: [{ name: chunk[0]?.text, values: chunk.map(({ text }) => text) }],
      variants: chunk.map(({ text, number }) => ({
        sku: `SKU-${number}`,
        title: text,
        price: 100,
        stock: 1,
        options: { [chunk[0]?.text ?? ""]: text },
      })),
    }));
    const bundle = {
      bundle: 1,
      site: { slug: "planted", name: "Planted", defaultLocale: "en", locales: ["en"], currency: "eur" },
      apiKeys: [{ name: "web", key: demoApiKey }],
      plugins: paymentPlugin(),
      categories: chunksOf(storablePayloads, Math.ceil(storablePayloads.length / 20)).map((chunk, at) => ({
        slug: `category-${at}`,
        title: joined(chunk),
      })),
      products,
    };
    await importWithoutRefused(server, bundle, planting);

    const watched = await planted.watch({ bypassCSP: true });
    // Of a paid basket, or with all products.
    const ready = `document.querySelector("#order:not([hidden]), .product") && document.querySelector("#order:not([hidden]), #loading[hidden]")`;
    const fill = `[...document.querySelectorAll(".product")].forEach((item) => {
      const choice = item.querySelector("select");
      for (const { value } of [...choice.options].slice(0, 1)) {
        choice.value = value;
        choice.dispatchEvent(new Event("change"));
        item.querySelector("button").click();
      }
    })`;
    const lines = `document.getElementById("lines").children.length`;
    const pay = `document.getElementById("email").value = "ana@customer.example"; document.getElementById("checkout").requestSubmit()`;
    const open = (query: string, act: Parameters<WatchedPages["open"]>[1] = async () => undefined) =>
      watched.open(`${server.url}/demo/shop${query}`, async (page) => {
        // Tabs are used again, and this one may have a basket.
        await page.evaluate("sessionStorage.clear()");
        await page.reload();
        await waitFor(page, ready);
        await act(page);
      });

    let boughtOf = 0;
    await open("", async (page) => {
      await page.evaluate(fill);
      boughtOf = await page.evaluate<number>(lines);
    });
    expect(boughtOf).toBeGreaterThan(50);
    await open("?too-many", async (page) => {
      await page.evaluate(fill);
      // Another visitor is faster, and each line of the basket is named in the refusal.
      const items = await page.evaluate<{ variantId: string; quantity: number }[]>(
        `JSON.parse(sessionStorage.getItem("basket ${demoApiKey}")).map(({ variantId, quantity }) => ({ variantId, quantity }))`,
      );
      const returns = { successUrl: `${server.url}/demo/shop`, cancelUrl: `${server.url}/demo/shop` };
      const { status } = await planted.post(`${shop}/checkout/session`, demoApiKey, { items, ...returns });
      expect(status).toBe(201);
      await page.evaluate(pay);
      await waitFor(page, `!document.getElementById("checkout-problem").hidden`);
    });
    const release = async () => {
      await server.checkPayments();
      server.clock.advance(61 * 60_000);
      await server.checkPayments();
    };
    await release();
    await open("?bought", async (page) => {
      await page.evaluate(fill);
      await page.evaluate(pay);
      await page.waitForURL(/\/c\/pay\//);
    });
    await open("?paid", async (page) => {
      await page.evaluate(fill);
      // The order of the other tab was cancelled: its stock is free again.
      await release();
      await page.evaluate(pay);
      await page.waitForURL(/\/c\/pay\//);
      await page.getByRole("button", { name: /^Pay/ }).click();
      await page.waitForURL(/\?paid/);
      await waitFor(page, `document.getElementById("order-title").textContent.includes("Paid")`);
    });
    await Promise.all(
      chunksOf(storablePayloads, 5).map((chunk) =>
        open(`?paid&x=${encodeURIComponent(joined(chunk))}#${encodeURIComponent(joined(chunk))}`),
      ),
    );
    const asked = chunksOf(storablePayloads, 5).map((chunk) => encodeURIComponent(joined(chunk)));
    await Promise.all(asked.map((text) => watched.open(`${server.url}/docs?${text}#${text}`)));

    expect(watched.noticed()).toEqual([]);
    recordAttack(context, {
      attack: "Markup in products, their options, pictures and categories, bought in the shop in Chromium",
      unit: `payloads in fields, on ${watched.inspected} pages`,
      tried: planting.storedCount,
      promise: `no script ran, no element was made of it, no request left; ${planting.refused} were refused`,
    });
  });

  test("no payload is more than text on the pages of the payment processor's sandbox", async (context) => {
    const { server } = planted;
    const stripe = new Stripe("sk_test_planted", {
      host: "127.0.0.1",
      port: Number(new URL(server.sandbox.url).port),
      protocol: "http",
      maxNetworkRetries: 0,
      telemetry: false,
    });
    const planting = new Planting();
    const watched = await planted.watch({ bypassCSP: true });
    const pathOf = (url: string) => server.sandbox.url + new URL(url).pathname;
    const visit = async (field: string, payload: Payload, pendingAddress: Promise<string>) => {
      const address = await pendingAddress.catch(() => undefined);
      planting.count(field, payload, address !== undefined);
      if (address !== undefined) await watched.open(address);
    };
    const session = (more: object) =>
      stripe.checkout.sessions
        .create({
          mode: "payment",
          line_items: [{ price_data: { currency: "eur", unit_amount: 4_200, product_data: { name: "Chair" } }, quantity: 1 }],
          ...returnUrls,
          ...more,
        })
        .then(({ url }) => pathOf(url ?? ""));
    const line = (product_data: object) => ({
      line_items: [{ price_data: { currency: "eur", unit_amount: 4_200, product_data }, quantity: 1 }],
    });
    const visits = storablePayloads.flatMap((payload) => {
      const { text } = payload;
      return [
        () => visit("product name", payload, session(line({ name: text, description: text }))),
        () =>
          visit("branding", payload, session({ branding_settings: { display_name: text }, client_reference_id: text, metadata: { text } })),
        () => visit("cancel_url", payload, session({ cancel_url: text, success_url: text })),
        () => visit("part of cancel_url", payload, session({ cancel_url: `https://shop.example/${text}` })),
        () => visit("customer_email", payload, session({ customer_email: text })),
        () =>
          visit(
            "description",
            payload,
            stripe.paymentIntents
              .create({ amount: 4_200, currency: "eur", description: text, metadata: { text }, receipt_email: "ana@customer.example" })
              .then(({ client_secret }) => `${server.sandbox.url}/confirm?client_secret=${client_secret ?? ""}`),
          ),
        () =>
          visit("address", payload, Promise.resolve(`${server.sandbox.url}/c/pay/${encodeURIComponent(text)}?${encodeURIComponent(text)}`)),
      ];
    });
    for (const some of chunksOf(visits, 16)) await Promise.all(some.map((one) => one()));
    await watched.open(server.sandbox.url);

    expect(watched.noticed()).toEqual([]);
    recordAttack(context, {
      attack: "Markup in all that the sandbox processor is told, shown on its pages in Chromium",
      unit: `payloads in fields, on ${watched.inspected} pages`,
      tried: planting.storedCount,
      promise: `no script ran, no element was made of it, no request left; ${planting.refused} were refused`,
    });
  });

  test("no payload is more than text in mails, in the mail-catcher and on the pages that mails lead to", async (context) => {
    const { server } = planted;
    const planting = new Planting();
    const watched = await planted.watch({ bypassCSP: true });
    for (const some of chunksOf(storablePayloads, 12)) {
      for (const payload of some) await correspond(payload, planting);
      await server.runTasks();
      const mails = server.mails.splice(0);
      const isPlanted = (text: string) => some.some(({ number }) => text.includes(String(number)));
      expect(mails.length).toBeGreaterThan(some.length * 3);
      expect(mails.some(({ html }) => isPlanted(html))).toBe(true);
      // As a mail program without escaping would show them; and in the catcher.
      await Promise.all(mails.map(({ html }) => watched.show(html)));
      server.mails.push(...mails);
      const caught = mails.filter((_, at) => at % 8 === 0).map(({ id }) => `${server.url}/dev/mail/${id}`);
      const hosted = mails.flatMap(({ text }) =>
        [...text.matchAll(/http:\/\/localhost:3000(\/sites\/\S+)/g)].map(([, path = ""]) => server.url + path),
      );
      expect(hosted.length).toBeGreaterThan(some.length);
      const opened = hosted.filter((_, at) => at % 2 === 0);
      await Promise.all([`${server.url}/dev/mail`, ...caught, ...opened].map((address) => watched.open(address)));
      server.mails.splice(0);
    }

    expect(watched.noticed()).toEqual([]);
    recordAttack(context, {
      attack: "Markup in names, orders, submissions and senders, shown by mails, the mail-catcher and hosted pages in Chromium",
      unit: `payloads in fields, on ${watched.inspected} pages`,
      tried: planting.storedCount,
      promise: `no script ran, no element was made of it, no request left; ${planting.refused} were refused`,
    });
  });

  /** A site with this name sends every kind of mail, to people with this name. */
  async function correspond(payload: Payload, planting: Planting): Promise<void> {
    const { server } = planted;
    const { text, number } = payload;
    const slug = `planted-${number}`;
    const key = newApiKey();
    const [address, label] = [`ana${number}@customer.example`, shortly(text, 79)];
    const id = await importWithoutRefused(
      server,
      {
        bundle: 1,
        site: {
          slug,
          name: text,
          defaultLocale: "en",
          locales: ["en"],
          currency: "eur",
          storefrontUrl: text,
          settings: { mail: { senderName: label }, orders: { confirmationMail: true } },
        },
        apiKeys: [{ name: "web", key }],
        plugins: { ...paymentPlugin(), "svc.forms": { enabled: true, config: { notify: ["staff@customer.example"] } } },
        forms: [{ ...contactForm(), name: text }],
        products: [{ slug: "p", title: text, variants: [{ sku: "P", title: text, price: 100 }] }],
      },
      planting,
    );
    const site: TestSite = { slug, key, id };
    const attempt = async (field: string, pendingAnswer: Promise<{ status: number }>) => {
      const { status } = await pendingAnswer;
      planting.count(field, payload, status < 300);
      return status < 300;
    };
    const person = { email: address, password: randomUUID() };
    if (
      !(await attempt(
        "a customer's name",
        planted.post(`${shop}/auth/register`, key, { ...person, firstName: text, lastName: text, phone: text }),
      ))
    )
      await planted.post(`${shop}/auth/register`, key, person);
    await planted.post(`${shop}/auth/request-password-reset`, key, { email: address });
    await attempt("a submission", submitter(server, site)({ name: text, email: address, message: text }));
    const { session } = checkoutClient(server, site);
    const planned = { customerEmail: address, metadata: { text }, notes: text };
    const answer = await session({ P: 1 }, planned);
    planting.count("an order", payload, answer.status < 300);
    const bought = answer.status < 300 ? answer : await session({ P: 1 }, { customerEmail: address });
    await server.sandbox.pay((bought.json as { data: { checkoutUrl: string } }).data.checkoutUrl);
    await server.sandbox.settled();
    const signup = { siteName: text, siteSlug: `new-${slug}`, email: `owner${number}@customer.example`, password: randomUUID() };
    await attempt("a signup", planted.post(`${cms}/signup`, key, signup));
  }

  test("no payload is more than text in problems and responses that are opened as pages", async (context) => {
    const { server } = planted;
    const site = await server.addSite();
    const watched = await planted.watch({ bypassCSP: true, headers: { "x-api-key": site.key } });
    const paths = (text: string) => {
      const query = encodeURIComponent(text);
      const step = encodeURIComponent(text).replaceAll(".", "%2E");
      return [
        `${cms}/pages/${step}?locale=${query}`,
        `${shop}/products?q=${query}&sort=${query}`,
        `/${step}?${query}`,
        `/sites/${step}/verify-email?token=${query}`,
        `/sites/${site.slug}/reset-password?token=${query}`,
        `/dev/mail/${step}`,
      ];
    };
    let tried = 0;
    for (const some of chunksOf(
      payloads.filter(({ text }) => text.isWellFormed()),
      8,
    )) {
      const addresses = some.flatMap(({ text }) => paths(text));
      tried += addresses.length;
      await Promise.all(addresses.map((address) => watched.open(server.url + address)));
    }
    expect(watched.noticed()).toEqual([]);
    recordAttack(context, {
      attack: "Markup in addresses of the API and of hosted pages, opened in Chromium",
      unit: "pages opened",
      tried,
      promise: "no script ran, no element was made of it, no request left",
    });
  });
});
