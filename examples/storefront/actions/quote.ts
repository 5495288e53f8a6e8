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
  /** The codes of gift cards. */
  giftCards: readonly string[];
}

/** Asks the shop what the cart costs, delivered to a country. Undefined: it does not answer. */
export async function quoteCart(request: QuoteRequest): Promise<Quote | undefined> {
  const { lines, cartKey, locale: asked, country, shippingOption, codes, giftCards } = request;
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
  const entered = { ...listed("discountCodes", codes), ...listed("giftCards", giftCards) };
  const { data, error } = await attempt(client.checkout.quoteCheckout({ ...body, ...entered }));
  const [kind] = Object.keys(entered);
  if (error?.code !== "rate_limited" || kind === undefined) return data;
  // Too many wrong codes: the cart still has its price without them.
  const { data: plain } = await attempt(client.checkout.quoteCheckout(body));
  const problem = { code: "discount_invalid" as const, path: `/${kind}/0`, message: words.checkout.tooManyCodes };
  return plain && { ...plain, problems: [...plain.problems, problem] };
}

const listed = (name: "discountCodes" | "giftCards", codes: readonly string[]) => (codes.length > 0 ? { [name]: codes.map(String) } : {});
