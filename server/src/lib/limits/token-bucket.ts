import { LRUCache } from "lru-cache";

/** So many a second on average, and so many at once after a rest. */
export interface Rate {
  perSecond: number;
  burst: number;
}

export interface Allowance {
  allowed: boolean;
  /** Whole requests left at this moment. */
  remaining: number;
  /** Seconds, rounded up, until the next request is allowed; 0 when it is now. */
  retryAfterSeconds: number;
  /** Seconds, rounded up, until the bucket is full again. */
  resetSeconds: number;
}

interface Bucket {
  tokens: number;
  filledAtMs: number;
  /** Taken since the last settlement with the other processes. */
  taken: number;
  rate: Rate;
}

/** The tokens taken from a bucket here, reported to the other processes. */
export interface Debit {
  key: string;
  taken: number;
  rate: Rate;
}

/**
 * Token buckets by key, in memory, the least recently used evicted first: eviction favours the client, so the
 * number kept is large. Time is monotonic milliseconds given by the caller.
 */
export class TokenBuckets {
  readonly #buckets: LRUCache<string, Bucket>;
  readonly #touched = new Set<string>();

  constructor(max: number) {
    this.#buckets = growing(max);
  }

  take(key: string, rate: Rate, nowMs: number): Allowance {
    let bucket = this.#buckets.get(key);
    if (!bucket) {
      bucket = { tokens: rate.burst, filledAtMs: nowMs, taken: 0, rate };
      this.#buckets.set(key, bucket);
    }
    refill(bucket, nowMs);
    const allowed = bucket.tokens >= 1;
    if (allowed) {
      bucket.tokens -= 1;
      if (bucket.taken++ === 0) this.#touched.add(key);
    }
    return {
      allowed,
      remaining: Math.floor(bucket.tokens),
      retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil((1 - bucket.tokens) / rate.perSecond)),
      resetSeconds: Math.ceil((rate.burst - bucket.tokens) / rate.perSecond),
    };
  }

  /** The tokens taken since the last call. */
  drainDebits(): Debit[] {
    const debits: Debit[] = [];
    for (const key of this.#touched) {
      const bucket = this.#buckets.peek(key);
      if (!bucket) continue;
      debits.push({ key, taken: bucket.taken, rate: bucket.rate });
      bucket.taken = 0;
    }
    this.#touched.clear();
    return debits;
  }

  /**
   * Adopts the total that all processes have left; tokens taken here in the meantime are still to be subtracted. It never grants more
   * than this process would by itself, and no client gets deeper into debt than a bucket holds.
   */
  settle(key: string, sharedTokens: number, nowMs: number): void {
    const bucket = this.#buckets.peek(key);
    if (!bucket) return;
    refill(bucket, nowMs);
    bucket.tokens = Math.min(bucket.tokens, Math.max(sharedTokens - bucket.taken, -bucket.rate.burst));
  }
}

/** With `max`, the cache would take the memory of all its entries at once: milliseconds of each start, and megabytes. */
export function growing<Value extends object>(max: number): LRUCache<string, Value> {
  return new LRUCache<string, Value>({ maxSize: max, sizeCalculation: () => 1 });
}

/** Fills a bucket for the time that has passed. */
export function refill(bucket: Pick<Bucket, "tokens" | "filledAtMs" | "rate">, nowMs: number): void {
  const { burst, perSecond } = bucket.rate;
  bucket.tokens = Math.min(burst, bucket.tokens + ((nowMs - bucket.filledAtMs) * perSecond) / 1_000);
  bucket.filledAtMs = nowMs;
}

/** The total that several processes have left: the buckets with which each of them settles. Time is monotonic milliseconds. */
export class CommonBuckets {
  readonly #buckets: LRUCache<string, Pick<Bucket, "tokens" | "filledAtMs" | "rate">>;

  constructor(max: number) {
    this.#buckets = growing(max);
  }

  /** Books the debits and returns the rest of each bucket, in the same order. */
  settle(debits: readonly Debit[], nowMs: number): number[] {
    return debits.map(({ key, taken, rate }) => {
      const bucket = this.#buckets.get(key) ?? { tokens: rate.burst, filledAtMs: nowMs, rate };
      bucket.rate = rate;
      refill(bucket, nowMs);
      // Debt is bounded: processes that granted too much must not lock a client out for long.
      bucket.tokens = Math.max(bucket.tokens - taken, -rate.burst);
      this.#buckets.set(key, bucket);
      return bucket.tokens;
    });
  }
}
