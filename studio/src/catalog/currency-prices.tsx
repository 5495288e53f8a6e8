import { useState } from "react";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { Choice } from "../parts/choice.tsx";
import { currencyName } from "../parts/currencies.ts";
import { furtherCurrencies } from "../parts/further-currencies.ts";
import { TextInput } from "../parts/field.tsx";
import { Card } from "../parts/page.tsx";
import { useProductForm } from "./product-form.ts";
import { nameOfVariant, withCurrencyPrice, type PriceTexts, type VariantDraft } from "./variant-matrix.ts";
import styles from "./variants.module.css";

const noPrice: PriceTexts = { price: "", compareAtPrice: "" };

/** What the variants cost in the further currencies of the site, one currency at a time. */
export function CurrencyPrices() {
  const { site } = useSite();
  const { draft, currency: own } = useProductForm();
  const { product: words } = shopTexts;
  const currencies = [site.currency, ...furtherCurrencies(site)].filter((each) => each !== own);
  const [chosen, setChosen] = useState<string>();
  const currency = currencies.find((each) => each === chosen) ?? currencies[0];
  if (currency === undefined) return null;
  return (
    <Card title={words.otherCurrencies}>
      <div className="stack">
        <p className="soft">{words.otherCurrenciesText}</p>
        {currencies.length > 1 && (
          <Choice
            label={words.currency}
            options={currencies.map((id) => ({ id, label: `${currencyName(id)} (${id.toUpperCase()})` }))}
            value={currency}
            onChange={setChosen}
          />
        )}
        <ul className={styles.currencyPrices}>
          {draft.matrix.variants.map((variant) => (
            <VariantPrices key={`${variant.key} ${currency}`} variant={variant} currency={currency} />
          ))}
        </ul>
      </div>
    </Card>
  );
}

function VariantPrices({ variant, currency }: { variant: VariantDraft; currency: string }) {
  const { draft, isReadOnly, errorOf, setMatrix } = useProductForm();
  const { product: words } = shopTexts;
  const { key, currencyPrices } = variant;
  const { options, variants } = draft.matrix;
  const texts = currencyPrices[currency] ?? noPrice;
  const name = variant.title.trim() || nameOfVariant(options, variant) || draft.title.trim() || words.variant;
  const field = (member: keyof PriceTexts, label: string) => {
    const place = `variants/${key}/${member === "price" ? "prices" : "compareAtPrices"}/${currency}`;
    return (
      <TextInput
        label={`${label} (${currency.toUpperCase()})`}
        inputMode="decimal"
        autoComplete="off"
        isReadOnly={isReadOnly}
        value={texts[member]}
        fault={errorOf(place)}
        onChange={(text) => setMatrix((matrix) => withCurrencyPrice(matrix, key, currency, { ...texts, [member]: text }), place)}
      />
    );
  };
  return (
    <li className={styles.currencyPrice} aria-label={name}>
      {variants.length > 1 && <span className={styles.values}>{name}</span>}
      {field("price", words.price)}
      {field("compareAtPrice", words.formerPrice)}
    </li>
  );
}
