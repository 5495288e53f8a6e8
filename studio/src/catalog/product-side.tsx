import { shopTexts } from "../app/shop-texts.ts";
import { formatDate } from "../app/texts.ts";
import { Ago } from "../parts/ago.tsx";
import { useSite } from "../app/site.tsx";
import { Choice, Switch } from "../parts/choice.tsx";
import { TextInput } from "../parts/field.tsx";
import { Card } from "../parts/page.tsx";
import { SearchChoice } from "../parts/search-choice.tsx";
import { useProductForm } from "./product-form.ts";
import { useCategories } from "./catalog-queries.ts";
import { pathsOf } from "./category-order.ts";
import { standardClass } from "./product-draft.ts";
import { withDelivery } from "./variant-matrix.ts";
import { productStatuses } from "./product-state.tsx";
import styles from "./product.module.css";

const none = "none";

/** The classes for which the site has rates. */
function taxClassesOf(settings: object): string[] {
  const { tax } = settings as { tax?: { rates: readonly { class?: string }[] } };
  return (tax?.rates ?? []).flatMap((rate) => rate.class ?? []);
}

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
      <Card title={words.delivery}>
        <div className="stack">
          <Switch
            label={words.giftCard}
            hint={words.giftCardHint}
            isOn={draft.giftCard}
            isDisabled={isReadOnly}
            onChange={(giftCard) => set("giftCard", giftCard)}
          />
          {!draft.giftCard && <Delivery />}
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

/** Whether and how an order of the product is sent, and which rate of tax it has. A gift card is neither sent nor taxed. */
function Delivery() {
  const { draft, isReadOnly, errorOf, set, setMatrix } = useProductForm();
  const { site } = useSite();
  const { product: words } = shopTexts;
  const { variants } = draft.matrix;
  const weights = new Set(variants.map(({ weight }) => weight));
  const classes = [...new Set([standardClass, ...taxClassesOf(site.settings), draft.taxClass])];
  return (
    <>
      <Switch
        label={words.isSent}
        hint={words.isSentHint}
        isOn={variants.some(({ isSent }) => isSent)}
        isDisabled={isReadOnly}
        onChange={(isSent) => setMatrix((matrix) => withDelivery(matrix, { isSent }))}
      />
      {variants.some(({ isSent }) => isSent) && (
        <TextInput
          label={words.weight}
          hint={words.weightHint}
          value={weights.size === 1 ? ([...weights][0] ?? "") : ""}
          placeholder={weights.size > 1 ? words.weightsDiffer : ""}
          inputMode="numeric"
          isReadOnly={isReadOnly}
          fault={errorOf("weight")}
          onChange={(weight) => setMatrix((matrix) => withDelivery(matrix, { weight }), "weight")}
        />
      )}
      <Choice
        label={words.taxClass}
        options={classes.map((id) => ({ id, label: id === standardClass ? words.standardClass : id }))}
        value={draft.taxClass}
        onChange={(taxClass) => set("taxClass", taxClass)}
        hint={words.taxClassHint}
        isDisabled={isReadOnly}
      />
    </>
  );
}
