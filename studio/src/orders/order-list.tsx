import type { ListedOrder, ListOrdersInput } from "@vitrine/client/admin";
import { ShoppingBag } from "lucide-react";
import type { Selection } from "react-aria-components";
import { useKept } from "../app/kept-place.ts";
import { useAsk, useAsked, useGo } from "../app/place.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { ListTools } from "../parts/list-tools.tsx";
import { Loading } from "../parts/loading.tsx";
import { NoMatches } from "../parts/no-matches.tsx";
import { Empty, Page } from "../parts/page.tsx";
import { Table } from "../parts/table.tsx";
import { useColumns } from "../parts/use-columns.ts";
import { useAskedSort, useAskedView, useAskedWords } from "../parts/use-list.ts";
import { usePaged } from "../parts/use-paged.ts";
import { useViews } from "../parts/use-views.ts";
import { OfCustomer } from "../customers/of-customer.tsx";
import { BulkOrders } from "./bulk-orders.tsx";
import { orderColumns } from "./order-columns.tsx";

/** What a list can be narrowed to. Its name stands in the address. */
const views = {
  all: {},
  "to-send": { fulfilment: "TO_FULFIL" },
  unpaid: { status: "PENDING" },
  sent: { status: "FULFILLED" },
  "partly-refunded": { status: "PARTIALLY_REFUNDED" },
  refunded: { status: "REFUNDED" },
  cancelled: { status: "CANCELLED" },
} as const satisfies Readonly<Record<string, Pick<ListOrdersInput, "status" | "fulfilment">>>;

/** The orders of the shop: searched, narrowed to what there is to do, sorted. */
export function OrderList() {
  const { orders } = shopTexts;
  return (
    <Page title={orders.title}>
      <Orders />
    </Page>
  );
}

function Orders() {
  const { api, key, slug, may } = useSite();
  const go = useGo();
  const ask = useAsk();
  const asked = useAsked();
  const { orders } = shopTexts;
  const view = useAskedView(views, orders.views);
  const { words, setWords, q } = useAskedWords();
  const { sort, setSort, sortedBy } = useAskedSort("number:desc");
  const [selected, setSelected] = useKept<Selection>("selected", new Set());
  const input: ListOrdersInput = { ...views[view.name], customer: asked.customer, q: q || undefined, sort: sortedBy, pageSize: 100 };
  const { items, total, isLoading, more, hasMore } = usePaged([...key, "orders", input], (page, signal) =>
    api.orders.listOrders({ ...input, page }, { signal }),
  );
  const { columns: shownColumns, choice } = useColumns("orders", orderColumns());
  const saved = useViews("orders", choice.inAddress, setWords);
  const isFiltered = q !== "" || view.name !== "all" || asked.customer !== undefined;
  if (total === 0 && !isFiltered) return <Empty icon={<ShoppingBag aria-hidden />} text={orders.empty} />;
  if (isLoading) return <Loading />;
  const pathOf = ({ id }: ListedOrder) => `/sites/${slug}/orders/${id}`;
  const clear = () => {
    setWords("");
    ask({ q: undefined, view: undefined, customer: undefined });
  };
  return (
    <div className="stack">
      <ListTools
        search={orders.search}
        words={words}
        onWords={setWords}
        {...view.tools}
        total={total}
        nouns={orders.total}
        columns={choice}
        views={saved}
      />
      {asked.customer !== undefined && may("customers:read") && (
        <OfCustomer id={asked.customer} onClear={() => ask({ customer: undefined })} />
      )}
      <Table
        label={orders.title}
        columns={shownColumns}
        items={items}
        textOf={({ number }) => orders.order(number)}
        onOpen={(order) => go(pathOf(order))}
        pathOf={pathOf}
        sort={sort}
        onSort={setSort}
        selected={selected}
        onSelect={setSelected}
        onMore={more}
        hasMore={hasMore}
        empty={<NoMatches text={orders.none} onClear={isFiltered ? clear : undefined} />}
      />
      <BulkOrders items={items} total={total ?? 0} selected={selected} onSelect={setSelected} />
    </div>
  );
}
