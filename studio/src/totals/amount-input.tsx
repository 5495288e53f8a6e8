import { useState, type ReactNode } from "react";
import { shopTexts } from "../app/shop-texts.ts";
import { amountOf, priceError, textOfAmount } from "../parts/amount.ts";
import { TextInput } from "../parts/field.tsx";

interface AmountInputProps {
  label: string;
  currency: string;
  /** In minor units. Undefined: the field is empty. */
  value: number | undefined;
  onChange(value: number | undefined): void;
  hint?: ReactNode;
}

/** An amount as people write it. Text that is no amount stays in the field, and the value as it was. */
export function AmountInput({ label, currency, value, onChange, hint }: AmountInputProps) {
  const [typed, setTyped] = useState<string>();
  const text = typed ?? textOfAmount(value, currency);
  const error = text.trim() === "" ? undefined : priceError(text, currency, value);
  return (
    <TextInput
      label={label}
      hint={hint}
      value={text}
      inputMode="decimal"
      autoComplete="off"
      fault={error && shopTexts.totals.badAmount}
      onBlur={() => {
        if (error === undefined) setTyped(undefined);
      }}
      onChange={(next) => {
        setTyped(next);
        const amount = amountOf(next, currency);
        if (amount === null) onChange(undefined);
        else if (amount !== undefined && priceError(next, currency) === undefined) onChange(amount);
      }}
    />
  );
}
