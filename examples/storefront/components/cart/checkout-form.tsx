"use client";

import type { Quote } from "@vitrine/client";
import { useActionState } from "react";
import { startCheckout } from "@/actions/checkout";
import { AddressFields } from "@/components/cart/address-fields";
import { DeliveryOptions } from "@/components/cart/delivery-options";
import type { Cart } from "@/lib/cart";
import { addressIn, type EnteredAddress } from "@/lib/entered-address";
import type { Messages } from "@/messages";

interface CheckoutFormProps {
  cart: Cart;
  locale: string;
  words: Messages["checkout"];
  addressWords: Messages["address"];
  /** That of the customer who is logged in, to begin with. */
  address: EnteredAddress;
  free: string;
  /** The address of the customer who is logged in. */
  email: string | undefined;
  /** What the visitor sees that the order costs. Undefined: nothing yet. */
  quote: Quote | undefined;
  codes: readonly string[];
  giftCards: readonly string[];
  country: string;
  onCountry: (country: string) => void;
  onDelivery: (id: string) => void;
  onRefused: () => void;
}

interface Attempt {
  problem?: string;
  isLeaving?: true;
  email: string;
  address: EnteredAddress;
}

/** Asks for what an order needs, places it, and leaves for the payment page. */
export function CheckoutForm(props: CheckoutFormProps) {
  const { cart, locale, words, addressWords, address, free, email, quote, codes, giftCards, country, onCountry, onDelivery, onRefused } =
    props;
  const [attempt, order, isOrdering] = useActionState(
    async (_last: Attempt, form: FormData): Promise<Attempt> => {
      const entered = { email: String(form.get("email") ?? ""), address: addressIn(form) };
      const shippingOption = quote?.shippingOptions.find(({ selected }) => selected)?.id;
      const wishes = { ...entered, country, shippingOption, codes, giftCards, expectedTotal: quote?.total };
      const request = { lines: cart.lines, cartKey: cart.key, locale, ...wishes };
      const answer = await startCheckout(request).catch(() => ({ problem: words.notNow }));
      if ("problem" in answer) {
        onRefused();
        return { ...entered, problem: answer.problem };
      }
      location.assign(answer.checkoutUrl);
      return { ...entered, isLeaving: true };
    },
    { email: "", address },
  );
  const isBusy = isOrdering || attempt.isLeaving === true;
  // What the shop says about the delivery. What is short stands beside its line, and what is wrong with a code beside the code.
  const problem = quote?.problems.find(({ path }) => path.startsWith("/shipping"));
  const isCodeWrong = quote?.problems.some(({ code }) => code === "discount_invalid" || code === "gift_card_invalid") === true;
  return (
    <form className="form" action={order}>
      <h2>{words.title}</h2>
      {email === undefined ? (
        <div className="field">
          <label htmlFor="email">{words.email}</label>
          <input
            id="email"
            name="email"
            type="email"
            autoComplete="email"
            required
            defaultValue={attempt.email}
            aria-describedby="email-hint"
          />
          <p className="soft small" id="email-hint">
            {words.emailHint}
          </p>
        </div>
      ) : (
        <p className="soft">{email}</p>
      )}
      <AddressFields locale={locale} words={addressWords} entered={attempt.address} country={country} onCountry={onCountry} />
      {quote && <DeliveryOptions quote={quote} locale={locale} words={words} free={free} onChoose={onDelivery} />}
      {(problem ?? attempt.problem) && (
        <p className="problem" role="alert">
          {problem?.message ?? attempt.problem}
        </p>
      )}
      <button className="button button-wide" disabled={isBusy || quote === undefined || problem !== undefined || isCodeWrong}>
        {isBusy ? words.opening : quote?.toPay === 0 ? words.order : words.pay}
      </button>
    </form>
  );
}
