"use client";

import { useEffect, useState } from "react";
import type { Quote } from "@vitrine/client";
import { quoteCart, type QuoteRequest } from "@/actions/quote";
import type { Cart } from "@/lib/cart";

/** What the cart costs with this delivery and these codes. The former quote stays until the next one is there; undefined: there is none yet. */
export function useQuote(cart: Cart, wishes: Omit<QuoteRequest, "lines" | "cartKey">, turn: number): Quote | undefined {
  const { locale, country, shippingOption, codes, giftCards } = wishes;
  const [quote, setQuote] = useState<Quote>();
  useEffect(() => {
    let isOver = false;
    void quoteCart({ lines: cart.lines, cartKey: cart.key, locale, country, shippingOption, codes, giftCards })
      .then((answer) => {
        if (!isOver) setQuote(answer);
      })
      .catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [cart, locale, country, shippingOption, codes, giftCards, turn]);
  return quote;
}
