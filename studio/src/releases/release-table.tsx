import type { ListedRelease, ListReleasesInput } from "@vitrine/client/admin";
import type { ReactNode } from "react";
import { useAsk, useAsked, useGo } from "../app/place.ts";
import { useSite } from "../app/site.tsx";
import { formatDate, plural, texts } from "../app/texts.ts";
import { Ago } from "../parts/ago.tsx";
import { ListTools } from "../parts/list-tools.tsx";
import { Loading } from "../parts/loading.tsx";
import { NoMatches } from "../parts/no-matches.tsx";
import { Table, type TableColumn } from "../parts/table.tsx";
import { useAskedSort, useAskedWords } from "../parts/use-list.ts";
import { usePaged } from "../parts/use-paged.ts";
import { timeOf } from "./calendar-entries.ts";
import { ReleaseState } from "./release-state.tsx";
import styles from "./releases.module.css";

const states = ["OPEN", "SCHEDULED", "PUBLISHED", "FAILED"] as const;

/** The releases, searched, filtered and sorted. `empty` is shown where there is none at all. */
export function ReleaseTable({ empty }: { empty: ReactNode }) {
  const { api, key, slug } = useSite();
  const go = useGo();
  const asked = useAsked();
  const state = states.find((each) => each === asked.state);
  const ask = useAsk();
  const { words, setWords, q } = useAskedWords();
  const { sort, setSort, sortedBy } = useAskedSort("updatedAt:desc");
  const { list, releases } = texts;
  const input: ListReleasesInput = {
    state,
    q: q || undefined,
    sort: sortedBy,
    pageSize: 100,
  };
  const { items, total, isLoading, more, hasMore } = usePaged([...key, "releases", input], (page, signal) =>
    api.releases.listReleases({ ...input, page }, { signal }),
  );
  const isFiltered = q !== "" || state !== undefined;
  const setState = (next: string | undefined) => ask({ state: next });
  if (total === 0 && !isFiltered) return empty;
  if (isLoading) return <Loading />;
  const pathOf = ({ id }: ListedRelease) => `/sites/${slug}/releases/${id}`;
  const columns: TableColumn<ListedRelease>[] = [
    { id: "name", label: releases.name, isSortable: true, width: "2fr", show: ({ name }) => <span className={styles.name}>{name}</span> },
    { id: "state", label: list.state, width: 170, show: (release) => <ReleaseState release={release} /> },
    { id: "publishAt", label: releases.when, isSortable: true, width: 210, isMinor: true, show: (release) => <When release={release} /> },
    {
      id: "content",
      label: releases.content,
      width: 130,
      isMinor: true,
      show: (release) => <span className="soft">{plural(release.items + release.changes, releases.changes)}</span>,
    },
    {
      id: "updatedAt",
      label: list.changed,
      isSortable: true,
      width: 160,
      isMinor: true,
      show: ({ updatedAt }) => (
        <span className="soft">
          <Ago at={updatedAt} />
        </span>
      ),
    },
  ];
  return (
    <div className="stack">
      <ListTools
        search={releases.search}
        words={words}
        onWords={setWords}
        states={[{ id: "all", label: list.all }, ...states.map((id) => ({ id, label: releases.states[id] }))]}
        state={state ?? "all"}
        onState={(next) => setState(states.find((each) => each === next))}
        total={total}
        nouns={releases.total}
      />
      <Table
        label={releases.title}
        columns={columns}
        items={items}
        textOf={({ name }) => name}
        onOpen={(release) => go(pathOf(release))}
        pathOf={pathOf}
        sort={sort}
        onSort={setSort}
        onMore={more}
        hasMore={hasMore}
        empty={
          <NoMatches
            text={list.none}
            onClear={() => {
              setWords("");
              ask({ q: undefined, state: undefined });
            }}
          />
        }
      />
    </div>
  );
}

function When({ release }: { release: ListedRelease }) {
  const at = timeOf(release);
  return <span className={at === null ? "soft" : undefined}>{at === null ? texts.releases.noDate : formatDate(at)}</span>;
}
