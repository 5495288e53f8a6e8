import { messages } from "../../../lib/messages/index.ts";
import { languageOf } from "../../../lib/text/language.ts";
import { describe, expect, test } from "vitest";
import { formatMoney } from "../../../lib/text/money.ts";
import { orderMail, type AboutOrderMail } from "./order-mail.ts";

const about: AboutOrderMail = {
  locale: "en",
  siteName: "Fjord & Form",
  storefrontUrl: "https://shop.example/?from=mail&lang=en",
  number: 1001,
  currency: "eur",
  lines: [
    { title: "Oak chair – natural", quantity: 2, total: 123_400 },
    { title: "Linen cloth", quantity: 1, total: 5_905 },
  ],
  subtotal: 129_305,
  tax: 24_568,
  taxIncluded: false,
  taxes: [],
  discounts: [],
  shipping: 490,
  shippingOption: null,
  total: 154_363,
  giftCards: [],
  shippingAddress: null,
};
/** What stands there, whichever space Intl put between amount and currency. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ");
const linesOf = (text: string) => plain(text).split("\n");
/** The rows of the table, as text. */
const rowsOf = (html: string) =>
  [...plain(html).matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = ""]) =>
    [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = ""]) => cell.replaceAll(/<[^>]*>/g, "")),
  );

