import { useCallback, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { shopTexts } from "../app/shop-texts.ts";
import { plural } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { fieldStyles } from "../parts/field.tsx";
import { Card } from "../parts/page.tsx";
import { PriceHistory } from "./price-history.tsx";
import { skuOf } from "./product-draft.ts";
import { useProductForm } from "./product-form.ts";
import { SetForAll } from "./set-for-all.tsx";
import { StockDialog } from "./stock-dialog.tsx";
import { missingChoices, nameOfVariant, withCells, withMissing, withoutVariants, withPasted, type Cell } from "./variant-matrix.ts";
import { VariantRow } from "./variant-row.tsx";
import styles from "./variants.module.css";

const columns: readonly Cell[] = ["title", "sku", "price", "compareAtPrice", "stock"];

/** Every variant in a row: its name, SKU, prices and stock, to type as in a spreadsheet. */
export function VariantTable() {
  const { draft, product, stored, currency, isReadOnly, errorOf, setMatrix } = useProductForm();
  const { product: words } = shopTexts;
  const { options, variants } = draft.matrix;
  const table = useRef<HTMLDivElement>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [stockOf, setStockOf] = useState<readonly string[]>();
  const stocks = useMemo(() => new Map(product?.variants.map(({ id, stock }) => [id, stock])), [product]);
  const missing = useMemo(() => missingChoices(draft.matrix).length, [draft.matrix]);
  const chosen = variants.filter(({ key }) => selected.has(key));
  const isSingle = variants.length === 1 && options.length === 0;
  const nameOf = (variant: (typeof variants)[number]) =>
    variant.title.trim() || nameOfVariant(options, variant) || draft.title.trim() || words.variant;

  const select = useCallback(
    (key: string, isSelected: boolean) =>
      setSelected((before) => new Set(isSelected ? [...before, key] : [...before].filter((each) => each !== key))),
    [],
  );
  const change = useCallback(
    (key: string, cell: Cell, text: string) =>
      setMatrix((matrix) => withCells(matrix, new Set([key]), cell, text), `variants/${key}/${cell}`),
    [setMatrix],
  );
  const paste = useCallback(
    (key: string, cell: Cell, text: string) => setMatrix((matrix) => withPasted(matrix, { key, cell }, columns, text)),
    [setMatrix],
  );
  const remove = useCallback((key: string) => setMatrix((matrix) => withoutVariants(matrix, new Set([key]))), [setMatrix]);
  const openStock = useCallback((id: string) => setStockOf([id]), []);

  /** Enter and the arrows lead to the same column of the next row. */
  const press = (event: KeyboardEvent) => {
    const { target, key, shiftKey, altKey, nativeEvent } = event;
    if (!(target instanceof HTMLElement) || target.dataset.cell === undefined || altKey || nativeEvent.isComposing) return;
    if (key !== "Enter" && key !== "ArrowDown" && key !== "ArrowUp") return;
    // Enter on a button presses it.
    if (key === "Enter" && target instanceof HTMLButtonElement) return;
    event.preventDefault();
    const cells = [...(table.current?.querySelectorAll<HTMLElement>(`[data-cell="${target.dataset.cell}"]`) ?? [])];
    const next = cells[cells.indexOf(target) + (key === "ArrowUp" || (key === "Enter" && shiftKey) ? -1 : 1)];
    next?.focus();
    if (next instanceof HTMLInputElement) next.select();
  };
  const tableError = errorOf("variants");
  return (
    <Card
      title={isSingle ? words.price : words.variants}
      aside={
        <span className="soft">{isSingle ? words.pricesIn(currency.toUpperCase()) : plural(variants.length, words.variantCount)}</span>
      }
    >
      <div className="stack">
        {!isSingle && (
          <p className="soft">
            {words.pricesIn(currency.toUpperCase())} {!isReadOnly && words.variantHint}
          </p>
        )}
        {!isReadOnly && variants.length > 1 && <SetForAll chosen={chosen} onStock={setStockOf} onRemoved={() => setSelected(new Set())} />}
        <div ref={table} className={`${styles.table} ${isSingle ? styles.single : ""}`} onKeyDown={press}>
          {variants.length > 0 && (
            <div className={`${styles.row} ${styles.head}`}>
              {!isSingle && !isReadOnly && (
                <>
                  <input
                    type="checkbox"
                    className={styles.check}
                    aria-label={words.selectAll}
                    checked={chosen.length === variants.length}
                    ref={(box) => {
                      if (box) box.indeterminate = chosen.length > 0 && chosen.length < variants.length;
                    }}
                    onChange={({ target }) => setSelected(new Set(target.checked ? variants.map(({ key }) => key) : []))}
                  />
                  <span className={styles.all} aria-hidden>
                    {words.selectAll}
                  </span>
                </>
              )}
              {!isSingle && <span aria-hidden>{words.variant}</span>}
              {[words.name, words.sku, words.price, words.formerPrice, words.stock].map((label) => (
                <span key={label} aria-hidden>
                  {label}
                </span>
              ))}
            </div>
          )}
          {variants.map((variant) => (
            <VariantRow
              key={variant.key}
              variant={variant}
              name={nameOf(variant)}
              values={nameOfVariant(options, variant)}
              suggestedSku={variant.sku === "" && draft.slug !== "" ? skuOf(draft, variant) : ""}
              stock={variant.id === null ? undefined : stocks.get(variant.id)}
              isSelected={selected.has(variant.key)}
              isSingle={isSingle}
              isReadOnly={isReadOnly}
              titleError={errorOf(`variants/${variant.key}/title`)}
              skuError={errorOf(`variants/${variant.key}/sku`) ?? errorOf(`variants/${variant.key}/options`)}
              priceError={errorOf(`variants/${variant.key}/price`)}
              formerError={errorOf(`variants/${variant.key}/compareAtPrice`)}
              stockError={errorOf(`variants/${variant.key}/stock`)}
              onSelect={select}
              onChange={change}
              onPaste={paste}
              onRemove={remove}
              onStock={openStock}
            />
          ))}
        </div>
        {tableError !== undefined && (
          <p role="alert" className={fieldStyles.fault}>
            {tableError}
          </p>
        )}
        {product && <PriceHistory product={product} />}
        {missing > 0 && !isReadOnly && (
          <p className="row">
            {plural(missing, words.missing)}
            <Button onPress={() => setMatrix((matrix) => withMissing(matrix, stored.matrix), "variants")}>{words.addMissing}</Button>
          </p>
        )}
      </div>
      {product && stockOf && <StockDialog product={product} variantIds={stockOf} onClose={() => setStockOf(undefined)} />}
    </Card>
  );
}
