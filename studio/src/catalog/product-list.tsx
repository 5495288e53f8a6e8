import type { EditedProductRow, ListEditedProductsInput } from "@vitrine/client/admin";
import { Package, Plus } from "lucide-react";
import { useState } from "react";
import type { Selection } from "react-aria-components";
import { useKept } from "../app/kept-place.ts";
import { useAsk, useAsked, useGo } from "../app/place.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { ListTools } from "../parts/list-tools.tsx";
import { Loading } from "../parts/loading.tsx";
import { NoMatches } from "../parts/no-matches.tsx";
import { Empty, Page } from "../parts/page.tsx";
import { Table } from "../parts/table.tsx";
import { useColumns } from "../parts/use-columns.ts";
import { useAskedSort, useAskedView, useAskedWords } from "../parts/use-list.ts";
import { usePaged } from "../parts/use-paged.ts";
import { useViews } from "../parts/use-views.ts";
import { BulkProducts } from "./bulk-products.tsx";
import { useCategories } from "./catalog-queries.ts";
import type { Category } from "./category-order.ts";
import { CategoryChoice } from "./category-choice.tsx";
import { productColumns } from "./product-columns.tsx";
import { ProductTable } from "./product-table.tsx";
import { QuickEdit } from "./quick-edit.tsx";

/** What a list can be narrowed to. Its name stands in the address. */
const views = {
  all: {},
  active: { status: "ACTIVE" },
  draft: { status: "DRAFT" },
  archived: { status: "ARCHIVED" },
  low: { stock: "low" },
  out: { stock: "out" },
} as const satisfies Readonly<Record<string, Pick<ListEditedProductsInput, "status" | "stock">>>;
const noCategories: readonly Category[] = [];

/** The products of the shop: searched, narrowed, sorted, and changed one by one or many at once. */
export function ProductList() {
  const { slug, may } = useSite();
  const go = useGo();
  const { products } = shopTexts;
  return (
    <Page
      title={products.title}
      actions={
        <>
          <Button onPress={() => go(`/sites/${slug}/categories`)}>{texts.nav.categories}</Button>
          <Button onPress={() => go(`/sites/${slug}/plans`)}>{texts.nav.plans}</Button>
          <ProductTable />
          {may("catalog:write") && (
            <Button variant="primary" onPress={() => go(`/sites/${slug}/products/new`)}>
              <Plus className="icon" aria-hidden />
              {products.add}
            </Button>
          )}
        </>
      }
    >
      <Products />
    </Page>
  );
}

function Products() {
  const { api, key, slug, may } = useSite();
  const go = useGo();
  const ask = useAsk();
  const asked = useAsked();
  const { products } = shopTexts;
  const view = useAskedView(views, products.views);
  const { words, setWords, q } = useAskedWords();
  const { sort, setSort, sortedBy } = useAskedSort("updatedAt:desc");
  const [selected, setSelected] = useKept<Selection>("selected", new Set());
  const [edited, setEdited] = useState<EditedProductRow>();
  const categories = useCategories() ?? noCategories;
  const { category } = asked;
  const input: ListEditedProductsInput = { ...views[view.name], category, q: q || undefined, sort: sortedBy, pageSize: 100 };
  const { items, total, isLoading, more, hasMore } = usePaged([...key, "products", input], (page, signal) =>
    api.catalog.listEditedProducts({ ...input, page }, { signal }),
  );
  const canWrite = may("catalog:write");
  const { columns, choice } = useColumns("products", productColumns({ categories, onEdit: canWrite ? setEdited : undefined }));
  const saved = useViews("products", choice.inAddress, setWords);
  const isFiltered = q !== "" || view.name !== "all" || category !== undefined;
  if (total === 0 && !isFiltered) return <Empty icon={<Package aria-hidden />} text={products.empty} />;
  if (isLoading) return <Loading />;
  const pathOf = ({ id }: EditedProductRow) => `/sites/${slug}/products/${id}`;
  const clear = () => {
    setWords("");
    ask({ q: undefined, view: undefined, category: undefined });
  };
  return (
    <div className="stack">
      <ListTools
        search={products.search}
        words={words}
        onWords={setWords}
        {...view.tools}
        total={total}
        nouns={products.total}
        columns={choice}
        views={saved}
      >
        <CategoryChoice categories={categories} category={category} onCategory={(next) => ask({ category: next })} />
      </ListTools>
      <Table
        label={products.title}
        columns={columns}
        items={items}
        textOf={({ title }) => title}
        onOpen={(product) => go(pathOf(product))}
        pathOf={pathOf}
        sort={sort}
        onSort={setSort}
        {...(canWrite ? { selected, onSelect: setSelected } : {})}
        onMore={more}
        hasMore={hasMore}
        empty={<NoMatches text={products.none} onClear={isFiltered ? clear : undefined} />}
      />
      <BulkProducts
        input={input}
        items={items}
        total={total ?? 0}
        categories={categories}
        selected={selected}
        onDone={() => setSelected(new Set())}
      />
      {edited && <QuickEdit product={edited} onClose={() => setEdited(undefined)} />}
    </div>
  );
}
