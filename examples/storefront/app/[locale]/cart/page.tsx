import type { Metadata } from "next";
import { AfterOrder } from "@/components/cart/after-order";
import type { CartCustomer } from "@/components/cart/cart-side";
import { CartView } from "@/components/cart/cart-view";
import { enteredAddress } from "@/lib/entered-address";
import { currentLocale } from "@/lib/locale";
import { rememberedOrder } from "@/lib/order-cookie";
import { cartOutcome, orderStanding } from "@/lib/order-standing";
import { asCustomer } from "@/lib/session";
import { found, live } from "@/lib/vitrine";
import { site } from "@/site.config";

export async function generateMetadata(): Promise<Metadata> {
  const { words } = await currentLocale();
  return { title: words.cart.title, robots: { index: false } };
}

export default async function CartPage() {
  const { locale, words } = await currentLocale();
  const customer = await readCustomer();
  // Somebody who paid, and did not take the way back: the same cart must not be paid for twice.
  const placed = await rememberedOrder();
  const order = placed && (await found(live.checkout.getCheckoutOrder({ id: placed.id })));
  const isOrdered = order !== undefined && cartOutcome(orderStanding(order)) === "ordered";
  return (
    <>
      <h1>{words.cart.title}</h1>
      {placed && isOrdered && <AfterOrder cartKey={placed.cartKey} outcome="ordered" />}
      <CartView locale={locale} words={words.cart} checkoutWords={words.checkout} addressWords={words.address} customer={customer} />
    </>
  );
}

/** The customer who is logged in, with the address that deliveries go to by default. */
async function readCustomer(): Promise<CartCustomer | undefined> {
  return asCustomer(async ({ account }) => {
    const [{ email }, { data }] = await Promise.all([account.getAccount(), account.listAddresses()]);
    const address = data.find(({ isShippingDefault }) => isShippingDefault)?.address;
    return { email, address: enteredAddress(address), country: site.countries.find((country) => country === address?.country) };
  });
}
