import { cookies } from "next/headers";
import { settings } from "@/lib/settings";

/** The order that this browser placed last. Its id works like a secret: scripts cannot read it. */
export interface PlacedOrder {
  id: string;
  /** The number that people use for it. */
  number: number;
  /** That of the cart that was ordered. */
  cartKey: string;
  /** The idempotency key of its checkout, and the order that it replaced. */
  key: string;
  replaces: string | undefined;
}

const name = "order";

export async function rememberOrder(order: PlacedOrder): Promise<void> {
  const isSecure = settings.siteUrl.startsWith("https:");
  // Lax: the payment page leads back here from another site.
  (await cookies()).set(name, JSON.stringify(order), { httpOnly: true, sameSite: "lax", secure: isSecure, path: "/", maxAge: 86_400 });
}

export async function rememberedOrder(): Promise<PlacedOrder | undefined> {
  const text = (await cookies()).get(name)?.value;
  try {
    const { id, number, cartKey, key, replaces } = JSON.parse(text ?? "{}") as Partial<Record<keyof PlacedOrder, unknown>>;
    if (!id) return undefined;
    return {
      id: String(id),
      number: Number(number),
      cartKey: String(cartKey),
      key: String(key),
      replaces: replaces ? String(replaces) : undefined,
    };
  } catch {
    return undefined;
  }
}
