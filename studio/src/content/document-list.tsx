import type { ListedDocument, ListDocumentsInput } from "@vitrine/client/admin";
import type { ReactNode } from "react";
import type { Selection } from "react-aria-components";
import { useKept } from "../app/kept-place.ts";
import { useAsk, useAsked, useGo } from "../app/place.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { ListTools } from "../parts/list-tools.tsx";
import { Loading } from "../parts/loading.tsx";
import { NoMatches } from "../parts/no-matches.tsx";
import { Table, type TableColumn } from "../parts/table.tsx";
import { useColumns } from "../parts/use-columns.ts";
import { useAskedSort, useAskedWords } from "../parts/use-list.ts";
import { usePaged } from "../parts/use-paged.ts";
import { useViews } from "../parts/use-views.ts";
import { BulkActions } from "./bulk-actions.tsx";
import { documentColumns } from "./document-columns.tsx";
import { pathOfDocument } from "./document-path.ts";
import { fieldsOfColumns } from "./field-columns.tsx";
import { InUseQuestion } from "./in-use.tsx";

const statuses = ["draft", "changed", "published", "scheduled", "invalid"] as const;
type Status = (typeof statuses)[number];

interface DocumentListProps {
  documents: "pages" | "entries";
  contentType?: string;
  label: string;
  untitled: string;
  /** Shown instead of the table, where there is nothing at all. */
  empty: ReactNode;
  /** Columns of the content type, beside those that all documents have. */
  columns?: readonly TableColumn<ListedDocument>[];
}

/** The pages of a site, or its entries of a type: searched, filtered, sorted, and changed many at once. */
export function DocumentList({ documents, contentType, label, untitled, empty, columns = [] }: DocumentListProps) {
  const { api, key, slug, site, may } = useSite();
  const go = useGo();
  const asked = useAsked();
  const status = statuses.find((each) => each === asked.status);
  const ask = useAsk();
  const { words, setWords, q } = useAskedWords();
  const { sort, setSort, sortedBy } = useAskedSort("updatedAt:desc");
  const [selected, setSelected] = useKept<Selection>("selected", new Set());
  const listName = contentType === undefined ? documents : `${documents}/${contentType}`;
  const { columns: shownColumns, choice } = useColumns(listName, [...documentColumns({ untitled, locales: site.locales }), ...columns]);
  const saved = useViews(listName, choice.inAddress, setWords);
  const fields = fieldsOfColumns(choice.chosen).join(",");
  const input: ListDocumentsInput = {
    documents,
    contentType,
    status,
    fields: fields || undefined,
    q: q || undefined,
    sort: sortedBy,
    pageSize: 100,
  };
  const { items, total, isLoading, more, hasMore } = usePaged([...key, "documents", input], (page, signal) =>
    api.content.listDocuments({ ...input, page }, { signal }),
  );
  const { list, states } = texts;
  const isFiltered = q !== "" || status !== undefined;
  const setStatus = (next: Status | undefined) => ask({ status: next });
  const clear = () => {
    setWords("");
    ask({ q: undefined, status: undefined });
  };
  if (total === 0 && !isFiltered) return empty;
  if (isLoading) return <Loading />;
  const pathOf = ({ id, contentType: type, translations }: ListedDocument) => {
    const counted = translations.filter((each) => status === undefined || hasStatus(each, status));
    const of = counted.length > 0 ? counted : translations;
    const locale = (of.find((each) => each.locale === site.defaultLocale) ?? of[0])?.locale ?? site.defaultLocale;
    return `/sites/${slug}${pathOfDocument({ id, contentType: type }, locale)}`;
  };
  return (
    <div className="stack">
      <ListTools
        search={list.search}
        words={words}
        onWords={setWords}
        states={[{ id: "all", label: list.all }, ...statuses.map((id) => ({ id, label: statusLabel(id, states) }))]}
        state={status ?? "all"}
        onState={(next) => setStatus(statuses.find((each) => each === next))}
        total={total}
        nouns={list.total}
        columns={choice}
        views={saved}
      />
      <Table
        label={label}
        columns={shownColumns}
        items={items}
        textOf={({ title, slug: address }) => title || address}
        onOpen={(document) => go(pathOf(document))}
        pathOf={pathOf}
        sort={sort}
        onSort={setSort}
        {...(may("content:publish") ? { selected, onSelect: setSelected } : {})}
        onMore={more}
        hasMore={hasMore}
        empty={<NoMatches text={list.none} onClear={isFiltered ? clear : undefined} />}
      />
      <BulkActions input={input} items={items} total={total ?? 0} selected={selected} onDone={() => setSelected(new Set())} />
      <InUseQuestion />
    </div>
  );
}

function hasStatus({ state, isInvalid, scheduled }: ListedDocument["translations"][number], status: Status): boolean {
  if (status === "invalid") return isInvalid;
  return status === "scheduled" ? scheduled !== null : state === status.toUpperCase();
}

function statusLabel(status: Status, states: typeof texts.states): string {
  if (status === "scheduled" || status === "invalid") return states[status];
  return states[status.toUpperCase() as "DRAFT"];
}
