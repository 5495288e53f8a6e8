import { shopTexts } from "../app/shop-texts.ts";
import { formatDate } from "../app/texts.ts";
import { Ago } from "../parts/ago.tsx";
import { Choice } from "../parts/choice.tsx";
import { Card } from "../parts/page.tsx";
import { SearchChoice } from "../parts/search-choice.tsx";
import { useProductForm } from "./product-form.ts";
import { useCategories } from "./catalog-queries.ts";
import { pathsOf } from "./category-order.ts";
import { productStatuses } from "./product-state.tsx";
import styles from "./product.module.css";

const none = "none";

/** Whether the product is sold, where it belongs, and since when it exists. */
export function ProductSide() {
  const { draft, product, currency, isReadOnly, errorOf, set } = useProductForm();
  const { product: words } = shopTexts;
  const categories = useCategories();
  const options = [{ id: none, label: shopTexts.products.noCategory }, ...pathsOf(categories ?? [])];
  return (
    <>
      <Card>
        <div className="stack">
          <Choice
            label={words.status}
            options={productStatuses.map((status) => ({ id: status, label: shopTexts.products.statuses[status] }))}
            value={draft.status}
            onChange={(id) => {
              const status = productStatuses.find((each) => each === id);
              if (status) set("status", status);
            }}
            hint={words.statusHints[draft.status]}
            isDisabled={isReadOnly}
          />
          <SearchChoice
            // The list of proposals is that of the first rendering.
            key={categories === undefined ? "loading" : "loaded"}
            label={words.category}
            options={options}
            value={draft.categoryId ?? none}
            onChange={(id) => set("categoryId", id === none ? null : id)}
            isDisabled={isReadOnly || categories === undefined}
            fault={errorOf("categoryId")}
          />
        </div>
      </Card>
      <Card title={words.about}>
        <dl className={styles.facts}>
          <dt>{words.currency}</dt>
          <dd>{currency.toUpperCase()}</dd>
          {product && (
            <>
              <dt>{words.created}</dt>
              <dd>{formatDate(product.createdAt, { dateStyle: "medium" })}</dd>
              <dt>{words.changed}</dt>
              <dd>
                <Ago at={product.updatedAt} />
              </dd>
            </>
          )}
        </dl>
      </Card>
    </>
  );
}
