import { useState } from "react";
import { Form } from "react-aria-components";
import { shopTexts } from "../app/shop-texts.ts";
import { language } from "../app/texts.ts";
import { amountOf } from "../parts/amount.ts";
import { Button } from "../parts/button.tsx";
import { Choice } from "../parts/choice.tsx";
import { TextInput } from "../parts/field.tsx";
import { toast } from "../parts/toast.tsx";
import { useProductForm } from "./product-form.ts";
import { withCells, withoutVariants, type VariantDraft } from "./variant-matrix.ts";
import styles from "./variants.module.css";

interface SetForAllProps {
  /** The selected variants; without any, a value is for all. */
  chosen: readonly VariantDraft[];
  onStock(variantIds: readonly string[]): void;
  onRemoved(): void;
}

const cells = ["price", "compareAtPrice", "stock"] as const;
/** The server changes as many stocks at once. */
const mostStocks = 100;

/** One value for all variants, or for those that are selected. */
export function SetForAll({ chosen, onStock, onRemoved }: SetForAllProps) {
  const { draft, currency, setMatrix } = useProductForm();
  const { product: words } = shopTexts;
  const [cell, setCell] = useState<(typeof cells)[number]>("price");
  const [value, setValue] = useState("");
  const [isTried, setTried] = useState(false);
  const { variants } = draft.matrix;
  const labels = { price: words.price, compareAtPrice: words.formerPrice, stock: words.stock };
  const hasNew = variants.some(({ id }) => id === null);
  const all = chosen.length > 0 ? chosen : variants;
  const targets = cell === "stock" ? all.filter(({ id }) => id === null) : all;
  const count = (number: number) => new Intl.NumberFormat(language).format(number);
  const error =
    cell === "stock"
      ? /^\d{0,10}$/.test(value.trim())
        ? undefined
        : words.errors.count
      : amountOf(value, currency) === undefined
        ? words.errors.amount
        : undefined;
  const apply = () => {
    setTried(error !== undefined);
    if (error !== undefined || targets.length === 0) return;
    setMatrix((matrix) => withCells(matrix, new Set(targets.map(({ key }) => key)), cell, value.trim()));
    toast(words.setDone(labels[cell], count(targets.length)));
    setValue("");
  };
  const storedIds = chosen.flatMap(({ id }) => id ?? []);
  return (
    <div className={styles.tools}>
      <Form
        className={styles.setForm ?? ""}
        aria-label={words.setFor}
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <Choice
          label={words.column}
          options={cells.filter((id) => id !== "stock" || hasNew).map((id) => ({ id, label: labels[id] }))}
          value={cell}
          onChange={(id) => setCell(cells.find((each) => each === id) ?? "price")}
        />
        <TextInput
          label={words.value}
          value={value}
          onChange={setValue}
          inputMode="decimal"
          autoComplete="off"
          fault={isTried ? error : undefined}
        />
        <Button type="submit" isDisabled={targets.length === 0}>
          {chosen.length > 0 ? words.setSelected(count(targets.length)) : words.setAll(count(targets.length))}
        </Button>
      </Form>
      {chosen.length > 0 && (
        <div className="row">
          {storedIds.length > 0 && storedIds.length <= mostStocks && (
            <Button onPress={() => onStock(storedIds)}>{words.changeStocks(count(storedIds.length))}</Button>
          )}
          <Button
            onPress={() => {
              setMatrix((matrix) => withoutVariants(matrix, new Set(chosen.map(({ key }) => key))));
              onRemoved();
            }}
          >
            {words.removeSelected(count(chosen.length))}
          </Button>
        </div>
      )}
    </div>
  );
}
