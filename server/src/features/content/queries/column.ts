import { compareInCodePoints } from "../../../lib/text/code-points.ts";
import { hasComparedPart } from "./field-value.ts";
import type { MatchedRange } from "./join-ranges.ts";

/** All values of a field, in order, and the documents with each, by their places in a `DocumentTable`. */
export interface Column {
  values: readonly string[];
  places: Int32Array;
  /** Where the documents of each value end among the places. */
  ends: Uint32Array;
}

type Range = Pick<MatchedRange, "low" | "high" | "part">;

/** The places of the documents with a value in a range, once for each of their values. */
export function placesIn(column: Column, range: Range): Int32Array {
  const [from, to] = boundsOf(column, range);
  const { values, places, ends } = column;
  const { part } = range;
  if (part === null) return places.subarray(endBefore(column, from), endBefore(column, to));
  const found: number[] = [];
  for (let value = from; value < to; value += 1) {
    if (!hasComparedPart(values[value] as string, part)) continue;
    for (let at = endBefore(column, value); at < (ends[value] as number); at += 1) found.push(places[at] as number);
  }
  return Int32Array.from(found);
}

/** The first value in a range, and the first one after it. */
function boundsOf({ values }: Column, { low, high }: Range): [number, number] {
  return [firstFrom(values, low), firstFrom(values, high)];
}

function endBefore({ ends }: Column, value: number): number {
  return value === 0 ? 0 : (ends[value - 1] as number);
}

/** The place of the first value that is not below a text. */
function firstFrom(values: readonly string[], text: string): number {
  let [from, to] = [0, values.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (compareInCodePoints(values[middle] as string, text) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}
