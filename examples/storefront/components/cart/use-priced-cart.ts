"use client";

import { useCallback, useEffect, useState } from "react";
import type { Picture, Product } from "@vitrine/client";
import type { Cart } from "@/lib/cart";
import type { CartLine } from "@/lib/cart-lines";

export interface PricedLine extends CartLine {
  title: string;
  /** Where the product is in the locale; undefined if it is no longer sold. */
  slug: string | undefined;
  variantTitle: string | undefined;
  picture: Picture | undefined;
  currency: string;
  /** Of one, in minor units. */
  price: number;
  /** Why it cannot be ordered like this: no longer sold, or only so many are left. */
  problem: { isGone: true } | { isGone: false; available: number } | undefined;
}

/** The lines of the cart with what the shop says of them now, in the locale. They are read again when the cart gets other products. */
export function usePricedCart(cart: Cart | undefined, locale: string) {
  const [products, setProducts] = useState<ReadonlyMap<string, Product>>();
  const [hasFailed, setHasFailed] = useState(false);
  const [reading, setReading] = useState(0);
  const query = new URLSearchParams(
    [...new Set(cart?.lines.map(({ productId }) => productId))].sort().map((id) => ["product", id]),
  ).toString();

  useEffect(() => {
    if (query === "") return undefined;
    const leaving = new AbortController();
    const read = async () => {
      try {
        const response = await fetch(`/api/cart?locale=${locale}&${query}`, { signal: leaving.signal });
        if (!response.ok) throw new Error(`The server answered ${response.status}.`);
        const answer = (await response.json()) as { products: Product[] };
        setProducts(new Map(answer.products.map((product) => [product.id, product])));
        setHasFailed(false);
      } catch {
        if (!leaving.signal.aborted) setHasFailed(true);
      }
    };
    void read();
    return () => leaving.abort();
  }, [query, locale, reading]);

  const readAgain = useCallback(() => setReading((count) => count + 1), []);
  const lines = products && cart?.lines.map((line) => priced(line, products.get(line.productId)));
  return { lines, hasFailed, readAgain };
}

function priced(line: CartLine, product: Product | undefined): PricedLine {
  const variant = product?.variants.find(({ id }) => id === line.variantId);
  const available = variant?.stock ?? Number.POSITIVE_INFINITY;
  const isGone = !variant?.available;
  return {
    ...line,
    title: product?.title ?? "",
    slug: product?.slug,
    variantTitle: product && product.variants.length > 1 ? variant?.title : undefined,
    picture: product?.images[0],
    currency: product?.currency ?? "eur",
    price: variant?.price ?? 0,
    problem: isGone ? { isGone } : line.quantity > available ? { isGone, available } : undefined,
  };
}
