"use server";

import { attempt, type Quote } from "@vitrine/client";
import { cartLinesIn, type CartLine } from "@/lib/cart-lines";
import { localeOf } from "@/lib/locale-words";
import { clientForVisitor } from "@/lib/visitor";

export interface QuoteRequest {
  lines: readonly CartLine[];
  locale: string;
  country: string;
  /** Absent: the first way of delivery. */
  shippingOption: string | undefined;
}

/** Asks the shop what the cart costs, delivered to a country. Undefined: it does not answer. */
export async function quoteCart({ lines, locale: asked, country, shippingOption }: QuoteRequest): Promise<Quote | undefined> {
  const { locale } = localeOf(asked);
  const client = await clientForVisitor();
  const { data } = await attempt(
    client.checkout.quoteCheckout({
      items: cartLinesIn(lines).map(({ variantId, quantity }) => ({ variantId, quantity })),
      shippingAddress: { country },
      ...(shippingOption === undefined ? {} : { shippingOption }),
      locale,
    }),
  );
  return data;
}
