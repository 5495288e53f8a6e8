"use client";

import { useEffect, useState } from "react";
import type { Quote } from "@vitrine/client";
import { quoteCart } from "@/actions/quote";
import type { Cart } from "@/lib/cart";

/** What the cart costs with this delivery. The former quote stays until the next one is there; undefined: there is none yet. */
export function useQuote(cart: Cart, locale: string, country: string, shippingOption: string | undefined, turn: number): Quote | undefined {
  const [quote, setQuote] = useState<Quote>();
  useEffect(() => {
    let isOver = false;
    void quoteCart({ lines: cart.lines, locale, country, shippingOption })
      .then((answer) => {
        if (!isOver) setQuote(answer);
      })
      .catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [cart, locale, country, shippingOption, turn]);
  return quote;
}
