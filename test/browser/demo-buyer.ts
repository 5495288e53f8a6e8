import { demoApiKey } from "../../server/src/demo.ts";
import { sandboxClient } from "../kit/sandbox-client.ts";
import type { demoBrowser } from "./demo-browser.ts";

export interface BoughtOrder {
  id: string;
  number: number;
}

const shippingAddress = { name: "Ada Lovelace", line1: "Storgata 2", postalCode: "9008", city: "Tromsø", country: "NO" };

/** Buys products of the demo's shop, as a storefront does. `items`: units by the slug of a product, of its first variant. */
export async function buyFrom(
  demo: ReturnType<typeof demoBrowser>,
  items: Readonly<Record<string, number>>,
  {
    email,
    name = shippingAddress.name,
    pays = true,
    discountCodes = [],
    giftCards = [],
  }: { email: string; name?: string; pays?: boolean; discountCodes?: readonly string[]; giftCards?: readonly string[] },
): Promise<BoughtOrder> {
  const chosen = Object.entries(items).map(async ([slug, quantity]) => {
    const { data } = await demo.call<{ variants: { id: string }[] }>(`/api/v1/shop/products/slug/${slug}`, demoApiKey);
    return { variantId: data.variants[0]?.id, quantity };
  });
  const { data } = await demo.call<{ orderId: string; number: number; clientSecret: string }>(
    "/api/v1/shop/checkout/payment-intent",
    demoApiKey,
    {
      items: await Promise.all(chosen),
      customerEmail: email,
      discountCodes,
      giftCards,
      shippingAddress: { ...shippingAddress, name },
      notes: "Please ring twice",
    },
  );
  if (pays) {
    const sandbox = sandboxClient(demo.addresses.sandbox);
    await sandbox.pay(data.clientSecret);
    await sandbox.settled();
  }
  return { id: data.orderId, number: data.number };
}
