import type { Metadata } from "next";
import { AfterOrder } from "@/components/cart/after-order";
import { CartView } from "@/components/cart/cart-view";
import { currentLocale } from "@/lib/locale";
import { rememberedOrder } from "@/lib/order-cookie";
import { cartOutcome, orderStanding } from "@/lib/order-standing";
import { asCustomer } from "@/lib/session";
import { found, live } from "@/lib/vitrine";

export async function generateMetadata(): Promise<Metadata> {
  const { words } = await currentLocale();
  return { title: words.cart.title, robots: { index: false } };
}

export default async function CartPage() {
  const { locale, words } = await currentLocale();
  const customer = await asCustomer((client) => client.account.getAccount());
  // Somebody who paid, and did not take the way back: the same cart must not be paid for twice.
  const placed = await rememberedOrder();
  const order = placed && (await found(live.checkout.getCheckoutOrder({ id: placed.id })));
  const isOrdered = order !== undefined && cartOutcome(orderStanding(order)) === "ordered";
  return (
    <>
      <h1>{words.cart.title}</h1>
      {placed && isOrdered && <AfterOrder cartKey={placed.cartKey} outcome="ordered" />}
      <CartView locale={locale} words={words.cart} checkoutWords={words.checkout} email={customer?.email} />
    </>
  );
}
