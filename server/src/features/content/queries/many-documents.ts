import type { Column } from "./column.ts";
import type { BitTest, Formula } from "./formula.ts";
import { ofLength, type DocumentTable } from "./document-table.ts";

/** Documents that meet conditions, with the conditions' bits. */
export interface MetDocuments {
  bits: number;
  places: Int32Array;
}

/** A value, and the number of documents that have it. */
export type FrequentValue = [value: string, count: number];

/** Of the documents of one list, by thousands, the bits of the ranges that they are in, and their places in orders. */
export class ManyDocuments {
  readonly #table: DocumentTable;
  #bits = new Int32Array(0);
  /** By sort key, the rank of each document's value from 1 on; 0: it has none. */
  readonly #ranks: Int32Array<ArrayBuffer>[];

  constructor(table: DocumentTable, sortKeys: number) {
    this.#table = table;
    this.#ranks = Array.from({ length: sortKeys }, () => new Int32Array(0));
  }

  /** Adds bits to those of documents. */
  add(met: readonly MetDocuments[]): void {
    const own = ofLength(this.#bits, this.#table.size);
    this.#bits = own;
    for (const { bits, places } of met) {
      for (let index = 0; bits !== 0 && index < places.length; index += 1) {
        const place = places[index] as number;
        own[place] = (own[place] as number) | bits;
      }
    }
  }

  /** Sets the order of the documents by the values of a sort key. */
  rank(sortKey: number, { places, ends }: Column): void {
    const ranks = ofLength(this.#ranks[sortKey] as Int32Array<ArrayBuffer>, this.#table.size);
    this.#ranks[sortKey] = ranks;
    let at = 0;
    for (let index = 0; index < ends.length; index += 1) {
      const end = ends[index] as number;
      for (; at < end; at += 1) ranks[places[at] as number] = index + 1;
    }
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

  /** The most frequent values of a field among the documents that passed: of equally frequent ones those that come first. */
  mostFrequent(column: Column, passed: Uint8Array, most: number): FrequentValue[] {
    const counts = countPassed(column, passed);
    // The least count that is among them.
    const least = Math.max(1, counts.slice().sort().at(-most) ?? 0);
    const wanted: number[] = [];
    for (let value = 0; value < counts.length; value += 1) if ((counts[value] as number) >= least) wanted.push(value);
    wanted.sort((a, b) => (counts[b] as number) - (counts[a] as number) || a - b);
    return wanted.slice(0, most).map((value) => [column.values[value] as string, counts[value] as number]);
  }
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

function countPassed({ places, ends }: Column, passed: Uint8Array): Uint32Array {
  const counted = new Uint32Array(ends.length);
  let at = 0;
  for (let value = 0; value < ends.length; value += 1) {
    const end = ends[value] as number;
    let sum = 0;
    for (; at < end; at += 1) sum += passed[places[at] as number] as number;
    counted[value] = sum;
  }
  return counted;
}
