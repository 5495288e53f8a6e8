/** The first item of a change of many that stands in the way, from the problem's pointer `/items/3/…`. */
export function firstItemError({
  errors,
}: {
  errors: readonly { path: string; code: string }[];
}): { index: number; code: string } | undefined {
  for (const { path, code } of errors) {
    const index = /^\/items\/(\d+)/.exec(path)?.[1];
    if (index !== undefined) return { index: Number(index), code };
  }
  return undefined;
}
