import { X } from "lucide-react";
import { memo, useId, type ClipboardEvent } from "react";
import { shopTexts } from "../app/shop-texts.ts";
import { language } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { fieldStyles } from "../parts/field.tsx";
import type { Cell, VariantDraft } from "./variant-matrix.ts";
import styles from "./variants.module.css";

interface VariantRowProps {
  variant: VariantDraft;
  name: string;
  /** Of the options: `S, Red`. */
  values: string;
  suggestedSku: string;
  /** Null: not tracked. Undefined: it is not stored yet. */
  stock: number | null | undefined;
  isSelected: boolean;
  /** The product has no options. */
  isSingle: boolean;
  isReadOnly: boolean;
  titleError: string | undefined;
  skuError: string | undefined;
  priceError: string | undefined;
  formerError: string | undefined;
  stockError: string | undefined;
  onSelect(key: string, isSelected: boolean): void;
  onChange(key: string, cell: Cell, text: string): void;
  onPaste(key: string, cell: Cell, text: string): void;
  onRemove(key: string): void;
  onStock(id: string): void;
}

/** A variant. It is rendered again only if something of its own changes: a product may have a thousand. */
export const VariantRow = memo(function VariantRow(props: VariantRowProps) {
  const { variant, name, values, suggestedSku, stock, isSelected, isSingle, isReadOnly, onSelect, onChange, onPaste, onRemove, onStock } =
    props;
  const { product: words } = shopTexts;
  const { key, id } = variant;
  const shownStock = typeof stock === "number" ? new Intl.NumberFormat(language).format(stock) : words.notTracked;
  const cell = (
    column: Cell,
    label: string,
    error: string | undefined,
    more: { placeholder?: string; inputMode?: "decimal" | "numeric"; maxLength?: number } = {},
  ) => (
    <CellInput
      column={column}
      label={label}
      name={name}
      value={variant[column]}
      error={error}
      isReadOnly={isReadOnly}
      onChange={(text) => onChange(key, column, text)}
      onPaste={(text) => onPaste(key, column, text)}
      {...more}
    />
  );
  return (
    <div className={styles.row} role="group" aria-label={name}>
      {!isSingle && !isReadOnly && (
        <input
          type="checkbox"
          className={styles.check}
          aria-label={words.selectVariant(name)}
          checked={isSelected}
          onChange={({ target }) => onSelect(key, target.checked)}
        />
      )}
      <span className={styles.values}>{values}</span>
      {cell("title", words.name, props.titleError, { placeholder: values || (name === words.variant ? "" : name), maxLength: 200 })}
      {cell("sku", words.sku, props.skuError, { placeholder: suggestedSku, maxLength: 100 })}
      {cell("price", words.price, props.priceError, { inputMode: "decimal" })}
      {cell("compareAtPrice", words.formerPrice, props.formerError, { inputMode: "decimal" })}
      {id === null ? (
        cell("stock", words.stock, props.stockError, { inputMode: "numeric", placeholder: words.notTracked })
      ) : (
        <div className={styles.cell}>
          <span className={styles.narrowLabel} aria-hidden>
            {words.stock}
          </span>
          <Button
            className={`${styles.stock} ${stock === 0 ? styles.out : ""}`}
            aria-label={words.changeStock(name, shownStock)}
            data-cell="stock"
            onPress={() => onStock(id)}
          >
            {shownStock}
          </Button>
        </div>
      )}
      {!isSingle && !isReadOnly && (
        <Button variant="quiet" className={styles.remove ?? ""} label={words.removeVariant(name)} onPress={() => onRemove(key)}>
          <X className="icon" aria-hidden />
        </Button>
      )}
    </div>
  );
});

interface CellInputProps {
  column: Cell;
  label: string;
  name: string;
  value: string;
  error: string | undefined;
  isReadOnly: boolean;
  placeholder?: string;
  inputMode?: "decimal" | "numeric";
  maxLength?: number;
  onChange(text: string): void;
  onPaste(text: string): void;
}

function CellInput({
  column,
  label,
  name,
  value,
  error,
  isReadOnly,
  placeholder,
  inputMode,
  maxLength,
  onChange,
  onPaste,
}: CellInputProps) {
  const errorId = useId();
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text");
    if (isReadOnly || !/[\n\t]/.test(text.trim())) return;
    event.preventDefault();
    onPaste(text);
  };
  return (
    <div className={styles.cell}>
      <span className={styles.narrowLabel} aria-hidden>
        {label}
      </span>
      <input
        className={`${fieldStyles.input} ${styles.input}`}
        aria-label={shopTexts.product.cellOf(label, name)}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : errorId}
        data-invalid={error === undefined ? undefined : true}
        data-cell={column}
        autoComplete="off"
        spellCheck={false}
        value={value}
        readOnly={isReadOnly}
        placeholder={placeholder}
        inputMode={inputMode}
        maxLength={maxLength}
        onChange={({ target }) => onChange(target.value)}
        onPaste={paste}
      />
      {error !== undefined && (
        <span id={errorId} className={fieldStyles.fault}>
          {error}
        </span>
      )}
    </div>
  );
}
