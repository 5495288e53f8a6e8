import { isAdminError, type EditedProductRow, type ListEditedProductsInput } from "@vitrine/client/admin";
import { useState } from "react";
import type { Selection } from "react-aria-components";
import { errorOf } from "../app/refusals.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { BulkBar } from "../parts/bulk-bar.tsx";
import { Button } from "../parts/button.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { firstItemError } from "../parts/item-error.ts";
import { readSelected } from "../parts/read-selected.ts";
import { tellProblem, toast } from "../parts/toast.tsx";
import { useRenewProducts } from "./catalog-queries.ts";
import type { Category } from "./category-order.ts";
import { ChangePrices, type PriceChange } from "./change-prices.tsx";
import { SetCategory } from "./set-category.tsx";

interface BulkProductsProps {
  /** The conditions of the list. A selection of "all" has everything that meets them. */
  input: ListEditedProductsInput;
  items: readonly EditedProductRow[];
  total: number;
  categories: readonly Category[];
  selected: Selection;
  onDone(): void;
}

/** A change of several products. */
type BulkChange =
  | { action: "activate" | "archive" | "delete" }
  | { action: "set-category"; categoryId: string | null }
  | ({ action: "set-price" } & PriceChange);

/** As many as the API takes at once, all or none of them. */
const most = 100;

/** Changes all selected products at once. */
export function BulkProducts({ input, items, total, categories, selected, onDone }: BulkProductsProps) {
  const { api } = useSite();
  const { list } = texts;
  const { products } = shopTexts;
  const renew = useRenewProducts();
  const problemSentences: Readonly<Record<string, string>> = products.problems;
  const [isBusy, setBusy] = useState(false);
  const [open, setOpen] = useState<"delete" | "category" | "price">();
  const chosenItems = selected === "all" ? items : items.filter(({ id }) => selected.has(id));
  const count = selected === "all" ? total : chosenItems.length;
  if (count === 0) return null;

  const run = async (change: BulkChange, done: (count: number) => string) => {
    setOpen(undefined);
    setBusy(true);
    let changed = 0;
    let part: readonly EditedProductRow[] = [];
    try {
      const chosen = await readSelected(selected, items, () => api.catalog.listEditedProducts.all({ ...input, pageSize: most }));
      for (let first = 0; first < chosen.length; first += most) {
        part = chosen.slice(first, first + most);
        await api.catalog.bulkProducts({ ...change, items: part.map(({ id, revision }) => ({ id, revision })) });
        changed += part.length;
      }
      onDone();
    } catch (error) {
      const problem = isAdminError(error) ? firstItemError(error) : undefined;
      const at = problem && part[problem.index];
      if (at) toast(list.notOne(at.title, problemSentences[problem.code] ?? errorOf(problem)));
      else tellProblem(error, products.problems);
    } finally {
      setBusy(false);
      await renew();
    }
    if (changed > 0) toast(done(changed));
  };
  return (
    <BulkBar count={count} onClear={onDone}>
      <Button variant="primary" isDisabled={isBusy} onPress={() => setOpen("price")}>
        {products.changePrices}
      </Button>
      <Button isDisabled={isBusy} onPress={() => void run({ action: "activate" }, products.activated)}>
        {products.activate}
      </Button>
      <Button isDisabled={isBusy} onPress={() => void run({ action: "archive" }, products.archived)}>
        {products.archive}
      </Button>
      {categories.length > 0 && (
        <Button isDisabled={isBusy} onPress={() => setOpen("category")}>
          {products.setCategory}
        </Button>
      )}
      <Button variant="danger" isDisabled={isBusy} onPress={() => setOpen("delete")}>
        {products.remove}
      </Button>
      {open === "price" && (
        <ChangePrices
          examples={chosenItems}
          count={count}
          onClose={() => setOpen(undefined)}
          onChange={(change) => void run({ action: "set-price", ...change }, products.pricesChanged)}
        />
      )}
      {open === "category" && (
        <SetCategory
          categories={categories}
          count={count}
          onClose={() => setOpen(undefined)}
          onChoose={(categoryId) => void run({ action: "set-category", categoryId }, products.categorySet)}
        />
      )}
      <Confirm
        title={products.remove}
        label={products.remove}
        isOpen={open === "delete"}
        onClose={() => setOpen(undefined)}
        onConfirm={() => void run({ action: "delete" }, products.removed)}
      >
        <p>{products.removeText(list.selected(count))}</p>
      </Confirm>
    </BulkBar>
  );
}
