import { Trash2 } from "lucide-react";
import { useId } from "react";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { Button } from "../parts/button.tsx";
import { Switch } from "../parts/choice.tsx";
import { AmountInput } from "./amount-input.tsx";
import type { Option } from "./costs-draft.ts";
import { TextsInput } from "./texts-input.tsx";
import styles from "./totals.module.css";

interface OptionFieldsProps {
  option: Option;
  /** Beside the site's own one. */
  currencies: readonly string[];
  onChange(option: Option): void;
  /** Absent: it is the only one. */
  onRemove: (() => void) | undefined;
}

/** One way of shipping: its name, and what it costs. */
export function OptionFields({ option, currencies, onChange, onRemove }: OptionFieldsProps) {
  const { site } = useSite();
  const { totals } = shopTexts;
  const id = useId();
  const { currency } = site;
  const name = option.title[site.defaultLocale] ?? "";
  const without = (member: "freeFrom" | "pickup") =>
    Object.fromEntries(Object.entries(option).filter(([each]) => each !== member)) as Option;
  return (
    <li className={styles.option} aria-labelledby={id}>
      <header className={styles.head}>
        <h3 id={id}>{name === "" ? totals.newOption : name}</h3>
        {onRemove && (
          <Button variant="quiet" label={totals.remove(name === "" ? totals.newOption : name)} onPress={onRemove}>
            <Trash2 className="icon" aria-hidden />
          </Button>
        )}
      </header>
      <div className={styles.fields}>
        <TextsInput label={totals.optionName} value={option.title} onChange={(title) => onChange({ ...option, title })} />
        {option.tiers === undefined ? (
          <AmountInput
            label={totals.price(currency.toUpperCase())}
            currency={currency}
            value={option.price}
            onChange={(price = 0) => onChange({ ...option, price })}
          />
        ) : (
          <p className="soft">{totals.byTiers}</p>
        )}
        <AmountInput
          label={totals.freeFrom(currency.toUpperCase())}
          hint={totals.freeFromHint}
          currency={currency}
          value={option.freeFrom}
          onChange={(freeFrom = 0) => onChange(freeFrom === 0 ? without("freeFrom") : { ...option, freeFrom })}
        />
      </div>
      {currencies.map((each) => (
        <AmountsIn key={each} currency={each} option={option} onChange={onChange} />
      ))}
      <Switch
        label={totals.pickup}
        hint={totals.pickupHint}
        isOn={option.pickup ?? false}
        onChange={(pickup) => onChange(pickup ? { ...option, pickup } : without("pickup"))}
      />
    </li>
  );
}

interface AmountsInProps {
  currency: string;
  option: Option;
  onChange(option: Option): void;
}

/** What the option costs in a further currency. Without a price it is not offered there. */
function AmountsIn({ currency, option, onChange }: AmountsInProps) {
  const { totals } = shopTexts;
  const { [currency]: own, ...others } = option.amounts ?? {};
  const set = (price: number | undefined, freeFrom: number | undefined) => {
    const amounts = price === undefined ? others : { ...others, [currency]: { price, ...(freeFrom ? { freeFrom } : {}) } };
    const { amounts: _before, ...rest } = option;
    onChange(Object.keys(amounts).length === 0 ? rest : { ...rest, amounts });
  };
  if (own?.tiers) return <p className="soft">{`${currency.toUpperCase()}: ${totals.byTiers}`}</p>;
  return (
    <div className={styles.fields}>
      <AmountInput
        label={totals.price(currency.toUpperCase())}
        hint={totals.priceHint}
        currency={currency}
        value={own?.price}
        onChange={(price) => set(price, own?.freeFrom)}
      />
      {own && (
        <AmountInput
          label={totals.freeFrom(currency.toUpperCase())}
          hint={totals.freeFromHint}
          currency={currency}
          value={own.freeFrom}
          onChange={(freeFrom) => set(own.price, freeFrom)}
        />
      )}
    </div>
  );
}
