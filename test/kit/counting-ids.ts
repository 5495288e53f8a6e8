import type { Ids } from "../../server/src/ports/ids.ts";

/** Ids that count from a start: two sites get the same ones, which a key of site and id allows. */
export function countingIds(from = 0): Ids {
  let count = from;
  const next = () => `01900000-0000-7000-8000-${String((count += 1)).padStart(12, "0")}`;
  return { next, secret: next };
}
