import fc from "fast-check";
import { expect, test } from "vitest";
import { currencyStep } from "../../../lib/text/money.ts";
import type { CheckoutRules } from "./checkout-rules.ts";
import { quoteCart } from "./quote.ts";

const site = { defaultLocale: "en", locales: ["en"], currency: "eur" };
const rules: CheckoutRules = {
  totals: "rules",
  timeZone: "UTC",
  shipping: null,
  tax: { pricesInclude: false, country: "DE", rates: [{ country: "DE", percent: "19", title: { en: "VAT" } }] },
};

test("gift cards pay for all but gift cards, with no more than they have, and leave an amount that the processor takes", () => {
  const item = fc.record({ quantity: fc.integer({ min: 1, max: 5 }), steps: fc.nat(5_000), isGiftCard: fc.boolean() });
  const owned = fc.record({
    id: fc.constantFrom("a", "b", "c"),
    balance: fc.nat(50_000),
    isForeign: fc.boolean(),
    unusable: fc.constantFrom(null, null, "blocked" as const, "expired" as const),
  });
  const currencies = fc.constantFrom("eur", "jpy", "kwd", "isk", "ugx");
  fc.assert(
    fc.property(currencies, fc.array(item, { minLength: 1, maxLength: 8 }), fc.array(owned, { maxLength: 5 }), (currency, items, list) => {
      const step = currencyStep(currency);
      const balances = new Map(list.map((card) => [card.id, card]));
      const cards = list.map(({ id }) => {
        const { balance = 0, isForeign = false, unusable = null } = balances.get(id) ?? {};
        return { id, last4: id.repeat(4), balance, unusable, currency: isForeign ? "sek" : currency, expiresAt: null };
      });
      const lines = items.map(({ quantity, steps, isGiftCard }, index) => ({
        variantId: `v${index}`,
        productId: `p${index}`,
        title: "",
        sku: "",
        quantity,
        unitPrice: steps * step,
        stock: null,
        categories: [],
        taxClass: isGiftCard ? null : "standard",
        weight: 0,
        requiresShipping: false,
        isGiftCard,
      }));
      const wishes = {
        shippingAddress: null,
        billingAddress: null,
        shippingOption: undefined,
        locale: "en",
        isOrder: false,
        tax: 0,
        shipping: 0,
        discountCodes: [],
        giftCards: [...cards, undefined],
        buyer: { isKnown: false },
      };
      const cart = { lines, currency, missing: [], unsold: [] };
      const { quote, redeemed } = quoteCart(site, rules, cart, lines, wishes, [], new Date("2026-11-30"), "en");
      const paid = redeemed.reduce((sum, { amount }) => sum + amount, 0);
      const sold = lines.reduce((sum, line) => sum + (line.isGiftCard ? line.quantity * line.unitPrice : 0), 0);
      expect(quote.toPay).toBe(quote.total - paid);
      expect(quote.toPay).toBeGreaterThanOrEqual(sold);
      expect(quote.toPay % step).toBe(0);
      expect(new Set(redeemed.map(({ id }) => id)).size).toBe(redeemed.length);
      for (const { id, amount } of redeemed) {
        const card = cards.find((each) => each.id === id);
        expect([card?.unusable, card?.currency, amount > 0 && amount <= (card?.balance ?? 0)]).toEqual([null, currency, true]);
      }
      // Nobody pays in another way what a card could have paid.
      const left = cards.some((card) => {
        const spent = redeemed.find(({ id }) => id === card.id)?.amount ?? 0;
        return card.unusable === null && card.currency === currency && card.balance - spent >= step;
      });
      if (left) expect(quote.toPay).toBe(sold);
    }),
    { numRuns: 2_000 },
  );
});
