/** The ids that must move, as few as possible, to make one order out of another. Both have the same ids. */
export function movedIds(before: readonly string[], after: readonly string[]): Set<string> {
  const moved = new Set(after);
  for (const id of longestKept(before, after)) moved.delete(id);
  return moved;
}

/** The longest sequence of ids that follow each other in both orders. */
function longestKept(before: readonly string[], after: readonly string[]): string[] {
  const rank = new Map(before.map((id, index) => [id, index]));
  const ranks = after.map((id) => rank.get(id) ?? -1);
  // The place in `after` of the smallest end of a rising sequence of each length, and of what comes before it.
  const ends: number[] = [];
  const previous: number[] = [];
  ranks.forEach((value, at) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ranks[ends[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    previous[at] = ends[low - 1] ?? -1;
    ends[low] = at;
  });
  const keptIds: string[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) keptIds.push(after[at] ?? "");
  return keptIds.reverse();
}

export interface Orders {
  readonly base: readonly string[];
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
}

/**
 * One order of the `members` of a list, out of two that were made from the same one. Mine stays, except for what they alone moved or added: that goes after the
 * block that it follows with them.
 */
export function mergeOrder({ base, mine, theirs }: Orders, members: ReadonlySet<string>): string[] {
  const myIds = mine.filter((id) => members.has(id));
  const inOwn = new Set(myIds);
  const theirIds = theirs.filter((id) => members.has(id));
  const inGiven = new Set(theirIds);
  const isCommon = (id: string) => inOwn.has(id) && inGiven.has(id);
  const common = base.filter(isCommon);
  const inBase = new Set(common);
  const movedByMe = movedIds(
    common,
    myIds.filter((id) => inBase.has(id)),
  );
  const movedByThem = movedIds(
    common,
    theirIds.filter((id) => inBase.has(id)),
  );
  const follows = (id: string) => !inOwn.has(id) || (movedByThem.has(id) && !movedByMe.has(id));
  const order = myIds.filter((id) => !follows(id));
  const orderedIds = new Set(order);
  let last: string | undefined;
  for (const id of theirIds) {
    if (!orderedIds.has(id)) {
      order.splice(last === undefined ? 0 : order.indexOf(last) + 1, 0, id);
      orderedIds.add(id);
    }
    last = id;
  }
  // Those that stand here with neither side.
  return [...order, ...[...members].filter((id) => !orderedIds.has(id))];
}
