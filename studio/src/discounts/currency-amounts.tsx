import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { furtherCurrencies } from "../parts/further-currencies.ts";
import { AmountInput } from "../totals/amount-input.tsx";
import type { DiscountForm } from "./discount-form.ts";

interface CurrencyAmountsProps {
  form: DiscountForm;
  member: "value" | "minimumSubtotal";
  label(currency: string): string;
}

/** An amount of the discount in each further currency of the site. */
export function CurrencyAmounts({ form: { draft, set }, member, label }: CurrencyAmountsProps) {
  const { site } = useSite();
  const { discounts } = shopTexts;
  return furtherCurrencies(site).map((currency) => {
    const { [member]: value, ...others } = draft.amounts[currency] ?? {};
    return (
      <AmountInput
        key={currency}
        label={label(currency.toUpperCase())}
        hint={discounts.currencyHint}
        currency={currency}
        value={value}
        onChange={(amount) =>
          set("amounts", { ...draft.amounts, [currency]: { ...others, ...(amount !== undefined && { [member]: amount }) } })
        }
      />
    );
  });
}
