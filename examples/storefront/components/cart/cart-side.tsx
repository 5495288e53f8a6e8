"use client";

import { useState } from "react";
import { CartSummary } from "@/components/cart/cart-summary";
import { EnteredCodes } from "@/components/cart/entered-codes";
import { CheckoutForm } from "@/components/cart/checkout-form";
import { useQuote } from "@/components/cart/use-quote";
import type { Cart } from "@/lib/cart";
import { enteredAddress, type EnteredAddress } from "@/lib/entered-address";
import type { Messages } from "@/messages";
import { site } from "@/site.config";

/** The customer who is logged in, with the values that the form begins with. */
export interface CartCustomer {
  email: string;
  address: EnteredAddress;
  /** One of those to which the shop delivers. */
  country: string | undefined;
}

interface CartSideProps {
  cart: Cart;
  locale: string;
  words: Messages["cart"];
  checkoutWords: Messages["checkout"];
  addressWords: Messages["address"];
  customer: CartCustomer | undefined;
  /** Whether everything in the cart can be ordered. */
  isReady: boolean;
  onRefused: () => void;
}

/** Beside the cart: what it costs, and the form to order it. */
export function CartSide({ cart, locale, words, checkoutWords, addressWords, customer, isReady, onRefused }: CartSideProps) {
  const [country, setCountry] = useState(customer?.country ?? site.countries[0] ?? "DE");
  const [shippingOption, setShippingOption] = useState<string>();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const [giftCards, setGiftCards] = useState<readonly string[]>([]);
  const [turn, setTurn] = useState(0);
  const quote = useQuote(cart, { locale, country, shippingOption, codes, giftCards }, turn);
  return (
    <div className="cart-side">
      {quote ? <CartSummary quote={quote} locale={locale} words={words} /> : <p className="soft">{words.loading}</p>}
      <EnteredCodes kind="discountCodes" label={checkoutWords.code} codes={codes} quote={quote} words={checkoutWords} onCodes={setCodes} />
      <EnteredCodes
        kind="giftCards"
        label={checkoutWords.giftCard}
        codes={giftCards}
        quote={quote}
        words={checkoutWords}
        onCodes={setGiftCards}
      />
      {isReady ? (
        <CheckoutForm
          cart={cart}
          locale={locale}
          words={checkoutWords}
          free={words.free}
          addressWords={addressWords}
          address={customer?.address ?? enteredAddress(undefined)}
          email={customer?.email}
          quote={quote}
          codes={codes}
          giftCards={giftCards}
          country={country}
          onCountry={(next) => {
            setCountry(next);
            // Another country has other ways of delivery.
            setShippingOption(undefined);
          }}
          onDelivery={setShippingOption}
          onRefused={() => {
            setTurn((now) => now + 1);
            onRefused();
          }}
        />
      ) : (
        <p className="problem">{words.fixFirst}</p>
      )}
    </div>
  );
}
