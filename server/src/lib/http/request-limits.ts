import type { Clock } from "../../ports/clock.ts";
import type { SharedBuckets } from "../../ports/shared-buckets.ts";
import { ProcessorTime } from "../limits/processor-time.ts";
import { TokenBuckets, type Allowance, type Rate } from "../limits/token-bucket.ts";

const requestKinds = ["reads", "writes", "credentials"] as const;
export type RequestKind = (typeof requestKinds)[number];

/** The limit that a request was counted against. */
export interface Limited {
  kind: RequestKind;
  rate: Rate;
  allowance: Allowance;
}

/** The limits of each client: requests by kind, and milliseconds of this process's work. */
export type RequestRates = Readonly<Record<RequestKind | "processorTime", Rate>>;

export interface RequestLimitsOptions {
  rates: RequestRates;
  clock: Clock;
  /** Absent: this process counts alone. */
  shared?: SharedBuckets | undefined;
  /** Called when sharing stops working and when it works again. */
  onSharingChange?(works: boolean, error?: unknown): void;
}

const settleEveryMs = 1_000;

/**
 * The limits per client. Each process counts by itself, which costs no round trip; with shared buckets it settles with
 * the others once a second, so that the limit over all processes is approximate. When sharing fails, limits are per process.
 */
export class RequestLimits {
  readonly #buckets: Readonly<Record<RequestKind, TokenBuckets>> = {
    reads: new TokenBuckets(100_000),
    writes: new TokenBuckets(100_000),
    credentials: new TokenBuckets(100_000),
  };
  readonly #options: RequestLimitsOptions;
  /** The processor time that each client uses, for all its requests. */
  readonly processorTime: ProcessorTime;
  #timer: NodeJS.Timeout | undefined;
  #sharing = true;

  constructor(options: RequestLimitsOptions) {
    this.#options = options;
    this.processorTime = new ProcessorTime(options.rates.processorTime, options.clock);
  }

  rate(kind: RequestKind): Rate {
    return this.#options.rates[kind];
  }

  /** Takes one request from a client's bucket. */
  take(kind: RequestKind, client: string, rate: Rate): Allowance {
    return this.#buckets[kind].take(client, rate, this.#options.clock.monotonicMs());
  }

  /** Whether limits are shared with the other processes; undefined if that is not configured. */
  isShared(): boolean | undefined {
    return this.#options.shared && this.#sharing;
  }

  start(): void {
    if (!this.#options.shared) return;
    const again = () => {
      this.#timer = setTimeout(() => void this.settle().finally(again), settleEveryMs).unref();
    };
    again();
  }

  async settle(): Promise<void> {
    const { shared, clock, onSharingChange } = this.#options;
    const debits = requestKinds.flatMap((kind) =>
      this.#buckets[kind].drainDebits().map((debit) => ({ ...debit, key: `${kind}:${debit.key}`, client: debit.key, kind })),
    );
    if (!shared || debits.length === 0) return;
    try {
      const left = await shared.settle(debits);
      if (left.length !== debits.length || !left.every(Number.isFinite)) throw new Error("The response must have one number per bucket.");
      const now = clock.monotonicMs();
      for (const [index, { kind, client }] of debits.entries()) this.#buckets[kind].settle(client, left[index] ?? 0, now);
      if (!this.#sharing) onSharingChange?.(true);
      this.#sharing = true;
    } catch (error) {
      if (this.#sharing) onSharingChange?.(false, error);
      this.#sharing = false;
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#options.shared?.close();
  }
}

/** The policy and the rest of it, as draft-ietf-httpapi-ratelimit-headers-10 writes them. */
export function limitHeaders({ kind, rate, allowance: { remaining, resetSeconds } }: Limited) {
  return { "ratelimit-policy": policy(kind, rate), ratelimit: `"${kind}";r=${remaining};t=${resetSeconds}` };
}

const policies: Readonly<Record<RequestKind, WeakMap<Rate, string>>> = {
  reads: new WeakMap(),
  writes: new WeakMap(),
  credentials: new WeakMap(),
};

/** Rates are few and live long, and every response names one. */
function policy(kind: RequestKind, rate: Rate): string {
  let text = policies[kind].get(rate);
  if (text === undefined) {
    text = `"${kind}";q=${rate.burst};w=${Math.ceil(rate.burst / rate.perSecond)}`;
    policies[kind].set(rate, text);
  }
  return text;
}
