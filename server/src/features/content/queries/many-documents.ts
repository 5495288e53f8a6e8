import type { BitTest, Formula } from "./formula.ts";
import { DocumentTable, ofLength } from "./document-table.ts";
import type { ManyDocuments } from "./read-many.ts";

/** The documents with the values of one field: of each value its number of them, one value after the other. */
interface CountedValues {
  places: Int32Array;
  counts: Uint32Array;
}

/** A value that many documents have: the nth of one of them, from 0 on, in the order of that document's values. */
export interface FrequentValue {
  count: number;
  documentId: string;
  nth: number;
}

/** Documents by thousands, with the bits of the ranges that they are in, their places in orders, and the values that facets count. */
export class ManyDocumentsTable {
  readonly #table = new DocumentTable();
  #bits = new Int32Array(0);
  /** By sort key, the rank of each document's value from 1 on; 0: it has none. */
  readonly #ranks: Int32Array<ArrayBuffer>[];

  constructor(sortKeys: number) {
    this.#ranks = Array.from({ length: sortKeys }, () => new Int32Array(0));
  }

  /** Adds what was read of a field. Returns its values, in order, if they were counted. */
  add(read: readonly ManyDocuments[], sortKey: number | undefined): CountedValues[] {
    const values: CountedValues[] = [];
    let rank = 0;
    for (const { bits, ids, counts } of read) {
      const places = this.#table.placesOf(ids);
      this.#bits = ofLength(this.#bits, this.#table.size);
      const own = this.#bits;
      for (let index = 0; bits !== 0 && index < places.length; index += 1) {
        const place = places[index] as number;
        own[place] = (own[place] as number) | bits;
      }
      if (!counts) continue;
      values.push({ places, counts });
      if (sortKey !== undefined) rank = this.#rank(sortKey, { places, counts }, rank);
    }
    return values;
  }

  #rank(sortKey: number, { places, counts }: CountedValues, before: number): number {
    const ranks = ofLength(this.#ranks[sortKey] as Int32Array<ArrayBuffer>, this.#table.size);
    this.#ranks[sortKey] = ranks;
    let at = 0;
    for (let index = 0; index < counts.length; index += 1) {
      const end = at + (counts[index] as number);
      for (; at < end; at += 1) ranks[places[at] as number] = before + index + 1;
    }
    return before + counts.length;
  }

