import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { dataOf, catalogItems, paymentPlugin, checkoutClient } from "../../../../../test/kit/checkout-client.ts";
import { orderNotice } from "./order-notice.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ takesPayments: true });
});
afterAll(() => server.stop());

const newShop = async (orders: object) => {
  const products = catalogItems({ CHAIR: { price: 42_000, stock: 5 }, LAMP: { price: 9_000 } });
  const locales = { defaultLocale: "de", locales: ["de", "en"] };
  const site = await server.addSite({ plugins: paymentPlugin(), products, site: { ...locales, name: "Laden", settings: { orders } } });
  return checkoutClient(server, site);
};
/** The mails to the shop's people, after every task that is due. */
const notices = async () => {
  server.mails.length = 0;
  await server.runTasks();
  return server.mails.filter(({ subject }) => subject.includes("Neue Bestellung"));
};

test("each recipient gets one mail about a paid order, in the site's own language, however often its events arrive", async () => {
  const { session } = await newShop({ notify: ["sales@example.com", "Owner@Example.com", "owner@example.com"] });
  await server.sandbox.webhooks({ mode: "send", duplicates: 3, shuffle: true });
  const buyer = { locale: "en", customerEmail: "ada@example.com", shipping: 500 };
  const { checkoutUrl = "", number } = dataOf(await session({ CHAIR: 2, LAMP: 1 }, buyer));
  expect(await notices()).toEqual([]);
  await server.sandbox.pay(checkoutUrl);
  await server.sandbox.settled();
  await server.sandbox.webhooks({ mode: "send" });

  const [mail, ...others] = await notices();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: "sales@example.com", alsoTo: ["owner@example.com"], replyTo: "ada@example.com" });
  expect(mail?.subject).toBe(`Neue Bestellung ${number} – Laden`);
  const text = mail?.text.replaceAll("\u00a0", " ");
  for (const line of ["2 × Product CHAIR: 840,00 €", "1 × Product LAMP: 90,00 €", "Versand: 5,00 €", "Gesamtbetrag: 935,00 €"])
    expect(text).toContain(line);
  expect(text).toContain("Käufer: ada@example.com.");
  expect(mail?.html).not.toContain("<a ");

  server.clock.advance(3_600_000);
  expect(await notices()).toEqual([]);
});

test("a payer's address that comes with a later event is in the mail", async () => {
  const { session } = await newShop({ notify: ["sales@example.com"] });
  const { checkoutUrl = "" } = dataOf(await session({ LAMP: 1 }));
  await server.sandbox.webhooks({ mode: "hold" });
  await server.sandbox.pay(checkoutUrl, "succeeds", { email: "ada@example.com" });
  const events = (await server.sandbox.events()).filter(({ state }) => state === "held");
  const idsOf = (type: string) => events.filter((event) => event.type === type).map(({ id }) => id);
  await server.sandbox.deliver(idsOf("payment_intent.succeeded"));
  expect(await notices()).toEqual([]);
  await server.sandbox.deliver(idsOf("checkout.session.completed"));
  await server.sandbox.webhooks({ mode: "send" });
  server.clock.advance(60_000);
  expect(await notices()).toMatchObject([{ to: "sales@example.com", replyTo: "ada@example.com" }]);
});

test("a site that names nobody sends none, and the buyer's confirmation does not depend on it", async () => {
  for (const orders of [{ confirmationMail: true }, { confirmationMail: true, notify: [] }]) {
    const { session } = await newShop(orders);
    const { checkoutUrl = "" } = dataOf(await session({ LAMP: 1 }, { customerEmail: "ada@example.com" }));
    await server.sandbox.pay(checkoutUrl);
    await server.sandbox.settled();
    server.clock.advance(60_000);
    expect(await notices()).toEqual([]);
    expect(server.mails.map(({ to }) => to)).toEqual(["ada@example.com"]);
  }
});

test("an order without a buyer's address says so", () => {
  const about = {
    siteName: "Shop",
    storefrontUrl: null,
    number: 1_001,
    currency: "eur",
    lines: [],
    subtotal: 1,
    tax: 0,
    taxIncluded: false,
    taxes: [],
    discounts: [],
    shipping: 0,
    shippingOption: null,
    total: 1,
    giftCards: [],
    shippingAddress: null,
  };
  expect(orderNotice({ ...about, locale: "en", email: null }).text).toContain("The buyer has not given an email address.");
  expect(orderNotice({ ...about, locale: "pt", email: null }).subject).toBe("Novo pedido 1001 – Shop");
});
