import type { Column } from "./column.ts";

/** A relevance is three numbers of four bytes, the highest byte first: the first number counts most (`matching-documents.ts`). */
const bytesOfNumber = 4;
const bytesOfRelevance = 3 * bytesOfNumber;

/** The documents that a search found, by their relevance, as a column without values: the least relevant first. */
export function byRelevance(places: Int32Array, relevance: Uint8Array): Column {
  const [first, second, third] = [numbersOf(relevance, 0), numbersOf(relevance, 1), numbersOf(relevance, 2)];
  const compare = (a: number, b: number) =>
    (first[a] as number) - (first[b] as number) ||
    (second[a] as number) - (second[b] as number) ||
    (third[a] as number) - (third[b] as number);
  const order = new Uint32Array(places.length).map((_, index) => index).sort(compare);
  const isLast = (_: number, at: number) => at + 1 === order.length || compare(order[at] as number, order[at + 1] as number) !== 0;
  const lasts = new Uint32Array(places.length).map((_, index) => index).filter(isLast);
  return {
    values: [],
    places: places.map((_, at) => places[order[at] as number] as number),
    ends: lasts.map((last) => last + 1),
  };
}

/** One of the three numbers of each relevance. */
function numbersOf(relevance: Uint8Array, which: number): Uint32Array {
  const view = new DataView(relevance.buffer, relevance.byteOffset, relevance.byteLength);
  return new Uint32Array(relevance.length / bytesOfRelevance).map((_, index) =>
    view.getUint32(index * bytesOfRelevance + which * bytesOfNumber),
  );
}
