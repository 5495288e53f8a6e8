import { LRUCache } from "lru-cache";
import { FrequencySketch } from "./frequency-sketch.ts";
import { keyedHash, type HashKey } from "./keyed-hash.ts";

export interface CacheEntry {
  readonly key: string;
  /** `hashOf(key)`: computed once, and not with each use. */
  readonly hash: number;
  readonly bytes: number;
  /** Undefined in an entry that is worthless by now, and soon removed. */
  readonly answer: object | undefined;
  /** Used since it was last considered for eviction. */
  referenced: boolean;
}

const windowShare = 0.01;
/** Of a window: a few ordinary responses, but no more than this share of a small cache. */
const [leastWindowBytes, mostWindowShare] = [64 * 1024, 0.25];
/** With fewer counters, the uses of a few hundred keys are forgotten amid 10,000 others. */
const leastSketchBytes = 128 * 1024;
const bytesPerCounter = 256;
/**
 * Of an entry that was not used since it was last considered, more uses than these do not count: so other entries take its place after
 * as many uses, however often it was used before.
 */
const mostUsesOfVictim = 5;
/** For one candidate: a bound of the time that a large one takes. */
const mostVictims = 2_000;

/**
 * A cache bounded by bytes, which keeps the entries that are used most: W-TinyLFU (Einziger, Friedman, Manes, "TinyLFU: A Highly Efficient
 * Cache Admission Policy", ACM ToS 2017). A new entry goes into a small window. Once newer ones push it out there, it is admitted to the main
 * area if that has room, or if it was used more often than all the entries together that it would evict (Aggregated Victims: Einziger,
 * Eytan, Friedman, Manes, "Lightweight Robust Size Aware Cache Management", ACM ToS 2022). So entries that are used once evict no others.
 *
 * A use marks an entry, and moves it only when it is considered for eviction (as CLOCK does), which costs readers less than an LRU.
 */
export class TinyLfuCache<Entry extends CacheEntry> {
  readonly #window: LRUCache<string, Entry>;
  readonly #main: LRUCache<string, Entry>;
  readonly #sketch: FrequencySketch;
  readonly #hashKey: HashKey;
  readonly #dropped: (entry: Entry) => void;

  /** `dropped` is told of each entry that is cached no longer, or was not admitted at all. */
  constructor(maxBytes: number, hashKey: HashKey, dropped: (entry: Entry) => void) {
    const windowBytes = Math.ceil(Math.max(maxBytes * windowShare, Math.min(leastWindowBytes, maxBytes * mostWindowShare)));
    const sizeCalculation = ({ bytes }: Entry) => bytes;
    this.#window = new LRUCache({
      maxSize: windowBytes,
      sizeCalculation,
      dispose: (entry, _key, reason) => (reason === "evict" ? this.#admit(entry) : dropped(entry)),
    });
    this.#main = new LRUCache({ maxSize: Math.max(1, maxBytes - windowBytes), sizeCalculation, dispose: dropped });
    this.#sketch = new FrequencySketch(Math.max(leastSketchBytes, maxBytes / bytesPerCounter));
    this.#hashKey = hashKey;
    this.#dropped = dropped;
  }

  get entries(): number {
    return this.#window.size + this.#main.size;
  }

  get bytes(): number {
    return this.#window.calculatedSize + this.#main.calculatedSize;
  }

  hashOf(key: string): number {
    return keyedHash(key, this.#hashKey);
  }

  /** Counts no use. */
  find(key: string): Entry | undefined {
    return this.#main.peek(key) ?? this.#window.peek(key);
  }

  countUse(entry: Entry): void {
    entry.referenced = true;
    this.#sketch.add(entry.hash);
  }

  /** Somebody asked for an entry that is not there: counts as a use of the one that is made for them. */
  countMiss(key: string): void {
    this.#sketch.add(this.hashOf(key));
  }

  /** In place of any other under its key. */
  put(entry: Entry): void {
    this.#main.delete(entry.key);
    if (entry.bytes <= this.#window.maxSize) {
      this.#window.set(entry.key, entry);
    } else {
      this.#window.delete(entry.key);
      this.#admit(entry);
    }
  }

  remove(entry: Entry): void {
    for (const area of [this.#window, this.#main]) if (area.peek(entry.key) === entry) area.delete(entry.key);
  }

  #admit(candidate: Entry): void {
    const main = this.#main;
    if (candidate.answer && candidate.bytes <= main.maxSize && this.#makesRoom(candidate)) {
      candidate.referenced = false;
      main.set(candidate.key, candidate);
    } else {
      this.#dropped(candidate);
    }
  }

  /** Whether the main area should evict as many entries as the candidate needs. If so, those are the next that it evicts. */
  #makesRoom(candidate: Entry): boolean {
    const main = this.#main;
    let room = main.maxSize - main.calculatedSize - candidate.bytes;
    if (room >= 0) return true;
    const uses = this.#sketch.estimate(candidate.hash);
    let usesOfVictims = 0;
    let considered = 0;
    const staying: string[] = [];
    for (const victim of main.rvalues()) {
      considered += 1;
      if (!victim || considered > mostVictims) break;
      if (victim.answer && victim.referenced) {
        victim.referenced = false;
        staying.push(victim.key);
        continue;
      }
      if (victim.answer) usesOfVictims += Math.min(this.#sketch.estimate(victim.hash), mostUsesOfVictim);
      if (usesOfVictims >= uses) {
        // So that the next candidate is compared with another.
        staying.push(victim.key);
        break;
      }
      room += victim.bytes;
      if (room >= 0) break;
    }
    for (const key of staying) main.get(key);
    return room >= 0;
  }
}
