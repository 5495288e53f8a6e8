import type { Metadata } from "next";
import { CartView } from "@/components/cart/cart-view";
import { currentLocale } from "@/lib/locale";
import { asCustomer } from "@/lib/session";

export async function generateMetadata(): Promise<Metadata> {
  const { words } = await currentLocale();
  return { title: words.cart.title, robots: { index: false } };
}

export default async function CartPage() {
  const { locale, words } = await currentLocale();
  const customer = await asCustomer((client) => client.account.getAccount());
  return (
    <>
      <h1>{words.cart.title}</h1>
      <CartView locale={locale} words={words.cart} checkoutWords={words.checkout} email={customer?.email} />
    </>
  );
}
