import type { Asset } from "@vitrine/client/admin";
import type { ReactNode } from "react";
import {
  CheckboxButton,
  CheckboxField,
  Collection,
  GridLayout,
  GridList,
  GridListItem,
  GridListLoadMoreItem,
  Link,
  Size,
  Virtualizer,
  type Selection,
} from "react-aria-components";
import { useKeptScroll } from "../app/kept-place.ts";
import { useSite } from "../app/site.tsx";
import { formatBytes, texts } from "../app/texts.ts";
import { Badge } from "../parts/badge.tsx";
import table from "../parts/table.module.css";
import styles from "./asset-grid.module.css";
import { missingAltIn } from "./asset-queries.ts";
import { endingOf } from "./kinds.ts";
import { Thumbnail } from "./thumbnail.tsx";

interface AssetGridProps {
  label: string;
  assets: readonly Asset[];
  onOpen(asset: Asset): void;
  selected?: Selection;
  onSelect?(selected: Selection): void;
  onMore(): void;
  hasMore: boolean;
  empty: ReactNode;
}

// Two columns on a phone; the height is that of the square picture and two lines.
const layout = { minItemSize: new Size(140, 204), maxItemSize: new Size(260, 324), minSpace: new Size(12, 12), preserveAspectRatio: true };

/** Files as thumbnails, of any number: only those in sight are in the page. */
export function AssetGrid({ label, assets, onOpen, selected, onSelect, onMore, hasMore, empty }: AssetGridProps) {
  const { site } = useSite();
  const canSelect = onSelect !== undefined;
  return (
    <Virtualizer layout={GridLayout} layoutOptions={layout}>
      <GridList
        ref={useKeptScroll<HTMLDivElement>("scroll")}
        aria-label={label}
        layout="grid"
        className={styles.grid ?? ""}
        selectionMode={canSelect ? "multiple" : "none"}
        selectionBehavior="toggle"
        {...(selected === undefined ? {} : { selectedKeys: selected })}
        {...(onSelect ? { onSelectionChange: onSelect } : {})}
        onAction={(key) => {
          const asset = assets.find(({ id }) => id === key);
          if (asset) onOpen(asset);
        }}
        renderEmptyState={() => <div className={table.empty}>{empty}</div>}
      >
        <Collection items={assets} dependencies={[canSelect, site.locales]}>
          {(asset: Asset) => (
            <GridListItem id={asset.id} textValue={asset.title || asset.name} className={styles.item ?? ""}>
              <span className={styles.picture}>
                <Thumbnail asset={asset} alt="" sizes="220px" />
                {canSelect && (
                  <span className={styles.check}>
                    <CheckboxField slot="selection">
                      <CheckboxButton className={table.box ?? ""} />
                    </CheckboxField>
                  </span>
                )}
                <Missing asset={asset} locales={site.locales} />
              </span>
              {canSelect ? (
                // Where cards are selected, a press beside the name selects.
                <Link className={`${styles.name} ${table.link}`} onPress={() => onOpen(asset)}>
                  {asset.title || asset.name}
                </Link>
              ) : (
                <span className={styles.name}>{asset.title || asset.name}</span>
              )}
              <span className={styles.facts}>
                {endingOf(asset.name)} · {formatBytes(asset.bytes)}
              </span>
            </GridListItem>
          )}
        </Collection>
        {hasMore && (
          <GridListLoadMoreItem onLoadMore={onMore} scrollOffset={2} className={table.more ?? ""}>
            {texts.app.loading}
          </GridListLoadMoreItem>
        )}
      </GridList>
    </Virtualizer>
  );
}

/** A mark on a picture that some visitors cannot understand. */
function Missing({ asset, locales }: { asset: Asset; locales: readonly string[] }) {
  const missing = missingAltIn(asset, locales);
  if (missing.length === 0) return null;
  return (
    <span className={styles.mark}>
      <Badge tone="warn" title={`${texts.media.missingAlt}: ${missing.join(", ")}`}>
        <span className="unseen">{texts.media.missingAlt}: </span>
        <span aria-hidden>Alt</span>
        <span className={missing.length === locales.length ? "unseen" : ""}> {missing.join(" ")}</span>
      </Badge>
    </span>
  );
}
