import type { Debit } from "../lib/limits/token-bucket.ts";

/** Where processes tell each other what their token buckets gave out. */
export interface SharedBuckets {
  /** Books the debits and answers what each shared bucket has left, in the same order. Rejects when it cannot be reached. */
  settle(debits: readonly Debit[]): Promise<number[]>;
  close(): Promise<void>;
}
