import { Plus, X } from "lucide-react";
import { shopTexts } from "../app/shop-texts.ts";
import { Button } from "../parts/button.tsx";
import { Labelled } from "../parts/field.tsx";
import { Card } from "../parts/page.tsx";
import { SearchChoice } from "../parts/search-choice.tsx";
import { newOption, type Option, type Zone } from "./costs-draft.ts";
import { countryName } from "../parts/countries.ts";
import { OptionFields } from "./option-fields.tsx";
import styles from "./totals.module.css";

const everywhere = "*";

interface ZoneFieldsProps {
  zone: Zone;
  /** Countries that no zone has yet; `*` among them if no zone is for all others. */
  free: readonly { id: string; label: string }[];
  /** Beside the site's own one. */
  currencies: readonly string[];
  onChange(zone: Zone): void;
  onRemove(): void;
}

/** Some countries, and the ways in which the shop sends there. */
export function ZoneFields({ zone, free, currencies, onChange, onRemove }: ZoneFieldsProps) {
  const { totals } = shopTexts;
  const { countries, regions, options } = zone;
  const nameOf = (country: string) => (country === everywhere ? totals.everywhere : countryName(country));
  const title = countries.length === 0 ? totals.newZone : countries.map(nameOf).join(", ");
  const setOption = (index: number, option: Option) => onChange({ ...zone, options: options.with(index, option) });
  const offered = countries.length === 0 ? free : free.filter(({ id }) => id !== everywhere);
  return (
    <Card
      title={title}
      aside={
        <Button variant="quiet" onPress={onRemove}>
          {totals.removeZone}
        </Button>
      }
    >
      <div className="stack">
        <Labelled label={totals.countries}>
          <ul className={styles.countries}>
            {countries.map((country) => (
              <li key={country} className={styles.country}>
                {nameOf(country)}
                <Button
                  variant="quiet"
                  label={totals.remove(nameOf(country))}
                  onPress={() => onChange({ ...zone, countries: countries.filter((each) => each !== country) })}
                >
                  <X className="icon" aria-hidden />
                </Button>
              </li>
            ))}
          </ul>
        </Labelled>
        {regions && <p className="soft">{totals.onlyRegions(regions.join(", "))}</p>}
        {!countries.includes(everywhere) && !regions && (
          <SearchChoice
            key={countries.length}
            label={totals.addCountry}
            options={offered}
            value={null}
            onChange={(country) => onChange({ ...zone, countries: [...countries, country] })}
          />
        )}
        <ul className={styles.options}>
          {options.map((option, index) => (
            <OptionFields
              key={option.id}
              option={option}
              currencies={currencies}
              onChange={(changed) => setOption(index, changed)}
              onRemove={options.length > 1 ? () => onChange({ ...zone, options: options.filter((each) => each !== option) }) : undefined}
            />
          ))}
        </ul>
        <Button onPress={() => onChange({ ...zone, options: [...options, newOption()] })}>
          <Plus className="icon" aria-hidden />
          {totals.addOption}
        </Button>
      </div>
    </Card>
  );
}
