import { useQuery } from "@tanstack/react-query";
import type { EditedProduct, EditedProductRow } from "@vitrine/client/admin";
import { useState } from "react";
import { Form } from "react-aria-components";
import { describeProblem } from "../app/problems.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { TextInput } from "../parts/field.tsx";
import { Radios } from "../parts/radios.tsx";
import { To } from "../parts/to.tsx";
import { toast } from "../parts/toast.tsx";
import styles from "./catalog.module.css";
import { productQuery, useRenewProducts } from "./catalog-queries.ts";
import { countedStocks, errorsOf, fieldsOf, inputOf, pricedVariants, type VariantFields } from "./edited-variants.ts";
import { productStatuses } from "./product-state.tsx";

/** Changes what of a product changes most often, beside the list: its state, and the price and stock of each variant. */
export function QuickEdit({ product: { id, title }, onClose }: { product: EditedProductRow; onClose(): void }) {
  const { data: product, error } = useQuery({ ...productQuery(useSite(), id), gcTime: 0 });
  if (product) return <Fields product={product} onClose={onClose} />;
  return (
    <Dialog isOpen place="side" title={title} onClose={onClose}>
      <p role="status">{error ? describeProblem(error) : texts.app.loading}</p>
    </Dialog>
  );
}

function Fields({ product: read, onClose }: { product: EditedProduct; onClose(): void }) {
  const { api, slug } = useSite();
  const { app } = texts;
  const { products } = shopTexts;
  const renew = useRenewProducts();
  const { act, isBusy } = useMutation(products.problems);
  // As it was when it was opened: nothing is written over while somebody types.
  const [product] = useState(read);
  const { id, currency, variants } = product;
  const [status, setStatus] = useState(product.status);
  const [fields, setFields] = useState(() => Object.fromEntries(variants.map((variant) => [variant.id, fieldsOf(variant, currency)])));
  const wrongVariants = variants.filter(
    (variant) => Object.keys(errorsOf(fields[variant.id] as VariantFields, variant, currency)).length > 0,
  );
  const isGood = wrongVariants.length === 0;
  const priced = isGood ? pricedVariants(product, fields) : undefined;
  const stocks = isGood ? countedStocks(product, fields) : [];
  const isChanged = priced !== undefined || stocks.length > 0 || status !== product.status;
  const save = async () => {
    const isDone = await act(async () => {
      // The stock first: it says so if somebody has bought meanwhile, and then nothing is saved.
      if (stocks.length > 0) await api.catalog.adjustStock({ items: stocks, reason: "COUNTED" });
      if (priced || status !== product.status)
        await api.catalog.replaceProduct({ ...inputOf(product), status, ...(priced && { variants: priced }) });
    });
    await renew();
    if (!isDone) return;
    onClose();
    toast(products.saved(product.title));
  };
  return (
    <Dialog
      isOpen
      place="side"
      title={product.title}
      onClose={onClose}
      role={isChanged || !isGood ? "alertdialog" : "dialog"}
      actions={
        <>
          <Button onPress={onClose}>{app.cancel}</Button>
          <Button variant="primary" isDisabled={isBusy || !isGood || !isChanged} onPress={() => void save()}>
            {app.save}
          </Button>
        </>
      }
    >
      <Form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isGood && isChanged && !isBusy) void save();
        }}
      >
        <Radios
          label={texts.list.state}
          options={productStatuses.map((each) => ({ id: each, label: products.statuses[each] }))}
          value={status}
          onChange={(next) => setStatus(next as EditedProduct["status"])}
        />
        <ul className={styles.variants}>
          {variants.map((variant) => {
            const typed = fields[variant.id] as VariantFields;
            const errors = errorsOf(typed, variant, currency);
            const change = (next: Partial<VariantFields>) => setFields({ ...fields, [variant.id]: { ...typed, ...next } });
            return (
              <li key={variant.id}>
                <span>
                  <strong>{variant.title}</strong> <small className="soft">{variant.sku}</small>
                </span>
                <TextInput
                  label={products.priceIn(currency.toUpperCase())}
                  inputMode="decimal"
                  autoComplete="off"
                  value={typed.price}
                  onChange={(price) => change({ price })}
                  fault={errors.price && products.errors[errors.price]}
                />
                <TextInput
                  label={products.stock}
                  placeholder={products.untracked}
                  inputMode="numeric"
                  autoComplete="off"
                  value={typed.stock}
                  onChange={(stock) => change({ stock })}
                  fault={errors.stock && products.errors[errors.stock]}
                />
              </li>
            );
          })}
        </ul>
        {/* Enter saves, as in any form. */}
        <button type="submit" hidden />
        <p>
          <To path={`/sites/${slug}/products/${id}`}>{products.open}</To>
        </p>
      </Form>
    </Dialog>
  );
}
