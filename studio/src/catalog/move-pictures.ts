interface Keyed {
  key: string;
}

/** The list with an item moved by one place; at the ends it stays. */
export function movedBy<Item extends Keyed>(items: readonly Item[], key: string, by: 1 | -1): readonly Item[] {
  const from = items.findIndex((item) => item.key === key);
  const to = from + by;
  const item = items[from];
  return item === undefined || to < 0 || to >= items.length ? items : items.toSpliced(from, 1).toSpliced(to, 0, item);
}

/** The list with an item before or after another one. */
export function movedBeside<Item extends Keyed>(items: readonly Item[], key: string, targetKey: string, isAfter: boolean): readonly Item[] {
  const item = items.find((each) => each.key === key);
  if (!item || key === targetKey) return items;
  const others = items.filter((each) => each !== item);
  const target = others.findIndex((each) => each.key === targetKey);
  return target < 0 ? items : others.toSpliced(target + (isAfter ? 1 : 0), 0, item);
}
