import { X } from "lucide-react";
import { shopTexts } from "../app/shop-texts.ts";
import { Button } from "../parts/button.tsx";
import { currencies as allCurrencies, currencyName } from "../parts/currencies.ts";
import { Labelled } from "../parts/field.tsx";
import { Card } from "../parts/page.tsx";
import { SearchChoice } from "../parts/search-choice.tsx";
import styles from "./totals.module.css";

interface CurrencyFieldsProps {
  own: string;
  /** Beside the site's own one. */
  currencies: readonly string[];
  onChange(currencies: string[]): void;
}

/** In how many further currencies a site can sell. */
const mostCurrencies = 19;

/** The currencies in which the shop sells. */
export function CurrencyFields({ own, currencies, onChange }: CurrencyFieldsProps) {
  const { totals } = shopTexts;
  return (
    <Card title={totals.currencies}>
      <div className="stack">
        <p className="soft">{totals.currenciesText}</p>
        <Labelled label={totals.currencies}>
          <ul className={styles.countries}>
            <li className={`${styles.country} ${styles.fixed}`}>{currencyName(own)}</li>
            {currencies.map((currency) => (
              <li key={currency} className={styles.country}>
                {currencyName(currency)}
                <Button
                  variant="quiet"
                  label={totals.remove(currencyName(currency))}
                  onPress={() => onChange(currencies.filter((each) => each !== currency))}
                >
                  <X className="icon" aria-hidden />
                </Button>
              </li>
            ))}
          </ul>
        </Labelled>
        {currencies.length < mostCurrencies && (
          <SearchChoice
            key={currencies.length}
            label={totals.addCurrency}
            options={allCurrencies().filter(({ id }) => id !== own && !currencies.includes(id))}
            value={null}
            onChange={(currency) => onChange([...currencies, currency])}
          />
        )}
      </div>
    </Card>
  );
}
