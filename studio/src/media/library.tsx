import { Image } from "lucide-react";
import { useDeferredValue, useEffect, useEffectEvent, useState } from "react";
import type { Selection, SortDescriptor } from "react-aria-components";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { Empty, Page } from "../parts/page.tsx";
import { AssetDetails } from "./asset-details.tsx";
import { AssetGrid } from "./asset-grid.tsx";
import { useAssets } from "./asset-queries.ts";
import { AssetTable } from "./asset-table.tsx";
import { AssetTools } from "./asset-tools.tsx";
import { BulkAssets } from "./bulk-assets.tsx";
import { FileDrop } from "./file-drop.tsx";
import styles from "./media.module.css";
import { UploadButton } from "./upload-button.tsx";
import { uploadsOf } from "./uploads.ts";
import { noFilter, useFilter } from "./use-filter.ts";

/** The files of the site. */
export function Library() {
  const { slug, may } = useSite();
  const filter = useFilter();
  const [words, setWords] = useState(filter.filter.q);
  const q = useDeferredValue(words.trim());
  // The address follows the words when the person pauses.
  const remember = useEffectEvent(() => {
    if (q !== filter.filter.q) filter.setFilter({ q });
  });
  useEffect(() => {
    const timer = setTimeout(remember, 400);
    return () => clearTimeout(timer);
  }, [q]);
  const [sort, setSort] = useState<SortDescriptor>({ column: "createdAt", direction: "descending" });
  const [selected, setSelected] = useState<Selection>(new Set());
  const { items, total, isLoading, more, hasMore } = useAssets(
    { ...filter.filter, q },
    `${String(sort.column)}:${sort.direction === "ascending" ? "asc" : "desc"}`,
  );
  const { media, list } = texts;
  const canWrite = may("media:write");
  const upload = (files: File[]) => uploadsOf(slug).add(files, filter.filter.folder);
  const isFiltered = filter.isFiltered || q !== "";
  const none = (
    <p>
      {list.none}{" "}
      <button
        type="button"
        className={styles.clear}
        onClick={() => {
          setWords("");
          filter.setFilter(noFilter);
        }}
      >
        {list.clearFilter}
      </button>
    </p>
  );
  const shown = {
    ...{ assets: items, onOpen: ({ id }: { id: string }) => filter.open(id), onMore: more, hasMore, empty: none },
    ...(canWrite ? { selected, onSelect: setSelected } : {}),
  };
  return (
    <Page title={media.title} actions={canWrite && <UploadButton onFiles={upload} />}>
      {total === 0 && !isFiltered ? (
        <Empty icon={<Image aria-hidden />} text={media.empty} action={canWrite && <UploadButton look="plain" onFiles={upload} />} />
      ) : (
        <div className="stack">
          <AssetTools filter={filter} words={words} onWords={setWords} total={total} />
          {isLoading ? null : filter.isGrid ? (
            <AssetGrid label={media.title} {...shown} />
          ) : (
            <AssetTable sort={sort} onSort={setSort} {...shown} />
          )}
          <BulkAssets assets={items} selected={selected} onDone={() => setSelected(new Set())} />
        </div>
      )}
      {canWrite && <FileDrop folder={filter.filter.folder} onFiles={upload} />}
      <AssetDetails id={filter.asset} onClose={() => filter.open(undefined)} />
    </Page>
  );
}
