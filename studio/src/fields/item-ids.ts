const idsByItems = new WeakMap<readonly unknown[], readonly string[]>();
let idCount = 0;

const newId = () => `item-${(idCount += 1)}`;

/** The ids of a list's items, which React knows them by. They stay with their items when the list is changed here. */
export function idsOf(items: readonly unknown[], before?: readonly unknown[]): readonly string[] {
  const knownIds = idsByItems.get(items);
  if (knownIds) return knownIds;
  const ids = before ? carried(items, before, idsOf(before)) : items.map(newId);
  idsByItems.set(items, ids);
  return ids;
}

/** Those of the same items; else those of the same places. */
function carried(items: readonly unknown[], before: readonly unknown[], ids: readonly string[]): readonly string[] {
  const free = new Set(ids);
  const take = (id: string | undefined) => (id !== undefined && free.delete(id) ? id : undefined);
  const same = items.map((item, index) => (item === before[index] ? take(ids[index]) : undefined));
  const moved = items.map((item, index) => same[index] ?? take(ids.find((id, place) => free.has(id) && before[place] === item)));
  return moved.map((id, index) => id ?? (items.length === before.length ? take(ids[index]) : undefined) ?? newId());
}

/** A list with an item at a place, which gets an id of its own; the others keep theirs. */
export function withItem(items: readonly unknown[], index: number, item: unknown): readonly unknown[] {
  return named(items.toSpliced(index, 0, item), idsOf(items).toSpliced(index, 0, newId()));
}

export function withoutItem(items: readonly unknown[], index: number): readonly unknown[] {
  return named(items.toSpliced(index, 1), idsOf(items).toSpliced(index, 1));
}

export function withMoved(items: readonly unknown[], from: number, to: number): readonly unknown[] {
  const move = <Item>(list: readonly Item[]) => {
    const rest = list.toSpliced(from, 1);
    return rest.toSpliced(to, 0, ...list.slice(from, from + 1));
  };
  return named(move(items), move(idsOf(items)));
}

function named(items: readonly unknown[], ids: readonly string[]): readonly unknown[] {
  idsByItems.set(items, ids);
  return items;
}
