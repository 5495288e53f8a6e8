import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useState } from "react";
import { Autocomplete, Header, ListBox, ListBoxItem, ListBoxSection, Text, type Selection } from "react-aria-components";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { useCategories } from "../catalog/catalog-queries.ts";
import { pathsOf } from "../catalog/category-order.ts";
import { Button } from "../parts/button.tsx";
import choice from "../parts/choice.module.css";
import { Dialog } from "../parts/dialog.tsx";
import { SearchInput } from "../parts/search-input.tsx";
import { useSettled } from "../parts/use-settled.ts";
import type { Items } from "./discount-draft.ts";
import { productTitleKey, type ItemKind } from "./discount-queries.ts";
import styles from "./discounts.module.css";

interface Row {
  id: string;
  title: string;
  detail: string;
}

const itemKinds = ["categories", "products", "skus"] as const satisfies readonly ItemKind[];
const mostShown = 20;
/** Each product with several variants is read once more. */
const mostProducts = 8;
const settleMs = 250;

const keyOf = (kind: ItemKind, name: string) => `${kind}/${name}`;

interface FindItemsProps {
  items: Items;
  onChange(items: Items): void;
  onClose(): void;
}

/** Finds categories, products and variants by words, and chooses any of them. */
export function FindItems({ items, onChange, onClose }: FindItemsProps) {
  const { discounts } = shopTexts;
  const [words, setWords] = useState("");
  const { rows, titles, isSearching } = useFoundItems(words.trim());
  const queries = useQueryClient();
  const site = useSite();
  const sections = itemKinds.map((kind) => ({ kind, rows: rows[kind] })).filter((section) => section.rows.length > 0);
  const chosen = new Set(itemKinds.flatMap((kind) => items[kind].map((name) => keyOf(kind, name))));
  const choose = (selection: Selection) => {
    if (selection === "all") return;
    const next = { ...items };
    for (const { kind, rows: shown } of sections) {
      const names = shown.map(({ id }) => id.slice(kind.length + 1));
      const added = names.filter((name) => selection.has(keyOf(kind, name)) && !items[kind].includes(name));
      const removed = names.filter((name) => !selection.has(keyOf(kind, name)));
      next[kind] = [...items[kind].filter((name) => !removed.includes(name)), ...added];
      if (kind === "products") for (const slug of added) queries.setQueryData(productTitleKey(site, slug), titles.get(slug));
    }
    onChange(next);
  };
  return (
    <Dialog
      title={discounts.addItems}
      isOpen
      onClose={onClose}
      actions={
        <Button variant="primary" onPress={onClose}>
          {texts.app.done}
        </Button>
      }
    >
      {/* The arrows reach the list from the search, and Enter chooses. */}
      <Autocomplete inputValue={words} onInputChange={setWords}>
        <SearchInput label={discounts.findItems} value={words} onChange={setWords} autoFocus />
        <ListBox
          aria-label={discounts.items}
          className={styles.results ?? ""}
          selectionMode="multiple"
          selectedKeys={chosen}
          onSelectionChange={choose}
          renderEmptyState={() => (
            <p className="soft">{isSearching ? texts.app.loading : words.trim() === "" ? discounts.typeToFind : discounts.noItems}</p>
          )}
        >
          {sections.map(({ kind, rows: shown }) => (
            <ListBoxSection key={kind} id={kind}>
              <Header className={styles.section ?? ""}>{discounts.foundItems[kind]}</Header>
              {shown.map(({ id, title, detail }) => (
                <ListBoxItem key={id} id={id} textValue={title} className={choice.option ?? ""}>
                  {({ isSelected }) => (
                    <>
                      <span className={styles.mark}>{isSelected && <Check className="icon" aria-hidden />}</span>
                      <Text slot="label" className={styles.result ?? ""}>
                        <span>{title}</span> <span className={styles.detail}>{detail}</span>
                      </Text>
                    </>
                  )}
                </ListBoxItem>
              ))}
            </ListBoxSection>
          ))}
        </ListBox>
      </Autocomplete>
    </Dialog>
  );
}

function useFoundItems(words: string) {
  const { api, key } = useSite();
  const { discounts } = shopTexts;
  const q = useSettled(words, settleMs);
  const allCategories = useCategories() ?? [];
  const { data, isFetching } = useQuery({
    queryKey: [...key, "products", "items", q],
    queryFn: async ({ signal }) => {
      const { data: products } = await api.catalog.listEditedProducts({ q, pageSize: mostProducts }, { signal });
      const several = products.filter((product) => product.variants > 1);
      const read = await Promise.all(several.map(({ id }) => api.catalog.getEditedProduct({ id }, { signal })));
      return { products, variants: read.flatMap(({ title, variants }) => variants.map((variant) => ({ ...variant, product: title }))) };
    },
    enabled: q !== "",
    placeholderData: (earlier) => (q === "" ? undefined : earlier),
  });
  const matches = (text: string) => text.toLowerCase().includes(words.toLowerCase());
  const slugs = new Map(allCategories.map(({ id, slug }) => [id, slug]));
  const categories = pathsOf(allCategories).filter(({ label }) => matches(label));
  const found = q === "" ? undefined : data;
  const rows: Record<ItemKind, Row[]> = {
    categories: categories
      .slice(0, mostShown)
      .map(({ id, label }) => ({ id: keyOf("categories", slugs.get(id) ?? ""), title: label, detail: discounts.withSubcategories })),
    products: (found?.products ?? []).map(({ slug, title }) => ({ id: keyOf("products", slug), title, detail: slug })),
    skus: (found?.variants ?? [])
      .slice(0, mostShown)
      .map(({ sku, title, product }) => ({ id: keyOf("skus", sku), title: `${product}: ${title}`, detail: sku })),
  };
  const titles = new Map((found?.products ?? []).map(({ slug, title }) => [slug, title]));
  return { rows, titles, isSearching: q !== words || isFetching };
}
