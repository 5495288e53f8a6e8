import type { EditedProductRow, ListEditedProductsInput } from "@vitrine/client/admin";
import { useState } from "react";
import type { Selection } from "react-aria-components";
import { shopTexts } from "../app/shop-texts.ts";
import { texts } from "../app/texts.ts";
import { BulkBar } from "../parts/bulk-bar.tsx";
import { Button } from "../parts/button.tsx";
import { Confirm } from "../parts/confirm.tsx";
import type { Category } from "./category-order.ts";
import { ChangePrices } from "./change-prices.tsx";
import { SetCategory } from "./set-category.tsx";
import { useBulkProducts } from "./use-bulk-products.ts";

interface BulkProductsProps {
  /** The conditions of the list. A selection of "all" has everything that meets them. */
  input: ListEditedProductsInput;
  items: readonly EditedProductRow[];
  total: number;
  categories: readonly Category[];
  selected: Selection;
  onDone(): void;
}

/** Changes all selected products at once, or with a release. */
export function BulkProducts({ input, items, total, categories, selected, onDone }: BulkProductsProps) {
  const { list } = texts;
  const { products } = shopTexts;
  const [open, setOpen] = useState<"delete" | "category" | "price">();
  const chosenItems = selected === "all" ? items : items.filter(({ id }) => selected.has(id));
  const count = selected === "all" ? total : chosenItems.length;
  const { isBusy, change, stage } = useBulkProducts({ input, items, selected, onDone });
  if (count === 0) return null;
  const run = (...of: Parameters<typeof change>) => {
    setOpen(undefined);
    void change(...of);
  };
  return (
    <BulkBar count={count} onClear={onDone}>
      <Button variant="primary" isDisabled={isBusy} onPress={() => setOpen("price")}>
        {products.changePrices}
      </Button>
      <Button isDisabled={isBusy} onPress={() => run({ action: "activate" }, products.activated)}>
        {products.activate}
      </Button>
      <Button isDisabled={isBusy} onPress={() => run({ action: "archive" }, products.archived)}>
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
          onChange={(prices, release) => {
            if (!release) return run({ action: "set-price", ...prices }, products.pricesChanged);
            setOpen(undefined);
            void stage(prices, release);
          }}
        />
      )}
      {open === "category" && (
        <SetCategory
          categories={categories}
          count={count}
          onClose={() => setOpen(undefined)}
          onChoose={(categoryId) => run({ action: "set-category", categoryId }, products.categorySet)}
        />
      )}
      <Confirm
        title={products.remove}
        label={products.remove}
        isOpen={open === "delete"}
        onClose={() => setOpen(undefined)}
        onConfirm={() => run({ action: "delete" }, products.removed)}
      >
        <p>{products.removeText(list.selected(count))}</p>
      </Confirm>
    </BulkBar>
  );
}