describe("an order's mail", () => {
  test.each([
    [
      "en",
      "Your order 1001 – Fjord & Form",
      ["Hello,", "Order 1001", "2 × Oak chair – natural: €1,234.00", "1 × Linen cloth: €59.05"],
      ["Subtotal: €1,293.05", "Tax: €245.68", "Shipping: €4.90", "Total: €1,543.63"],
      "Go to the shop",
    ],
    [
      "de",
      "Ihre Bestellung 1001 – Fjord & Form",
      ["Guten Tag,", "Bestellung 1001", "2 × Oak chair – natural: 1.234,00 €", "1 × Linen cloth: 59,05 €"],
      ["Zwischensumme: 1.293,05 €", "Steuern: 245,68 €", "Versand: 4,90 €", "Gesamtbetrag: 1.543,63 €"],
      "Zum Shop",
    ],
    [
      "pt-BR",
      "Seu pedido 1001 – Fjord & Form",
      ["Olá!", "Pedido 1001", "2 × Oak chair – natural: € 1.234,00", "1 × Linen cloth: € 59,05"],
      ["Subtotal: € 1.293,05", "Impostos: € 245,68", "Frete: € 4,90", "Total: € 1.543,63"],
      "Ir para a loja",
    ],
  ])("lists the items and the sums in %s", (locale, subject, said, sums, button) => {
    const mail = orderMail({ ...about, locale });
    expect(mail.subject).toBe(subject);
    const lines = linesOf(mail.text);
    expect(lines.filter((line) => said.includes(line))).toEqual(said);
    expect(lines.slice(lines.indexOf(sums[0] ?? ""))).toEqual(expect.arrayContaining(sums));
    expect(mail.text).toContain(`\n\n${about.storefrontUrl}\n\n`);
    expect(mail.text.endsWith("\n")).toBe(true);

    expect(mail.html).toContain(`<html lang="${locale}">`);
    expect(mail.html).toContain(`>${button}</a>`);
    expect(mail.html.split('href="https://shop.example/?from=mail&amp;lang=en"')).toHaveLength(3);
    expect(rowsOf(mail.html).map((row) => row.join(": "))).toEqual([...said.slice(2), ...sums]);
    expect(mail.html).not.toMatch(/<(img|style|script|link|iframe|form)\b|url\(/i);
  });

  test("leaves out tax and shipping of zero", () => {
    const { text, html } = orderMail({ ...about, tax: 0, shipping: 0, total: about.subtotal });
    expect(text + html).not.toMatch(/Tax|Shipping|€0\.00/);
    expect(rowsOf(html).slice(2)).toEqual([
      ["Subtotal", "€1,293.05"],
      ["Total", "€1,293.05"],
    ]);
    expect(linesOf(text)).toEqual(expect.arrayContaining(["Subtotal: €1,293.05", "Total: €1,293.05"]));
    // What is free is still what was ordered.
    const gift = { title: "Sample", quantity: 1, total: 0 };
    expect(linesOf(orderMail({ ...about, lines: [gift] }).text)).toContain("1 × Sample: €0.00");
  });

  test("is complete without a link if the site has no storefront", () => {
    const { text, html } = orderMail({ ...about, storefrontUrl: null });
    expect(html).not.toContain("<a ");
    expect(text + html).not.toMatch(/null|undefined|https?:|button/);
  });

  test("is in English for a locale without a translation", () => {
    expect(orderMail({ ...about, locale: "fr" })).toEqual(orderMail(about));
    expect(orderMail({ ...about, locale: "de-AT" })).toEqual(orderMail({ ...about, locale: "de" }));
    expect(orderMail({ ...about, locale: "pt" })).toEqual(orderMail({ ...about, locale: "pt-BR" }));
  });
});

describe("titles and names in the mail", () => {
  const withTitle = (title: string) => orderMail({ ...about, lines: [{ title, quantity: 3, total: 100 }] });

  test("show markup as text", () => {
    const title = `</td></table><img src=x onerror="x()">&amp;'`;
    const { text, html } = withTitle(title);
    expect(html).toContain("&lt;/td&gt;&lt;/table&gt;&lt;img src=x onerror=&quot;x()&quot;&gt;&amp;amp;&#39;</span>");
    expect(html).not.toContain("<img");
    expect(html.split("</table>")).toHaveLength(2);
    expect(linesOf(text)).toContain(`3 × ${title}: €1.00`);
  });

  test.each([
    ["line breaks", "Chair\r\n\r\nTotal: €0.01\r\nBcc: x@y.example", "Chair Total: €0.01 Bcc: x@y.example"],
    ["separators of Unicode", "Chair\u2028and\u2029more\u0085of it", "Chair and more of it"],
    ["overrides of direction", "Chair\u202e00.1€\u2066x\u2069\u200f\u061c", "Chair00.1€x"],
    ["characters that nobody sees", "C\u200bha\ufeffir\u{e0041}", "Chair"],
    ["control characters", "A\0b\u001b[31mc", "A b [31mc"],
    ["half a character", "Chair\ud83d", "Chair\ufffd"],
    ["writing from right to left", "כיסא עץ", "כיסא עץ"],
  ])("stay on one line despite %s", (_what, title, shownTitle) => {
    const { text, html, subject } = withTitle(title);
    expect(linesOf(text)).toContain(`3 × ${shownTitle}: €1.00`);
    expect(linesOf(text)).toHaveLength(linesOf(withTitle("Chair").text).length);
    expect(html).toContain(`3 × <span dir="auto">${shownTitle}</span>`);
    expect(subject).toBe("Your order 1001 – Fjord & Form");
  });

  test("are cut at the longest length that a title can have", () => {
    expect(linesOf(withTitle("ä".repeat(10_000)).text)).toContain(`3 × ${"ä".repeat(250)}: €1.00`);
  });

  test("cannot break the subject", () => {
    expect(orderMail({ ...about, siteName: "Shop\r\nBcc: x\u202e\0 <b>" }).subject).toBe("Your order 1001 – Shop Bcc: x <b>");
  });

  test("the link to the storefront must be a web address", () => {
    for (const storefrontUrl of ["javascript:alert(1)", "mailto:x@y.example", "/relative"]) {
      expect(() => orderMail({ ...about, storefrontUrl })).toThrow();
    }
  });
});

test("a mail lists a hundred lines in order, and is small enough for mail programs", () => {
  const lines = Array.from({ length: 100 }, (_, index) => ({ title: `Thing ${index} ${"x".repeat(230)}`, quantity: 999, total: 999_000 }));
  const { text, html } = orderMail({ ...about, lines });
  const titles = (content: string) => [...content.matchAll(/999 × (?:<span dir="auto">)?Thing (\d+)/g)].map(([, index]) => Number(index));
  expect(titles(text)).toEqual(lines.map((_, index) => index));
  expect(titles(html)).toEqual(lines.map((_, index) => index));
  expect(Buffer.byteLength(html)).toBeLessThan(102_000);
});

describe("amounts", () => {
  test.each([
    ["en", "eur", 1, "€0.01"],
    ["en", "usd", 99_999_999, "$999,999.99"],
    ["de", "chf", 1_050, "10,50 CHF"],
    ["pt-BR", "brl", 123_456, "R$ 1.234,56"],
    ["en", "jpy", 1_200, "¥1,200"],
    ["de", "jpy", 1_200, "1.200 ¥"],
    ["en", "kwd", 1_250, "KWD 1.250"],
    ["de", "bhd", 5, "0,005 BHD"],
    ["en", "EUR", 0, "€0.00"],
  ])("in %s, of %s, %i are shown as %s", (language, currency, amountMinor, shownAmount) => {
    expect(plain(formatMoney(amountMinor, currency, language))).toBe(shownAmount);
  });

  // Intl by itself would show a hundred times as much.
  test.each(["huf", "cop", "idr", "pkr", "isk", "ugx", "all"])("of %s have two decimals, as at the processor", (currency) => {
    expect(plain(formatMoney(125_000, currency, "en"))).toMatch(/\b1,250\.00$/);
  });

  test("are formatted so in every line and sum of the mail", () => {
    const yen = orderMail({ ...about, currency: "jpy", locale: "de" });
    expect(linesOf(yen.text)).toEqual(expect.arrayContaining(["1 × Linen cloth: 5.905 ¥", "Gesamtbetrag: 154.363 ¥"]));
    const dinars = orderMail({ ...about, currency: "kwd" });
    expect(rowsOf(dinars.html).at(-1)).toEqual(["Total", "KWD 154.363"]);
  });
});

test("an order's parts have a name in every language", () => {
  const said = ["en", "de-CH", "pt", "fr"].map((locale) => {
    const { tax, shipping, order, items } = messages[languageOf(locale)].order;
    return [tax, shipping, order(12_345), items(1), items(99)];
  });
  expect(said).toEqual([
    ["Tax", "Shipping", "Order 12345", "1 item", "99 items"],
    ["Steuern", "Versand", "Bestellung 12345", "1 Artikel", "99 Artikel"],
    ["Impostos", "Frete", "Pedido 12345", "1 item", "99 itens"],
    ["Tax", "Shipping", "Order 12345", "1 item", "99 items"],
  ]);
});

test.each([
  ["en", "Shipping address", "Germany"],
  ["de", "Lieferadresse", "Deutschland"],
  ["pt-BR", "Endereço de entrega", "Alemanha"],
])("an order's mail in %s says where the order goes, as plain text", (locale, heading, country) => {
  const name = "<b>Ada</b>\nhttps://evil.example";
  const { text, html } = orderMail({ ...about, locale, shippingAddress: { name, postalCode: "10115", city: "Berlin", country: "DE" } });
  const lines = linesOf(text);
  const start = lines.indexOf(heading);
  expect(lines.slice(start + 2, start + 4)).toEqual(["10115 Berlin", country]);
  expect(lines[start + 1]).toContain("<b>Ada</b>");
  expect(html).toContain("&lt;b&gt;Ada&lt;/b&gt;");
  expect(html).toContain("10115 Berlin");
});
