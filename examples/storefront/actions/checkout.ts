"use server";

import { createHash } from "node:crypto";
import { attempt } from "@vitrine/client";
import { cartLinesIn, type CartLine } from "@/lib/cart-lines";
import { localeOf } from "@/lib/locale-words";
import { rememberedOrder, rememberOrder } from "@/lib/order-cookie";
import { customerToken, endSession } from "@/lib/session";
import { absoluteUrl } from "@/lib/settings";
import { shippingOf } from "@/lib/shipping";
import { clientForVisitor } from "@/lib/visitor";
import { found, live } from "@/lib/vitrine";

export interface CheckoutRequest {
  lines: readonly CartLine[];
  cartKey: string;
  locale: string;
  /** Without one, the customer's own. */
  email: string;
  address: string;
}

export type CheckoutAnswer = { checkoutUrl: string } | { problem: string };

/** Places the order and answers where to pay for it. Whatever the browser sends is checked: prices and delivery are reckoned here. */
export async function startCheckout({ lines: sent, cartKey, locale: asked, email, address }: CheckoutRequest): Promise<CheckoutAnswer> {
  const { locale, words } = localeOf(asked);
  const lines = cartLinesIn(sent);
  const subtotal = await subtotalOf(lines);
  if (subtotal === undefined) return { problem: words.checkout.unavailable };

  const token = await customerToken();
  const order = {
    items: lines.map(({ variantId, quantity }) => ({ variantId, quantity })),
    shipping: shippingOf(subtotal),
    notes: String(address).slice(0, 1_000),
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

/** In minor units, at the prices of this moment; undefined if something is not sold, or there is nothing. */
async function subtotalOf(lines: readonly CartLine[]): Promise<number | undefined> {
  const prices = await Promise.all(
    lines.map(async ({ productSlug, variantId, quantity }) => {
      const product = await found(live.catalog.getProductBySlug({ slug: productSlug }));
      const variant = product?.variants.find(({ id }) => id === variantId);
      return variant ? variant.price * quantity : Number.NaN;
    }),
  );
  const subtotal = prices.reduce((sum, price) => sum + price, 0);
  return lines.length === 0 || Number.isNaN(subtotal) ? undefined : subtotal;
}
