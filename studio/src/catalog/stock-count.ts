const mostStock = 2_000_000_000;

/** The count that somebody typed; undefined: it is not one. */
export function countOf(text: string): number | undefined {
  const plain = text.replace(/\s/g, "");
  const count = /^\d+$/.test(plain) ? Number(plain) : undefined;
  return count !== undefined && count <= mostStock ? count : undefined;
}

/** The difference that somebody typed, with any sign for minus; undefined: it is not one, or none. */
export function differenceOf(text: string): number | undefined {
  const [, sign = "", digits = ""] = /^([+\-−–]?)(\d+)$/.exec(text.replace(/\s/g, "")) ?? [];
  const count = countOf(digits);
  if (count === undefined || count === 0) return undefined;
  return sign === "" || sign === "+" ? count : -count;
}
