"use client";

import Link from "next/link";
import { CartLineRow } from "@/components/cart/cart-line-row";
import { CartSide, type CartCustomer } from "@/components/cart/cart-side";
import { usePricedCart } from "@/components/cart/use-priced-cart";
import { useCart } from "@/lib/cart";
import type { Messages } from "@/messages";

interface CartViewProps {
  locale: string;
  words: Messages["cart"];
  checkoutWords: Messages["checkout"];
  addressWords: Messages["address"];
  customer: CartCustomer | undefined;
}

/** The cart at the prices of this moment, and the way to pay for it. */
export function CartView({ locale, words, checkoutWords, addressWords, customer }: CartViewProps) {
  const cart = useCart();
  const { lines, hasFailed, readAgain } = usePricedCart(cart, locale);

  if (!cart) return <p className="soft">{words.loading}</p>;
  if (cart.lines.length === 0) {
    return (
      <>
        <p className="lead">{words.empty}</p>
        <Link className="button" href={`/${locale}/categories`}>
          {words.toShop}
        </Link>
      </>
    );
  }
  if (hasFailed) {
    return (
      <>
        <p className="problem" role="alert">
          {words.failed}
        </p>
        <button className="button" onClick={readAgain}>
          {words.again}
        </button>
      </>
    );
  }
  if (!lines) return <p className="soft">{words.loading}</p>;

  const isReady = lines.every(({ problem }) => problem === undefined);
  return (
    <div className="cart">
      <ul className="cart-lines">
        {lines.map((line) => (
          <CartLineRow key={line.variantId} line={line} locale={locale} words={words} />
        ))}
      </ul>
      <CartSide
        cart={cart}
        locale={locale}
        words={words}
        checkoutWords={checkoutWords}
        addressWords={addressWords}
        customer={customer}
        isReady={isReady}
        onRefused={readAgain}
      />
    </div>
  );
}
