import type { ImportedProducts } from "@vitrine/client/admin";
import { shopTexts } from "../app/shop-texts.ts";
import { plural } from "../app/texts.ts";
import styles from "./catalog.module.css";

/** Lists the changes that an import would make: their number, and the first of them. */
export function ImportEffects({ effects: { products: counts, variants, totalChanges, changes } }: { effects: ImportedProducts }) {
  const { products } = shopTexts;
  const rows = [
    { what: products.product, counts },
    { what: products.variant, counts: variants },
  ];
  return (
    <>
      <table className={styles.counts}>
        <thead>
          <tr>
            <td />
            <th scope="col">{products.newOnes}</th>
            <th scope="col">{products.changedOnes}</th>
            <th scope="col">{products.unchangedOnes}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ what, counts: { created, changed, unchanged } }) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{created}</td>
              <td>{changed}</td>
              <td>{unchanged}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles.changes} tabIndex={0} role="region" aria-label={products.changes}>
        <table>
          <caption>
            {totalChanges > changes.length ? products.firstChanges(changes.length, totalChanges) : plural(totalChanges, products.change)}
          </caption>
          <thead>
            <tr>
              {[products.lineColumn, products.product, "SKU", products.column, products.before, products.after].map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {changes.map(({ line, product, sku, member, from, to }) => (
              <tr key={`${line} ${member}`}>
                <td>{line}</td>
                <td>{product}</td>
                <td>{sku}</td>
                <td>{member}</td>
                <td className="soft">{from}</td>
                <td>{to}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
