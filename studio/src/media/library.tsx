import { Image } from "lucide-react";
import type { Selection } from "react-aria-components";
import { useKept } from "../app/kept-place.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { Loading } from "../parts/loading.tsx";
import { NoMatches } from "../parts/no-matches.tsx";
import { Empty, Page } from "../parts/page.tsx";
import { useAskedSort, useAskedWords } from "../parts/use-list.ts";
import { AssetDetails } from "./asset-details.tsx";
import { AssetGrid } from "./asset-grid.tsx";
import { useAssets } from "./asset-queries.ts";
import { AssetTable } from "./asset-table.tsx";
import { AssetTools } from "./asset-tools.tsx";
import { BulkAssets } from "./bulk-assets.tsx";
import { FileDrop } from "./file-drop.tsx";
import { UploadButton } from "./upload-button.tsx";
import { uploadsOf } from "./uploads.ts";
import { noFilter, useFilter } from "./use-filter.ts";

/** The files of the site. */
export function Library() {
  const { slug, may } = useSite();
  const filter = useFilter();
  const { words, setWords, q } = useAskedWords();
  const { sort, setSort, sortedBy } = useAskedSort("createdAt:desc");
  const [selected, setSelected] = useKept<Selection>("selected", new Set());
  const { items, total, isLoading, more, hasMore } = useAssets({ ...filter.filter, q }, sortedBy);
  const { media, list } = texts;
  const canWrite = may("media:write");
  const upload = (files: File[]) => uploadsOf(slug).add(files, filter.filter.folder);
  const isFiltered = filter.isFiltered || q !== "";
  const none = (
    <NoMatches
      text={list.none}
      onClear={() => {
        setWords("");
        filter.setFilter(noFilter);
      }}
    />
  );
  const viewProps = {
    assets: items,
    onOpen: ({ id }: { id: string }) => filter.open(id),
    onMore: more,
    hasMore,
    empty: none,
    ...(canWrite ? { selected, onSelect: setSelected } : {}),
  };
  return (
    <Page title={media.title} actions={canWrite && <UploadButton onFiles={upload} />}>
      {total === 0 && !isFiltered ? (
        <Empty icon={<Image aria-hidden />} text={media.empty} action={canWrite && <UploadButton look="plain" onFiles={upload} />} />
      ) : (
        <div className="stack">
          <AssetTools filter={filter} words={words} onWords={setWords} total={total} />
          {isLoading ? (
            <Loading />
          ) : filter.isGrid ? (
            <AssetGrid label={media.title} {...viewProps} />
          ) : (
            <AssetTable sort={sort} onSort={setSort} {...viewProps} />
          )}
          <BulkAssets assets={items} selected={selected} onDone={() => setSelected(new Set())} />
        </div>
      )}
      {canWrite && <FileDrop folder={filter.filter.folder} onFiles={upload} />}
      <AssetDetails id={filter.asset} onClose={() => filter.open(undefined)} />
    </Page>
  );
}
