/** The outcome of a repeatable write. */
export interface Tally {
  created: number;
  updated: number;
  unchanged: number;
}

export function emptyTally(): Tally {
  return { created: 0, updated: 0, unchanged: 0 };
}

export function addTally(sum: Tally, other: Tally): Tally {
  return { created: sum.created + other.created, updated: sum.updated + other.updated, unchanged: sum.unchanged + other.unchanged };
}

export function hasChanges({ created, updated }: Tally): boolean {
  return created + updated > 0;
}
