"use client";

import Link from "next/link";
import { CartLineRow } from "@/components/cart/cart-line-row";
import { CartSummary } from "@/components/cart/cart-summary";
import { CheckoutForm } from "@/components/cart/checkout-form";
import { usePricedCart } from "@/components/cart/use-priced-cart";
import { useCart } from "@/lib/cart";
import type { Messages } from "@/messages";

interface CartViewProps {
  locale: string;
  words: Messages["cart"];
  checkoutWords: Messages["checkout"];
  /** The address of the customer who is logged in. */
  email: string | undefined;
}

/** The cart at the prices of this moment, and the way to pay for it. */
export function CartView({ locale, words, checkoutWords, email }: CartViewProps) {
  const cart = useCart();
  const { lines, hasFailed, readAgain } = usePricedCart(cart);

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
      <div className="cart-side">
        <CartSummary lines={lines} locale={locale} words={words} />
        {isReady ? (
          <CheckoutForm cart={cart} locale={locale} words={checkoutWords} email={email} onRefused={readAgain} />
        ) : (
          <p className="problem">{words.fixFirst}</p>
        )}
      </div>
    </div>
  );
}
