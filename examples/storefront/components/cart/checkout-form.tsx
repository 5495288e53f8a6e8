"use client";

import { useActionState } from "react";
import { startCheckout } from "@/actions/checkout";
import type { Cart } from "@/lib/cart";
import type { Messages } from "@/messages";

interface CheckoutFormProps {
  cart: Cart;
  locale: string;
  words: Messages["checkout"];
  /** The address of the customer who is logged in. */
  email: string | undefined;
  onRefused: () => void;
}

interface Attempt {
  problem?: string;
  isLeaving?: true;
  email: string;
  address: string;
}

/** Asks for what an order needs, places it, and leaves for the payment page. */
export function CheckoutForm({ cart, locale, words, email, onRefused }: CheckoutFormProps) {
  const [attempt, order, isOrdering] = useActionState(
    async (_last: Attempt, form: FormData): Promise<Attempt> => {
      const entered = { email: String(form.get("email") ?? ""), address: String(form.get("address") ?? "") };
      const answer = await startCheckout({ lines: cart.lines, cartKey: cart.key, locale, ...entered }).catch(() => ({
        problem: words.notNow,
      }));
      if ("problem" in answer) {
        onRefused();
        return { ...entered, problem: answer.problem };
      }
      location.assign(answer.checkoutUrl);
      return { ...entered, isLeaving: true };
    },
    { email: "", address: "" },
  );
  const isBusy = isOrdering || attempt.isLeaving === true;
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
      <div className="field">
        <label htmlFor="address">{words.address}</label>
        <textarea
          id="address"
          name="address"
          rows={4}
          autoComplete="street-address"
          required
          maxLength={1000}
          defaultValue={attempt.address}
        />
      </div>
      {attempt.problem && (
        <p className="problem" role="alert">
          {attempt.problem}
        </p>
      )}
      <button className="button button-wide" disabled={isBusy}>
        {isBusy ? words.opening : words.pay}
      </button>
    </form>
  );
}
