import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { dataOf, paymentPlugin, checkoutClient } from "../../../../../test/kit/checkout-client.ts";
import { translatedCatalog } from "../../../../../test/kit/translated-catalog.ts";

let server: TestServer;
let site: TestSite;

beforeAll(async () => {
  server = await startServer({ takesPayments: true });
  const { site: locales, ...catalog } = translatedCatalog();
  const settings = { ...locales.settings, orders: { confirmationMail: true } };
  site = await server.addSite({
    ...catalog,
    plugins: paymentPlugin(),
    site: { ...locales, settings, allowedOrigins: ["https://shop.example"] },
  });
});
afterAll(() => server.stop());

const cart = { "FJELL-1": 1, "FJELL-2": 1, KNOTT: 1, LYKT: 1 };
const titlesOf = async (orderId: string) => {
  const lines = await server.deps.sql<{ title: string }>`
    select title from order_lines where site_id = ${site.id} and order_id = ${orderId} order by sku`;
  return lines.map(({ title }) => title);
};

test.each([
  [undefined, "en", ["Fjell chair – Oak, Cord", "Fjell chair – The simple one", "Knott stool", "Lykt lamp"]],
  ["de", "de", ["Stuhl Fjell – Eiche, Kordel", "Stuhl Fjell – Der einfache", "Ahocker Knott", "Lykt lamp"]],
  ["PT-br", "pt-BR", ["Cadeira Fjell – Oak, Cord", "Cadeira Fjell – The simple one", "Knott stool", "Lykt lamp"]],
  ["fr", "en", ["Fjell chair – Oak, Cord", "Fjell chair – The simple one", "Knott stool", "Lykt lamp"]],
])("an order in the locale %s keeps the words that the buyer saw", async (locale, keptLocale, titles) => {
  const { session, intent } = checkoutClient(server, site);
  for (const order of [session, intent]) {
    const { orderId = "" } = dataOf(await order(cart, locale === undefined ? {} : { locale }));
    expect(await titlesOf(orderId)).toEqual(titles);
    const [row] = await server.deps.sql<{
      locale: string | null;
    }>`select locale from orders where site_id = ${site.id} and id = ${orderId}`;
    expect(row?.locale).toBe(keptLocale);
  }
});

test("the processor's page and the mail use the buyer's language", async () => {
  server.mails.length = 0;
  const { session } = checkoutClient(server, site);
  const { checkoutUrl = "", number } = dataOf(
    await session({ "FJELL-1": 2 }, { locale: "de", tax: 100, shipping: 200, customerEmail: "ada@example.com" }),
  );
  const { description, lines } = await sentFor(checkoutUrl);
  expect([description, lines]).toEqual([`Bestellung ${number}`, ["Stuhl Fjell – Eiche, Kordel", "Steuern", "Versand"]]);
  await server.sandbox.pay(checkoutUrl);
  await server.sandbox.settled();
  await server.runTasks();
  const [mail] = server.mails;
  expect(mail?.subject).toContain(`Ihre Bestellung ${number}`);
  expect(mail?.text).toContain("2 × Stuhl Fjell – Eiche, Kordel");
});

test.each([
  ["de", "de"],
  ["pt-BR", "pt-BR"],
  [undefined, "en"],
])("the processor shows its page in the order's locale: %s is %s", async (locale, shownLocale) => {
  const { checkoutUrl = "" } = dataOf(await checkoutClient(server, site).session({ KNOTT: 1 }, locale === undefined ? {} : { locale }));
  expect(await server.sandbox.session(checkoutUrl)).toMatchObject({ locale: shownLocale });
});

test("a locale that is none is refused, and nothing is ordered", async () => {
  const { session, intent, stock } = checkoutClient(server, site);
  const before = await stock("FJELL-2");
  for (const order of [session, intent]) {
    expect(await order({ "FJELL-2": 1 }, { locale: "de_DE" })).toMatchObject({ status: 400, json: { code: "locale_unsupported" } });
    expect(await order({ "FJELL-2": 1 }, { locale: 7 })).toMatchObject({ status: 400, json: { code: "validation_failed" } });
  }
  expect(await stock("FJELL-2")).toBe(before);
});

/** What the server asked the processor for. */
async function sentFor(checkoutUrl: string): Promise<{ description: string; lines: string[] }> {
  const [payment] = await server.deps.sql<{ description: string; request: string }>`
    select description, request::text as request from payments
    where site_id = ${site.id} and ${checkoutUrl} like '%' || processor_session_id || '%'`;
  const { page } = JSON.parse(payment?.request ?? "{}") as { page: { lines: { name: string }[] } };
  return { description: payment?.description ?? "", lines: page.lines.map(({ name }) => name) };
}
