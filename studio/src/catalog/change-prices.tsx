import type { EditedProductRow } from "@vitrine/client/admin";
import { useState } from "react";
import { Form } from "react-aria-components";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { formatMoney, texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { TextInput } from "../parts/field.tsx";
import { Radios } from "../parts/radios.tsx";
import styles from "./catalog.module.css";
import { PriceMomentFields, usePriceMoment, type PriceRelease } from "./price-moment.tsx";
import { changedPrice, currenciesOf, priceChangeOf, type PriceChange } from "./price-change.ts";

interface ChangePricesProps {
  /** Some of the products, to show what becomes of their prices. */
  examples: readonly EditedProductRow[];
  count: number;
  onClose(): void;
  /** `release`: absent if the prices change now. */
  onChange(change: PriceChange, release?: PriceRelease): void;
}

const mostExamples = 5;

/** Raises or lowers the prices of several products, and shows what becomes of them. */
export function ChangePrices({ examples, count, onClose, onChange }: ChangePricesProps) {
  const { site } = useSite();
  const { products } = shopTexts;
  const [direction, setDirection] = useState<"raise" | "lower">("raise");
  const [way, setWay] = useState<"percent" | "amount">("percent");
  const [text, setText] = useState("");
  const currencies = currenciesOf(examples);
  const currency = currencies[0] ?? site.currency;
  const change = priceChangeOf({ way, isLower: direction === "lower", text }, currency);
  const exampleRows = examples
    .slice(0, mostExamples)
    .map((product) => ({ product, price: change && changedPrice(product.price, product.currency, change) }));
  const isTooMuch = exampleRows.some(({ price }) => price !== undefined && price < 0);
  const isWrong = text.trim() !== "" && change === undefined;
  const when = usePriceMoment();
  const { moment } = when;
  const isReady = change !== undefined && !isTooMuch && moment !== undefined;
  const save = () => {
    if (!isReady) return;
    if (moment === "now") onChange(change);
    else onChange(change, moment);
  };
  return (
    <Dialog
      isOpen
      title={products.changePrices}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{texts.app.cancel}</Button>
          <Button variant="primary" isDisabled={!isReady} onPress={save}>
            {when.way === "now" ? products.changePricesOf(count) : products.stagePricesOf(count)}
          </Button>
        </>
      }
    >
      <Form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Radios
          label={products.direction}
          options={[
            { id: "raise", label: products.raise },
            { id: "lower", label: products.lower },
          ]}
          value={direction}
          onChange={(next) => setDirection(next === "lower" ? "lower" : "raise")}
        />
        {/* An amount has one currency. */}
        {currencies.length < 2 && (
          <Radios
            label={products.changeBy}
            options={[
              { id: "percent", label: products.byPercent },
              { id: "amount", label: products.byAmount },
            ]}
            value={way}
            onChange={(next) => setWay(next === "amount" ? "amount" : "percent")}
          />
        )}
        <TextInput
          label={way === "percent" ? products.percent : products.amountIn(currency.toUpperCase())}
          inputMode="decimal"
          autoComplete="off"
          autoFocus
          value={text}
          onChange={setText}
          fault={isTooMuch ? products.errors.tooMuch : isWrong ? products.errors[way] : undefined}
        />
        <PriceMomentFields state={when} />
        {change && !isTooMuch && (
          <table className={styles.examples}>
            <caption>{products.examples}</caption>
            <tbody>
              {exampleRows.map(({ product: { id, title, price: before, currency: own }, price }) => (
                <tr key={id}>
                  <th scope="row">{title}</th>
                  <td className="soft">{formatMoney(before, own)}</td>
                  <td>{formatMoney(price ?? before, own)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <p className="soft">{products.allVariants}</p>
      </Form>
    </Dialog>
  );
}
