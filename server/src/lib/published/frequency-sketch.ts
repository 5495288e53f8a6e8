/** A key's four counters lie in one line of the processor's cache. */
const bytesPerBlock = 64;
const rows = 4;
const countersPerRow = bytesPerBlock / rows;
const mostBlocks = 2 ** 16;
const mostUses = 255;
/** Two for each counter of a row, so that keys which share one are few. */
const usesPerBlock = 2 * countersPerRow;

/**
 * Estimates how often each key was used of late, in constant memory: a count-min sketch with conservative update, all of whose counters are
 * halved after each sample of uses (Einziger, Friedman, Manes, "TinyLFU: A Highly Efficient Cache Admission Policy", ACM ToS 2017). A key
 * is its hash, of which all 32 bits must be evenly distributed. Estimates are seldom too high, and too low only by what was halved.
 */
export class FrequencySketch {
  readonly #counters: Uint8Array;
  /** The same memory, four counters at once. */
  readonly #words: Uint32Array;
  readonly #blockMask: number;
  readonly #sample: number;
  #uses = 0;

  /** The size is a power of two: at least `bytes`, but no more than 4 MiB. */
  constructor(bytes: number) {
    const blocks = Math.min(mostBlocks, 2 ** Math.ceil(Math.log2(Math.max(1, bytes / bytesPerBlock))));
    this.#counters = new Uint8Array(blocks * bytesPerBlock);
    this.#words = new Uint32Array(this.#counters.buffer);
    this.#blockMask = blocks - 1;
    this.#sample = blocks * usesPerBlock;
  }

  /** Counts one use. */
  add(hash: number): void {
    // Not a loop over the rows, which takes half as long again: each hit does this.
    const counters = this.#counters;
    const block = (hash & this.#blockMask) * bytesPerBlock;
    const first = block + ((hash >>> 16) & 15);
    const second = block + 16 + ((hash >>> 20) & 15);
    const third = block + 32 + ((hash >>> 24) & 15);
    const fourth = block + 48 + (hash >>> 28);
    const a = counters[first] as number;
    const b = counters[second] as number;
    const c = counters[third] as number;
    const d = counters[fourth] as number;
    const uses = Math.min(a, b, c, d);
    if (uses < mostUses) {
      if (a === uses) counters[first] = uses + 1;
      if (b === uses) counters[second] = uses + 1;
      if (c === uses) counters[third] = uses + 1;
      if (d === uses) counters[fourth] = uses + 1;
    }
    this.#uses += 1;
    if (this.#uses === this.#sample) this.#halve();
  }

  /** From 0 to 255. */
  estimate(hash: number): number {
    const block = (hash & this.#blockMask) * bytesPerBlock;
    let least = mostUses;
    for (let row = 0; row < 4; row += 1) {
      least = Math.min(least, this.#counters[block + row * countersPerRow + ((hash >>> (16 + 4 * row)) & 15)] as number);
    }
    return least;
  }

  #halve(): void {
    const words = this.#words;
    for (let place = 0; place < words.length; place += 1) words[place] = ((words[place] as number) >>> 1) & 0x7f7f7f7f;
    this.#uses = this.#sample / 2;
  }
}
