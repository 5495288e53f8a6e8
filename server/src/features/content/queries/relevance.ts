import type { Column } from "./column.ts";

/** The documents that a search found, by the three numbers of their relevance, as a column without values: the least relevant first. */
export function byRelevance(places: Int32Array, relevance: Uint32Array): Column {
  const compare = (a: number, b: number) => {
    for (let number = 0; number < 3; number += 1) {
      const difference = (relevance[3 * a + number] as number) - (relevance[3 * b + number] as number);
      if (difference !== 0) return difference;
    }
    return 0;
  };
  const order = new Uint32Array(places.length).map((_, index) => index).sort(compare);
  const isLast = (_: number, at: number) => at + 1 === order.length || compare(order[at] as number, order[at + 1] as number) !== 0;
  const lasts = new Uint32Array(places.length).map((_, index) => index).filter(isLast);
  return {
    values: [],
    places: places.map((_, at) => places[order[at] as number] as number),
    ends: lasts.map((last) => last + 1),
  };
}
