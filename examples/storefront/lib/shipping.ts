import { site } from "@/site.config";

/** The price of delivery, in minor units. The server computes it again when the visitor orders, and never trusts the browser's figure. */
export function shippingOf(subtotal: number): number {
  const { price, freeFrom } = site.shipping;
  return subtotal >= freeFrom ? 0 : price;
}
