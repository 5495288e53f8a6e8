import { Trash2 } from "lucide-react";
import { shopTexts } from "../app/shop-texts.ts";
import { Button } from "../parts/button.tsx";
import { Switch } from "../parts/choice.tsx";
import { TextInput } from "../parts/field.tsx";
import { Card } from "../parts/page.tsx";
import { Radios } from "../parts/radios.tsx";
import { SearchChoice } from "../parts/search-choice.tsx";
import { isPercent, type Rate, type Tax } from "./costs-draft.ts";
import { countries, countryName } from "../parts/countries.ts";
import { TextsInput } from "./texts-input.tsx";
import styles from "./totals.module.css";

/** The server takes lower-case letters, digits and hyphens. An empty text is no class. */
const classOf = (text: string) =>
  ({ class: text.trim() === "" ? undefined : text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-") }) as Pick<Rate, "class">;

/** A second rate of a country is for a class of its own. */
const freeClass = (rates: readonly Rate[], country: string): Pick<Rate, "class"> =>
  rates.some((rate) => rate.country === country && (rate.class ?? "standard") === "standard") ? { class: "reduced" } : {};

/** Which tax an order has. Undefined: none. */
export function TaxFields({ tax, onChange }: { tax: Tax | undefined; onChange(tax: Tax | undefined): void }) {
  const { totals } = shopTexts;
  const all = countries();
  if (!tax) {
    return (
      <Card title={totals.tax}>
        <div className="stack">
          <p className="soft">{totals.noTax}</p>
          <SearchChoice
            label={totals.taxCountry}
            options={all}
            value={null}
            onChange={(country) => onChange({ pricesInclude: true, country, rates: [{ country, percent: "", title: {} }] })}
          />
        </div>
      </Card>
    );
  }
  const set = (change: Partial<Tax>) => onChange({ ...tax, ...change });
  const setRate = (index: number, change: Partial<Rate>) =>
    set({ rates: tax.rates.with(index, { ...(tax.rates[index] as Rate), ...change }) });
  return (
    <Card
      title={totals.tax}
      aside={
        <Button variant="quiet" onPress={() => onChange(undefined)}>
          {totals.removeTax}
        </Button>
      }
    >
      <div className="stack">
        <Radios
          label={totals.pricesAre}
          options={[
            { id: "gross", label: totals.gross },
            { id: "net", label: totals.net },
          ]}
          value={tax.pricesInclude ? "gross" : "net"}
          onChange={(id) => {
            const { keepGross: _, ...rest } = tax;
            onChange({ ...rest, pricesInclude: id === "gross" });
          }}
        />
        <SearchChoice label={totals.taxCountry} options={all} value={tax.country} onChange={(country) => set({ country })} />
        <Switch
          label={totals.byDestination}
          hint={totals.byDestinationHint}
          isOn={tax.basis !== "ORIGIN"}
          onChange={(isOn) => set({ basis: isOn ? "DESTINATION" : "ORIGIN" })}
        />
        <ul className={styles.options} aria-label={totals.rates}>
          {tax.rates.map((rate, index) => (
            <li key={index} className={styles.option}>
              <header className={styles.head}>
                <h3>
                  {[countryName(rate.country), rate.region, rate.class, rate.validFrom && totals.from(rate.validFrom)]
                    .filter(Boolean)
                    .join(", ")}
                </h3>
                <Button
                  variant="quiet"
                  label={totals.remove(countryName(rate.country))}
                  onPress={() => set({ rates: tax.rates.filter((_, at) => at !== index) })}
                >
                  <Trash2 className="icon" aria-hidden />
                </Button>
              </header>
              <div className={styles.fields}>
                <TextInput
                  label={totals.percent}
                  isRequired
                  inputMode="decimal"
                  autoComplete="off"
                  value={rate.percent}
                  fault={rate.percent === "" || isPercent(rate.percent) ? undefined : totals.badPercent}
                  onChange={(text) => setRate(index, { percent: text.trim().replace(",", ".") })}
                />
                <TextInput
                  label={totals.taxClass}
                  hint={totals.taxClassHint}
                  autoComplete="off"
                  value={rate.class ?? ""}
                  onChange={(text) => setRate(index, classOf(text))}
                />
                <TextsInput label={totals.rateName} value={rate.title} onChange={(title) => setRate(index, { title })} />
              </div>
            </li>
          ))}
        </ul>
        <SearchChoice
          key={tax.rates.length}
          label={totals.addRate}
          options={all}
          value={null}
          onChange={(country) => set({ rates: [...tax.rates, { country, ...freeClass(tax.rates, country), percent: "", title: {} }] })}
        />
        <p className="soft">{totals.ratesHint}</p>
      </div>
    </Card>
  );
}
