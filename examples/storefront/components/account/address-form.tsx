"use client";

import { useActionState, useState } from "react";
import { saveAddress } from "@/actions/addresses";
import { AddressFields } from "@/components/cart/address-fields";
import type { EnteredAddress } from "@/lib/entered-address";
import type { Messages } from "@/messages";

interface AddressFormProps {
  /** Undefined: a new address. */
  id: string | undefined;
  locale: string;
  words: Messages["address"];
  saveLabel: string;
  address: EnteredAddress;
  country: string;
  isDefault: boolean;
}

/** An address of the customer. */
export function AddressForm({ id, locale, words, saveLabel, address, country: initial, isDefault }: AddressFormProps) {
  const [state, save, isSaving] = useActionState(saveAddress.bind(null, id, locale), { address });
  const [country, setCountry] = useState(initial);
  return (
    <form className="form" action={save}>
      <AddressFields locale={locale} words={words} entered={state.address} country={country} onCountry={setCountry} />
      <label className="choice">
        <input type="checkbox" name="isShippingDefault" defaultChecked={isDefault} />
        <span>{words.makeDefault}</span>
      </label>
      {state.problem && (
        <p className="problem" role="alert">
          {state.problem}
        </p>
      )}
      <button className="button" disabled={isSaving}>
        {saveLabel}
      </button>
    </form>
  );
}
