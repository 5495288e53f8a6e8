import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { languageOf } from "../../../../lib/text/language.ts";
import { currencyUnsupported, requestedCurrency } from "../../../../lib/text/currency.ts";
import { localeUnsupported, readLocale } from "../../../../lib/text/locale.ts";
import { isUuid } from "../../../../lib/text/uuid.ts";
import { readGuessedCards } from "../../gift-cards/index.ts";
import { Address, canonicalAddress } from "../../orders/index.ts";
import { mergeItems, readCart } from "../cart.ts";
import { readCheckoutRules } from "../checkout-rules.ts";
import {
  CheckoutBody,
  CheckoutCurrency,
  CheckoutItems,
  CheckoutLocale,
  currencyMixed,
  DiscountCodes,
  GiftCardCodes,
  ShippingOptionId,
} from "../checkout.ts";
import { readHistories, readWrittenCandidates } from "../read-written-candidates.ts";
import { Quote, quoteCart } from "../quote.ts";

/** What an order would cost. Stores and reserves nothing. */
export const quoteCheckout = operation(
  {
    id: "quoteCheckout",
    method: "POST",
    path: "/api/v1/shop/checkout/quote",
    access: "keyMaybeToken",
    cors: "site",
    problems: [currencyMixed, currencyUnsupported, localeUnsupported],
    tags: ["Checkout"],
    summary: "Ask what an order costs",
    description:
      "Answers prices, discounts, ways of shipping and taxes by the site's rules, and what stands in the way of the order. It stores and reserves nothing. Where " +
      "the site has no rules, the caller of the checkout decides about shipping and tax, and both are 0 here. After twenty requests with a code that the shop " +
      "does not know, of a discount or of a gift card, from one client in a quarter of an hour: 429.",
    body: Type.Object(
      {
        items: CheckoutItems,
        shippingAddress: Type.Optional(Address),
        billingAddress: Type.Optional(Address),
        shippingOption: Type.Optional(ShippingOptionId),
        discountCodes: Type.Optional(DiscountCodes),
        giftCards: Type.Optional(GiftCardCodes),
        customerEmail: CheckoutBody.properties.customerEmail,
        replaces: Type.Optional(
          Type.String({
            maxLength: 100,
            description: "The `orderId` of a pending order that the next one replaces: its items and discounts count as available.",
          }),
        ),
        locale: Type.Optional(CheckoutLocale),
        currency: Type.Optional(CheckoutCurrency),
      },
      { additionalProperties: false },
    ),
    response: { 200: Single(Quote) },
  },
  ({ sql, clock, secrets }: Pick<Deps, "sql" | "clock" | "secrets">) =>
    async ({ site, body, client, customer }) => {
      const locale = readLocale(site, body.locale);
      const shippingAddress = body.shippingAddress ? canonicalAddress(body.shippingAddress, "shippingAddress") : null;
      const billingAddress = body.billingAddress ? canonicalAddress(body.billingAddress, "billingAddress") : null;
      const places = new Map(body.items.map(({ variantId }, index) => [variantId, index] as const).reverse());
      const items = mergeItems(body.items.filter(({ variantId }) => isUuid(variantId))).sort(
        (a, b) => (places.get(a.variantId) ?? 0) - (places.get(b.variantId) ?? 0),
      );
      const now = clock.now();
      const { currency } = requestedCurrency(site, body);
      const { discountCodes = [], shippingOption } = body;
      const replaces = body.replaces !== undefined && isUuid(body.replaces) ? body.replaces : null;
      const [rules, cart, candidates, giftCards] = await Promise.all([
        readCheckoutRules(sql, site.id),
        readCart(sql, site, items, locale, { replaces, currency }),
        readWrittenCandidates(sql, site.id, { codes: discountCodes, client, replaces, now }),
        readGuessedCards(sql, secrets, site.id, { codes: body.giftCards ?? [], client, replaces, now }),
      ]);
      const invalid = [...places.keys()].filter((id) => !isUuid(id));
      const all = { ...cart, currency: cart.currency || site.currency, missing: [...cart.missing, ...invalid] };
      // What a guest has ordered before is not told to whoever knows the address: an order decides.
      const ofDiscounts =
        customer && (await readHistories(sql, site.id, candidates, { customerId: customer.id, email: null }, { replaces }));
      const buyer = { isKnown: customer !== undefined || body.customerEmail !== undefined, ...(ofDiscounts && { ofDiscounts }) };
      const wishes = {
        shippingAddress,
        billingAddress,
        shippingOption,
        locale,
        isOrder: false,
        tax: 0,
        shipping: 0,
        discountCodes,
        giftCards,
        buyer,
      };
      return { data: quoteCart(site, rules, all, body.items, wishes, candidates, now, languageOf(locale)).quote };
    },
);
