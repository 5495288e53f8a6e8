import type { Product } from "@vitrine/client";

/** Whether the variants of a product have different prices, so that its own is where they begin. */
export function hasPriceRange({ variants, price }: Product): boolean {
  return variants.some((variant) => variant.price !== price);
}
