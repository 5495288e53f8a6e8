import { shopTexts } from "../app/shop-texts.ts";
import { plural } from "../app/texts.ts";
import { useProductForm } from "./product-form.ts";
import styles from "./product.module.css";
import { nameOfVariant, removedVariants } from "./variant-matrix.ts";

const mostShown = 10;

/** The stored variants that a save drops, before it does. */
export function RemovedVariants() {
  const { draft, stored } = useProductForm();
  const { product: words } = shopTexts;
  const removed = removedVariants(stored.matrix, draft.matrix);
  if (removed.length === 0) return null;
  return (
    <div role="status" className={styles.removed}>
      <p>{plural(removed.length, words.removes)}</p>
      <ul>
        {removed.slice(0, mostShown).map((variant) => (
          <li key={variant.key}>
            {nameOfVariant(stored.matrix.options, variant)} <span className="soft">{variant.sku}</span>
          </li>
        ))}
        {removed.length > mostShown && <li>{words.andMore(removed.length - mostShown)}</li>}
      </ul>
    </div>
  );
}
