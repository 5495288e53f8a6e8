import type { Asset } from "@vitrine/client/admin";
import type { ReactNode } from "react";
import type { Selection, SortDescriptor } from "react-aria-components";
import { useSite } from "../app/site.tsx";
import { formatBytes, texts } from "../app/texts.ts";
import { Ago } from "../parts/ago.tsx";
import { Badge } from "../parts/badge.tsx";
import { Table, type TableColumn } from "../parts/table.tsx";
import styles from "./media.module.css";
import { missingAltIn } from "./asset-queries.ts";
import { Thumbnail } from "./thumbnail.tsx";

interface AssetTableProps {
  assets: readonly Asset[];
  onOpen(asset: Asset): void;
  sort: SortDescriptor;
  onSort(sort: SortDescriptor): void;
  selected?: Selection;
  onSelect?(selected: Selection): void;
  onMore(): void;
  hasMore: boolean;
  empty: ReactNode;
}

/** Files as rows, with what the grid has no room for. */
export function AssetTable({ assets, selected, onSelect, ...props }: AssetTableProps) {
  const { site } = useSite();
  const { media } = texts;
  const columns: TableColumn<Asset>[] = [
    {
      id: "name",
      label: media.name,
      isSortable: true,
      width: "2fr",
      show: (asset) => (
        <>
          <span className={styles.tiny}>
            <Thumbnail asset={asset} alt="" sizes="40px" mostWidth={128} />
          </span>
          <span className={styles.name}>{asset.title || asset.name}</span>
          {asset.title !== "" && <span className="soft">{asset.name}</span>}
        </>
      ),
    },
    {
      id: "alt",
      label: media.alt,
      width: 110 + site.locales.length * 20,
      isMinor: true,
      show: (asset) => {
        const missing = missingAltIn(asset, site.locales);
        return missing.length === 0 ? null : (
          <Badge tone="warn">
            {missing.join(" ")} {media.missing}
          </Badge>
        );
      },
    },
    { id: "folder", label: media.folder, isMinor: true, show: ({ folder }) => <span className="soft">{folder}</span> },
    { id: "tags", label: media.tags, isMinor: true, show: ({ tags }) => <span className="soft">{tags.join(", ")}</span> },
    {
      id: "bytes",
      label: media.size,
      isSortable: true,
      width: 110,
      isMinor: true,
      show: ({ bytes }) => <span className="soft">{formatBytes(bytes)}</span>,
    },
    {
      id: "createdAt",
      label: media.added,
      isSortable: true,
      width: 150,
      isMinor: true,
      show: ({ createdAt }) => (
        <span className="soft">
          <Ago at={createdAt} />
        </span>
      ),
    },
  ];
  return (
    <Table
      {...props}
      label={media.title}
      columns={columns}
      items={assets}
      textOf={({ title, name }) => title || name}
      {...(onSelect && selected !== undefined ? { selected, onSelect } : {})}
    />
  );
}
