import type { Selection } from "react-aria-components";
import { collect } from "../app/collect.ts";

/**
 * The selected items of a list. With "all" also those that nobody has scrolled to: read before anything changes, as a change moves them between pages.
 * `items`: those that the list has read.
 */
export async function readSelected<Item extends { id: string }>(
  selected: Selection,
  items: readonly Item[],
  readAll: () => AsyncIterable<Item>,
): Promise<readonly Item[]> {
  if (selected !== "all") return items.filter(({ id }) => selected.has(id));
  return [...new Map((await collect(readAll())).map((item) => [item.id, item])).values()];
}