  /** Of each document, by its place, whether it passes. */
  passing({ all, any }: Formula): Uint8Array {
    const passed = new Uint8Array(this.#table.size);
    const own = ofLength(this.#bits, this.#table.size);
    for (const test of any) {
      for (let place = 0; place < passed.length; place += 1) {
        const bits = own[place] as number;
        if (passes(bits, all) && passes(bits, test)) passed[place] = 1;
      }
    }
    return passed;
  }

  /** The ids of those that pass one of the formulas; undefined: there are more than `most`. */
  idsPassing(formulas: readonly Formula[], most: number): string[] | undefined {
    const passed = formulas.map((formula) => this.passing(formula));
    const places: number[] = [];
    for (let place = 0; place < this.#table.size && places.length <= most; place += 1)
      if (passed.some((each) => each[place] === 1)) places.push(place);
    return places.length > most ? undefined : places.map((place) => this.#table.idOf(place));
  }

  /** The ids of a page of the documents that passed, by their ranks and then their ids; those without a rank come last. */
  page(passed: Uint8Array, areDescending: readonly boolean[], { offset, size }: { offset: number; size: number }): string[] {
    const orders = this.#ranks.map((ranks, key) => ordered(ofLength(ranks, this.#table.size), passed, areDescending[key] ?? false));
    const [first = new Int32Array(passed.length)] = orders;
    // Only those that share the first key's values with documents of the page are sorted.
    const sizes = new Uint32Array(highest(first) + 1);
    for (let place = 0; place < passed.length; place += 1)
      if (passed[place] === 1) sizes[first[place] as number] = (sizes[first[place] as number] as number) + 1;
    let [low, before] = [0, 0];
    while (low < sizes.length && before + (sizes[low] as number) <= offset) before += sizes[low++] as number;
    let [high, end] = [low, before];
    while (high < sizes.length && end < offset + size) end += sizes[high++] as number;
    const near: number[] = [];
    for (let place = 0; place < passed.length; place += 1) {
      const own = first[place] as number;
      if (passed[place] === 1 && own >= low && own < high) near.push(place);
    }
    near.sort((a, b) => {
      for (const order of orders) {
        const difference = (order[a] as number) - (order[b] as number);
        if (difference !== 0) return difference;
      }
      return this.#table.compare(a, b);
    });
    return near.slice(offset - before, offset - before + size).map((place) => this.#table.idOf(place));
  }

  /** The most frequent values among the documents that passed: of equally frequent ones those that come first. */
  mostFrequent(values: readonly CountedValues[], passed: Uint8Array, most: number): FrequentValue[] {
    const counts = countPassed(values, passed);
    // The least count that is among them.
    const least = Math.max(1, counts.slice().sort().at(-most) ?? 0);
    const wanted: number[] = [];
    for (let value = 0; value < counts.length; value += 1) if ((counts[value] as number) >= least) wanted.push(value);
    wanted.sort((a, b) => (counts[b] as number) - (counts[a] as number) || a - b);
    const located = this.#locate(values, wanted.slice(0, most));
    return located.map((one) => ({ ...one, count: counts[one.value] as number }));
  }

  /** For each of the wanted values one of the documents that have it, and how many values before it that document has. */
  #locate(values: readonly CountedValues[], wanted: readonly number[]): (Omit<FrequentValue, "count"> & { value: number })[] {
    const starts = startsOf(values);
    const all = inOneArray(values.map(({ places }) => places));
    const firsts = wanted.map((value) => all[starts[value] as number] as number);
    /** Where each of these documents is among all. */
    const seenAt = new Map(firsts.map((place): [number, number[]] => [place, []]));
    const isFirst = new Uint8Array(this.#table.size);
    for (const place of firsts) isFirst[place] = 1;
    for (let at = 0; at < all.length; at += 1) if (isFirst[all[at] as number] === 1) seenAt.get(all[at] as number)?.push(at);
    return wanted.map((value, index) => {
      const first = firsts[index] as number;
      const start = starts[value] as number;
      return { value, documentId: this.#table.idOf(first), nth: seenAt.get(first)?.indexOf(start) ?? 0 };
    });
  }
}

function inOneArray(arrays: readonly Int32Array[]): Int32Array {
  const all = new Int32Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const each of arrays) {
    all.set(each, at);
    at += each.length;
  }
  return all;
}

/** Where the documents of each value begin among those of all. */
function startsOf(values: readonly CountedValues[]): Uint32Array {
  const starts = new Uint32Array(values.reduce((sum, { counts }) => sum + counts.length, 0));
  let [value, start] = [0, 0];
  for (const { counts } of values) {
    for (let index = 0; index < counts.length; index += 1) {
      starts[value] = start;
      value += 1;
      start += counts[index] as number;
    }
  }
  return starts;
}

function passes(bits: number, { required, forbidden }: BitTest): boolean {
  return (bits & required) === required && (bits & forbidden) === 0;
}

/** Of each document the place in an order, equal ones the same. */
function ordered(ranks: Int32Array, passed: Uint8Array, isDescending: boolean): Int32Array<ArrayBuffer> {
  const last = highest(ranks) + 1;
  const places = new Int32Array(passed.length);
  for (let place = 0; place < places.length; place += 1) {
    const rank = ranks[place] as number;
    places[place] = rank === 0 ? last : isDescending ? last - rank : rank;
  }
  return places;
}

function highest(numbers: Int32Array): number {
  let most = 0;
  for (let index = 0; index < numbers.length; index += 1) if ((numbers[index] as number) > most) most = numbers[index] as number;
  return most;
}

function countPassed(values: readonly CountedValues[], passed: Uint8Array): Uint32Array {
  const counted = new Uint32Array(values.reduce((sum, { counts }) => sum + counts.length, 0));
  let value = 0;
  for (const { places, counts } of values) {
    let at = 0;
    for (let index = 0; index < counts.length; index += 1) {
      const end = at + (counts[index] as number);
      let sum = 0;
      for (; at < end; at += 1) sum += passed[places[at] as number] as number;
      counted[value] = sum;
      value += 1;
    }
  }
  return counted;
}
