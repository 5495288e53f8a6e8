interface ItemError {
  index: number;
  code: string;
}

/** The items of a change of many that stand in the way, from the problem's pointers such as `/items/3/…`: the first error of each. */
export function itemErrors({ errors }: { errors: readonly { path: string; code: string }[] }): ItemError[] {
  const found = new Map<number, ItemError>();
  for (const { path, code } of errors) {
    const place = /^\/items\/(\d+)/.exec(path)?.[1];
    if (place !== undefined && !found.has(Number(place))) found.set(Number(place), { index: Number(place), code });
  }
  return [...found.values()];
}

/** The first of them. */
export const firstItemError = (problem: { errors: readonly { path: string; code: string }[] }): ItemError | undefined =>
  itemErrors(problem)[0];
