import type { Debit } from "../lib/limits/token-bucket.ts";

/** Processes use it to report how many tokens their buckets granted. */
export interface SharedBuckets {
  /** Books the debits and returns the rest of each shared bucket, in the same order. Rejects when it cannot be reached. */
  settle(debits: readonly Debit[]): Promise<number[]>;
  close(): Promise<void>;
}
