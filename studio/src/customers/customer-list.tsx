import type { ListCustomersInput, ListedCustomer } from "@vitrine/client/admin";
import { Users } from "lucide-react";
import { useAsk, useGo } from "../app/place.ts";
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
import { customerColumns } from "./customer-columns.tsx";
import { nameOf } from "./customer-name.ts";

/** What a list can be narrowed to. Its name stands in the address. */
const views = {
  all: {},
  confirmed: { verified: true },
  unconfirmed: { verified: false },
  blocked: { blocked: true },
} as const satisfies Readonly<Record<string, Pick<ListCustomersInput, "verified" | "blocked">>>;

/** The people with an account at the shop. */
export function CustomerList() {
  return (
    <Page title={shopTexts.customers.title}>
      <Customers />
    </Page>
  );
}

function Customers() {
  const { api, key, slug } = useSite();
  const go = useGo();
  const ask = useAsk();
  const { customers } = shopTexts;
  const view = useAskedView(views, customers.views);
  const { words, setWords, q } = useAskedWords();
  const { sort, setSort, sortedBy } = useAskedSort("createdAt:desc");
  const input: ListCustomersInput = { ...views[view.name], q: q || undefined, sort: sortedBy, pageSize: 100 };
  const { items, total, isLoading, more, hasMore } = usePaged([...key, "customers", input], (page, signal) =>
    api.customers.listCustomers({ ...input, page }, { signal }),
  );
  const { columns: shownColumns, choice } = useColumns("customers", customerColumns());
  const saved = useViews("customers", choice.inAddress, setWords);
  const isFiltered = q !== "" || view.name !== "all";
  if (total === 0 && !isFiltered) return <Empty icon={<Users aria-hidden />} text={customers.empty} />;
  if (isLoading) return <Loading />;
  const pathOf = ({ id }: ListedCustomer) => `/sites/${slug}/customers/${id}`;
  const clear = () => {
    setWords("");
    ask({ q: undefined, view: undefined });
  };
  return (
    <div className="stack">
      <ListTools
        search={customers.search}
        words={words}
        onWords={setWords}
        {...view.tools}
        total={total}
        nouns={customers.total}
        columns={choice}
        views={saved}
      />
      <Table
        label={customers.title}
        columns={shownColumns}
        items={items}
        textOf={(customer) => nameOf(customer)}
        onOpen={(customer) => go(pathOf(customer))}
        pathOf={pathOf}
        sort={sort}
        onSort={setSort}
        onMore={more}
        hasMore={hasMore}
        empty={<NoMatches text={customers.none} onClear={isFiltered ? clear : undefined} />}
      />
    </div>
  );
}
