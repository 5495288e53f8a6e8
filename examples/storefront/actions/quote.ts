"use server";

import { attempt, type Quote } from "@vitrine/client";
import { cartLinesIn, type CartLine } from "@/lib/cart-lines";
import { localeOf } from "@/lib/locale-words";
import { rememberedOrder } from "@/lib/order-cookie";
import { customerToken } from "@/lib/session";
import { clientForVisitor } from "@/lib/visitor";

export interface QuoteRequest {
  lines: readonly CartLine[];
  cartKey: string;
  locale: string;
  country: string;
  /** Absent: the first way of delivery. */
  shippingOption: string | undefined;
  /** Discount codes, as the visitor wrote them. */
  codes: readonly string[];
}

/** Asks the shop what the cart costs, delivered to a country. Undefined: it does not answer. */
export async function quoteCart(request: QuoteRequest): Promise<Quote | undefined> {
  const { lines, cartKey, locale: asked, country, shippingOption, codes } = request;
  const { locale, words } = localeOf(asked);
  const client = (await clientForVisitor()).withCustomerToken(await customerToken());
  // Back from the payment page: the unpaid order holds items and codes that its successor will need.
  const earlier = await rememberedOrder();
  const body = {
    items: cartLinesIn(lines).map(({ variantId, quantity }) => ({ variantId, quantity })),
    shippingAddress: { country },
    ...(shippingOption === undefined ? {} : { shippingOption }),
    ...(earlier?.cartKey === String(cartKey) ? { replaces: earlier.id } : {}),
    locale,
  };
  const discountCodes = codes.map(String);
  const { data, error } = await attempt(client.checkout.quoteCheckout({ ...body, ...(discountCodes.length > 0 && { discountCodes }) }));
  if (error?.code !== "rate_limited" || discountCodes.length === 0) return data;
  // Too many wrong codes: the cart still has its price without them.
  const { data: plain } = await attempt(client.checkout.quoteCheckout(body));
  const problem = { code: "discount_invalid" as const, path: "/discountCodes/0", message: words.checkout.tooManyCodes };
  return plain && { ...plain, problems: [...plain.problems, problem] };
}
