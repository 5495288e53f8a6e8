import { expect, test } from "vitest";
import { discounts as de } from "../texts/de/discounts.ts";
import { discounts as en } from "../texts/en/discounts.ts";
import { discounts as ptBr } from "../texts/pt-br/discounts.ts";
import { sentenceOf } from "./discount-sentence.ts";

type Rule = Parameters<typeof sentenceOf>[0];

const languages = { en, de, "pt-BR": ptBr };
/** In each language. Spaces that do not break are spaces. */
const sentencesOf = (rule: Rule, names: readonly string[] = []) =>
  Object.entries(languages).map(([language, { discounts }]) =>
    sentenceOf(rule, { words: discounts.sentence, language, currency: "eur", timeZone: "Europe/Berlin", names }).replace(
      /[\u00a0\u202f]/g,
      " ",
    ),
  );
const some = { categories: ["chairs"] };

test.each<[string[], Rule, string[]?]>([
  [["10% off everything", "10 % auf alles", "10% de desconto em tudo"], { kind: "PERCENT", value: "10" }],
  [
    [
      "33.3% off Chairs, from Fri, Dec 4, 2026, at most 100 times, once per customer",
      "33,3 % auf Chairs, ab Fr., 4. Dez. 2026, höchstens 100-mal, einmal pro Kunde",
      "33,3% de desconto em Chairs, a partir de sex., 4 de dez. de 2026, no máximo 100 vezes, uma vez por cliente",
    ],
    { kind: "PERCENT", value: "33.3", appliesTo: some, startsAt: "2026-12-03T23:00:00.000Z", usageLimit: 100, perCustomerLimit: 1 },
    ["Chairs"],
  ],
  [
    [
      "€5.00 off the whole order, on orders of €50.00 or more, on a customer’s first order",
      "5,00 € Rabatt auf die ganze Bestellung, ab 50,00 € Bestellwert, bei der ersten Bestellung eines Kunden",
      "€ 5,00 de desconto em todo o pedido, em pedidos a partir de € 50,00, no primeiro pedido de um cliente",
    ],
    { kind: "AMOUNT", value: 500, minimumSubtotal: 5_000, firstOrderOnly: true },
  ],
  [
    [
      "€5.00 off Chairs and Lamp, if they cost €1,000.00 or more, from 3 items on",
      "5,00 € Rabatt auf Chairs und Lamp, wenn sie mindestens 1.000,00 € kosten, ab 3 Stück",
      "€ 5,00 de desconto em Chairs e Lamp, se custarem pelo menos € 1.000,00, a partir de 3 unidades",
    ],
    { kind: "AMOUNT", value: 500, appliesTo: some, minimumSubtotal: 100_000, minimumQuantity: 3 },
    ["Chairs", "Lamp"],
  ],
  [
    [
      "Free shipping, up to and including Thu, Dec 31, 2026, also with other discounts",
      "Kostenloser Versand, bis einschließlich Do., 31. Dez. 2026, auch zusammen mit anderen Rabatten",
      "Frete grátis, até qui., 31 de dez. de 2026, inclusive, também junto com outros descontos",
    ],
    { kind: "FREE_SHIPPING", endsAt: "2026-12-31T23:00:00.000Z", combinesWith: "ALL" },
  ],
  [
    [
      "Free shipping for orders with items that no longer exist, only once",
      "Kostenloser Versand, wenn die Bestellung gelöschte Artikel enthält, nur einmal",
      "Frete grátis para pedidos com itens que não existem mais, uma única vez",
    ],
    { kind: "FREE_SHIPPING", appliesTo: {}, usageLimit: 1 },
  ],
  [
    ["Buy 2, get 1 free", "2 kaufen, 1 gratis dazu", "Compre 2 e ganhe 1"],
    { kind: "BUY_GET", value: { buy: 2, get: 1 }, combinesWith: "NONE" },
  ],
  [
    [
      "Buy 3, get 1 at 50% off, for A, B, and 2 more, up to 3 times per customer",
      "3 kaufen, 1 mit 50 % Rabatt dazu, für A, B und 2 weitere, bis zu 3-mal pro Kunde",
      "Compre 3 e leve 1 com 50% de desconto, para A, B e mais 2, até 3 vezes por cliente",
    ],
    { kind: "BUY_GET", value: { buy: 3, get: 1, percent: "50" }, appliesTo: some, perCustomerLimit: 3 },
    ["A", "B", "C", "D"],
  ],
  [
    [
      "10% off everything, from Fri, Dec 4, 2026, 9:30 AM, until Fri, Dec 4, 2026, 6:00 PM",
      "10 % auf alles, ab Fr., 4. Dez. 2026, 9:30, bis Fr., 4. Dez. 2026, 18:00",
      "10% de desconto em tudo, a partir de sex., 4 de dez. de 2026, 9:30, até sex., 4 de dez. de 2026, 18:00",
    ],
    { kind: "PERCENT", value: "10", startsAt: "2026-12-04T08:30:00.000Z", endsAt: "2026-12-04T17:00:00.000Z" },
  ],
])("%j", (sentences, rule, names) => {
  expect(sentencesOf(rule, names)).toEqual(sentences);
});
