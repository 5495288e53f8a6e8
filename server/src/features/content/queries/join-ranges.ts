import { compareInCodePoints } from "../../../lib/text/code-points.ts";

/** Stored values, each of which gives its document these bits. */
export interface MatchedRange {
  fieldId: string;
  low: string;
  high: string;
  part: string | null;
  bits: number;
}

/**
 * The same ranges without overlaps, so that each stored value is read once for all conditions on its field: a value in several ranges gives
 * the bits of all.
 */
export function joinRanges(ranges: readonly MatchedRange[]): MatchedRange[] {
  const byField = new Map<string, MatchedRange[]>();
  for (const range of ranges) {
    const same = byField.get(`${range.fieldId} ${range.part ?? ""}`);
    if (same) same.push(range);
    else byField.set(`${range.fieldId} ${range.part ?? ""}`, [range]);
  }
  return [...byField.values()].flatMap(withoutOverlaps);
}

function withoutOverlaps(ranges: readonly MatchedRange[]): MatchedRange[] {
  const bounds = [...new Set(ranges.flatMap(({ low, high }) => [low, high]))].sort(compareInCodePoints);
  const places = new Map(bounds.map((text, place) => [text, place]));
  /** Of the values from each bound to the next; undefined where these are in no range. */
  const bits: (number | undefined)[] = bounds.map(() => undefined);
  for (const range of ranges) {
    const end = places.get(range.high) as number;
    for (let place = places.get(range.low) as number; place < end; place += 1) bits[place] = (bits[place] ?? 0) | range.bits;
  }
  const [first] = ranges as [MatchedRange];
  const joined: MatchedRange[] = [];
  bounds.forEach((low, place) => {
    const [own, high = ""] = [bits[place], bounds[place + 1]];
    const before = joined.at(-1);
    if (own === undefined) return;
    if (before?.high === low && before.bits === own) before.high = high;
    else joined.push({ ...first, low, high, bits: own });
  });
  return joined;
}
