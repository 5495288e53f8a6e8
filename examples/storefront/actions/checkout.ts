"use server";

import { createHash } from "node:crypto";
import { attempt } from "@vitrine/client";
import { cartLinesIn, type CartLine } from "@/lib/cart-lines";
import { filledMembers, type EnteredAddress } from "@/lib/entered-address";
import { localeOf } from "@/lib/locale-words";
import { rememberedOrder, rememberOrder } from "@/lib/order-cookie";
import { customerToken, endSession } from "@/lib/session";
import { absoluteUrl } from "@/lib/settings";
import { clientForVisitor } from "@/lib/visitor";

export interface CheckoutRequest {
  lines: readonly CartLine[];
  cartKey: string;
  locale: string;
  /** Without one, the customer's own. */
  email: string;
  address: EnteredAddress;
  country: string;
  shippingOption: string | undefined;
  /** Discount codes, as the visitor wrote them. */
  codes: readonly string[];
  /** The codes of gift cards. */
  giftCards: readonly string[];
  /** What the visitor saw that the order costs: another total is no order. */
  expectedTotal: number | undefined;
}

export type CheckoutAnswer = { checkoutUrl: string } | { problem: string };

/** Places the order and answers where to pay for it. Prices, delivery and tax are the shop's, whatever the browser sends. */
export async function startCheckout(request: CheckoutRequest): Promise<CheckoutAnswer> {
  const { lines: sent, cartKey, locale: asked, email, address, country, shippingOption, codes, giftCards, expectedTotal } = request;
  const { locale, words } = localeOf(asked);
  const lines = cartLinesIn(sent);
  if (lines.length === 0) return { problem: words.checkout.unavailable };

  const token = await customerToken();
  const order = {
    items: lines.map(({ variantId, quantity }) => ({ variantId, quantity })),
    shippingAddress: { ...filledMembers(address), country: String(country) },
    ...(shippingOption === undefined ? {} : { shippingOption: String(shippingOption) }),
    ...(codes.length > 0 ? { discountCodes: codes.map(String) } : {}),
    ...(giftCards.length > 0 ? { giftCards: giftCards.map(String) } : {}),
    ...(expectedTotal === undefined ? {} : { expectedTotal: Number(expectedTotal) }),
    locale,
    ...(email ? { customerEmail: String(email) } : {}),
    // Of this storefront, and never from the request: a payment page must not lead a visitor elsewhere.
    successUrl: absoluteUrl(`/${locale}/checkout/thanks`),
    cancelUrl: absoluteUrl(`/${locale}/cart`),
  };
  // The same cart with the same address is the same order, however often the button is pressed; with another address it is another.
  const idempotencyKey = createHash("sha256")
    .update(JSON.stringify([cartKey, token, order]))
    .digest("hex");
  const client = (await clientForVisitor()).withCustomerToken(token);
  // Back from the payment page with another address: the unpaid order would hold what this one needs. The same key has the same body.
  const earlier = await rememberedOrder();
  const isSameCart = earlier?.cartKey === String(cartKey);
  const replaces = !isSameCart ? undefined : earlier.key === idempotencyKey ? earlier.replaces : earlier.id;
  const body = { ...order, ...(replaces && { replaces }) };
  const { data, error } = await attempt(client.checkout.createCheckoutSession(body, { idempotencyKey }));
  if (!error) {
    await rememberOrder({ id: data.orderId, number: data.number, cartKey: String(cartKey), key: idempotencyKey, replaces });
    return { checkoutUrl: data.checkoutUrl };
  }
  switch (error.code) {
    case "out_of_stock":
      return { problem: words.checkout.outOfStock };
    case "totals_changed":
      return { problem: words.checkout.totalsChanged };
    case "discount_invalid":
    case "gift_card_invalid":
      return { problem: words.checkout.codeRefused };
    case "not_deliverable":
    case "address_incomplete":
    case "shipping_option_unknown":
      return { problem: words.checkout.undeliverable };
    case "order_paid":
      return { checkoutUrl: absoluteUrl(`/${locale}/checkout/thanks`) };
    case "variant_unavailable":
      return { problem: words.checkout.unavailable };
    case "token_invalid":
      await endSession();
      return { problem: words.checkout.sessionEnded };
    case "validation_failed":
      return { problem: error.errors.some(({ path }) => path === "/customerEmail") ? words.accountPages.invalidEmail : words.form.problem };
    default:
      return { problem: words.checkout.notNow };
  }
}
