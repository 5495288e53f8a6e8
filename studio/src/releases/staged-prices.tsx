import { currencyStep } from "@vitrine/client";
import { useState } from "react";
import { useSite } from "../app/site.tsx";
import { formatMoney, texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { TextInput } from "../parts/field.tsx";
import { currencyOf, variantName, variantsOf, type Members } from "./catalog-items.ts";
import { withPercent, type FormError, type ProductForm } from "./product-patch.ts";
import styles from "./stage.module.css";

interface StagedPricesProps {
  /** As the product is now. */
  before: Members;
  /** With what the release changes already. */
  after: Members;
  form: ProductForm;
  onChange(form: ProductForm): void;
  errors: ReadonlyMap<string, FormError>;
}

/** The price of each variant now, and a field for that of then. */
export function StagedPrices({ before, after, form, onChange, errors }: StagedPricesProps) {
  const { site } = useSite();
  const { product } = texts.releases;
  const currency = currencyOf(after, site.currency);
  const variants = variantsOf(after);
  const now = new Map(variantsOf(before).map((variant) => [variant.sku, variant]));
  const set = (sku: string, member: "price" | "compareAtPrice", value: string) => {
    const enteredPrices = form.prices[sku] ?? { price: "", compareAtPrice: "" };
    onChange({ ...form, prices: { ...form.prices, [sku]: { ...enteredPrices, [member]: value } } });
  };
  const sayings = { amount: product.badAmount, step: product.notPayable(formatMoney(currencyStep(currency), currency)) };
  const error = (key: string) => {
    const kind = errors.get(key);
    return kind === "amount" || kind === "step" ? sayings[kind] : undefined;
  };
  return (
    <section className="stack" aria-label={product.prices}>
      <h3>
        {product.prices} <span className="soft">({currency.toUpperCase()})</span>
      </h3>
      <div className={styles.prices}>
        <div className={styles.priceHead} aria-hidden>
          <span>{product.variant}</span>
          <span>{product.now}</span>
          <span>{product.then}</span>
          <span>{product.former}</span>
        </div>
        {variants.map((variant) => {
          const { sku } = variant;
          const name = variantName(variant, variants.length === 1) || sku;
          const present = now.get(sku);
          return (
            <div key={sku} className={styles.price} role="group" aria-label={name}>
              <span>
                {name}
                {name !== sku && <small className="soft"> {sku}</small>}
              </span>
              <span className={styles.now}>
                <span className={styles.narrowLabel}>{product.now}: </span>
                {present ? formatMoney(present.price, currency) : "–"}
              </span>
              <TextInput
                label={<span className={styles.narrowLabel}>{product.priceOf(name)}</span>}
                inputMode="decimal"
                autoComplete="off"
                value={form.prices[sku]?.price ?? ""}
                onChange={(value) => set(sku, "price", value)}
                fault={error(`price ${sku}`)}
              />
              <TextInput
                label={<span className={styles.narrowLabel}>{product.formerOf(name)}</span>}
                inputMode="decimal"
                autoComplete="off"
                value={form.prices[sku]?.compareAtPrice ?? ""}
                onChange={(value) => set(sku, "compareAtPrice", value)}
                fault={error(`compareAtPrice ${sku}`)}
              />
            </div>
          );
        })}
        <p className={styles.hint}>{product.formerHint}</p>
      </div>
      {variants.length > 1 && <Percent before={before} form={form} onChange={onChange} />}
    </section>
  );
}

/** Changes all prices at once. */
function Percent({ before, form, onChange }: Pick<StagedPricesProps, "before" | "form" | "onChange">) {
  const { site } = useSite();
  const { product } = texts.releases;
  const [percent, setPercent] = useState("");
  const [isWrong, setWrong] = useState(false);
  const apply = () => {
    const changed = withPercent(form, before, percent, site.currency);
    setWrong(changed === undefined);
    if (changed) onChange(changed);
  };
  return (
    <div className={styles.percent}>
      <TextInput
        label={product.percent}
        hint={product.percentHint}
        inputMode="text"
        autoComplete="off"
        value={percent}
        onChange={setPercent}
        fault={isWrong ? product.badPercent : undefined}
      />
      <Button onPress={apply}>{product.apply}</Button>
    </div>
  );
}
