import type { ReactNode } from "react";
import {
  Cell,
  CheckboxButton,
  CheckboxField,
  Collection,
  Column,
  Link,
  Row,
  Table as AriaTable,
  TableBody,
  TableHeader,
  TableLayout,
  TableLoadMoreItem,
  Virtualizer,
  type Selection,
  type SortDescriptor,
} from "react-aria-components";
import { texts } from "../app/texts.ts";
import { useKeptScroll } from "../app/kept-place.ts";
import { useNarrow } from "../app/use-narrow.ts";
import styles from "./table.module.css";

export interface TableColumn<Item> {
  id: string;
  label: string;
  show(item: Item): ReactNode;
  isSortable?: boolean;
  /** Of the space that is left; else in pixels. */
  width?: number | `${number}fr`;
  /** Left out where there is little space. */
  isMinor?: boolean;
  /** Left out on a tablet already. */
  isExtra?: boolean;
  /** Shown if the person chooses it. */
  isOffered?: boolean;
  /** In pixels. Columns that need more than there is scroll sideways. */
  minWidth?: number;
}

interface TableProps<Item> {
  label: string;
  columns: readonly TableColumn<Item>[];
  items: readonly Item[];
  textOf(item: Item): string;
  onOpen(item: Item): void;
  /** Of the place that `onOpen` goes to. */
  pathOf?(item: Item): string;
  sort?: SortDescriptor;
  onSort?(sort: SortDescriptor): void;
  selected?: Selection;
  onSelect?(selected: Selection): void;
  onMore(): void;
  hasMore: boolean;
  empty: ReactNode;
}

const rowHeight = 48;

/** A table of any length: only the rows in sight are in the page, and more are read before somebody gets to them. */
export function Table<Item extends { id: string }>(props: TableProps<Item>) {
  const { label, columns, items, textOf, onOpen, pathOf, sort, onSort, selected, onSelect, onMore, hasMore, empty } = props;
  const isNarrow = useNarrow(700);
  const isMedium = useNarrow(1000);
  const shownColumns = columns.filter(({ isMinor = false, isExtra = false }) => !(isMinor && isNarrow) && !(isExtra && isMedium));
  const canSelect = onSelect !== undefined;
  return (
    <Virtualizer layout={TableLayout} layoutOptions={{ rowHeight, headingHeight: 36 }}>
      <AriaTable
        ref={useKeptScroll<HTMLTableElement>("scroll")}
        aria-label={label}
        className={styles.table ?? ""}
        selectionMode={canSelect ? "multiple" : "none"}
        selectionBehavior="toggle"
        {...(selected === undefined ? {} : { selectedKeys: selected })}
        {...(onSelect ? { onSelectionChange: onSelect } : {})}
        {...(sort ? { sortDescriptor: sort } : {})}
        {...(onSort ? { onSortChange: onSort } : {})}
        onRowAction={(key) => {
          const item = items.find(({ id }) => id === key);
          if (item) onOpen(item);
        }}
      >
        <TableHeader>
          {canSelect && (
            <Column width={44} minWidth={44} className={`${styles.column} ${styles.check}`}>
              <Select />
            </Column>
          )}
          {shownColumns.map(({ id, label: words, isSortable = false, width = "1fr", minWidth }, index) => (
            <Column
              key={id}
              id={id}
              isRowHeader={index === 0}
              allowsSorting={isSortable}
              width={width}
              {...(minWidth === undefined ? {} : { minWidth })}
              className={styles.column ?? ""}
            >
              {({ sortDirection }) => (
                <>
                  {words}
                  {sortDirection && <span aria-hidden>{sortDirection === "ascending" ? " ↑" : " ↓"}</span>}
                </>
              )}
            </Column>
          ))}
        </TableHeader>
        <TableBody renderEmptyState={() => <div className={styles.empty}>{empty}</div>}>
          <Collection items={items} dependencies={[shownColumns]}>
            {(item: Item) => (
              <Row id={item.id} textValue={textOf(item)} className={styles.row ?? ""}>
                {canSelect && (
                  <Cell className={styles.check ?? ""}>
                    <Select />
                  </Cell>
                )}
                {shownColumns.map(({ id, show }, index) => (
                  <Cell key={id} className={styles.cell ?? ""}>
                    {index > 0 ? (
                      show(item)
                    ) : (
                      // Where rows are selected, a press beside the title selects.
                      <Link className={styles.link ?? ""} {...(pathOf ? { href: pathOf(item) } : { onPress: () => onOpen(item) })}>
                        {show(item)}
                      </Link>
                    )}
                  </Cell>
                ))}
              </Row>
            )}
          </Collection>
          {hasMore && (
            <TableLoadMoreItem onLoadMore={onMore} scrollOffset={3} className={styles.more ?? ""}>
              {texts.app.loading}
            </TableLoadMoreItem>
          )}
        </TableBody>
      </AriaTable>
    </Virtualizer>
  );
}

/** The box that selects a row, or all rows. */
function Select() {
  return (
    <CheckboxField slot="selection">
      <CheckboxButton className={styles.box ?? ""} />
    </CheckboxField>
  );
}
