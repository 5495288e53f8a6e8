import { remember, remembered } from "../app/remembered.ts";
import { useAsk, useAsked } from "../app/place.ts";
import { useSession, useSite } from "../app/site.tsx";
import type { TableColumn } from "./table.tsx";

/** Of a column that a person chose, in pixels: where the screen has less, the table scrolls sideways. */
const leastWidth = 130;
const leastTitleWidth = 190;
/** The server shows as many fields of an entry in a list. */
export const mostColumns = 10;

export interface ColumnChoice {
  /** Every column that can be chosen, in their usual order. */
  offered: readonly { id: string; label: string }[];
  /** The shown ones, in their order. */
  chosen: readonly string[];
  usual: readonly string[];
  choose(ids: readonly string[]): void;
  /** The shown ones as they stand in an address, also if they are the usual ones. */
  inAddress: string;
}

/**
 * The columns of a list that a person chose. They stand in the address; without any there, the person's last choice at this browser counts, and else
 * the columns that are not `isOffered`. The first column is always shown.
 */
export function useColumns<Item>(list: string, columns: readonly TableColumn<Item>[]) {
  const { slug } = useSite();
  const { admin } = useSession();
  const asked = useAsked();
  const ask = useAsk();
  const [title, ...others] = columns;
  const name = `columns ${slug} ${list}`;
  const usual = others.filter(({ isOffered = false }) => !isOffered).map(({ id }) => id);
  const wanted = asked.columns ?? remembered(admin.id, name);
  const chosen = typeof wanted === "string" ? idsIn(wanted, others) : usual;
  const textOf = (ids: readonly string[]) => (ids.length === 0 ? (title?.id ?? "") : ids.join(","));
  const isUsual = textOf(chosen) === textOf(usual);
  const choose = (ids: readonly string[]) => {
    const next = textOf(ids) === textOf(usual) ? undefined : textOf(ids);
    remember(admin.id, name, next);
    ask({ columns: next });
  };
  const shown = chosen.flatMap((id) => others.find((each) => each.id === id) ?? []);
  const choice: ColumnChoice = { offered: others, chosen, usual, choose, inAddress: textOf(chosen) };
  return {
    choice,
    columns:
      isUsual || !title
        ? columns.filter(({ isOffered = false }) => !isOffered)
        : [wide(title, leastTitleWidth), ...shown.map((column) => wide(column, leastWidth))],
  };
}

/** Names that the list does not have are left out: an address may be older than the type of an entry. */
function idsIn<Item>(text: string, columns: readonly TableColumn<Item>[]): string[] {
  return [...new Set(text.split(","))].filter((id) => columns.some((each) => each.id === id)).slice(0, mostColumns);
}

/** A column that a person asked for is shown on every screen. */
function wide<Item>(column: TableColumn<Item>, minWidth: number): TableColumn<Item> {
  return { ...column, minWidth: typeof column.width === "number" ? column.width : minWidth, isMinor: false, isExtra: false };
}
