import cluster from "node:cluster";
import type { AddressInfo } from "node:net";
import type { Registry } from "prom-client";
import { converse, type Ask } from "../adapters/process-messages.ts";
import type { Debit } from "../lib/limits/token-bucket.ts";
import type { SharedBuckets } from "../ports/shared-buckets.ts";
import type { CountedMetrics } from "./common-metrics.ts";

/** Services that a worker shares with the other workers, through the process that started it. */
export interface Together {
  place: number;
  buckets: SharedBuckets;
  /** The metrics of all of them, for Prometheus. */
  scrape(): Promise<string>;
  /** Gives the first process this worker's metrics and its readiness. */
  join(worker: { registry: Registry; checkReadiness(): Promise<void> }): void;
  /** Announces that this process serves. */
  listening({ port, address }: AddressInfo): void;
}

const answerWithinMs = 1_000;
const scrapeWithinMs = 5_000;

/** The services that this worker shares with the others; undefined in a process that serves alone. */
export function joinWorkers(env: Readonly<Record<string, string | undefined>>): Together | undefined {
  if (!cluster.isWorker) return undefined;
  const place = Number(env.VITRINE_WORKER);
  let joined: Parameters<Together["join"]>[0] | undefined;
  const ask: Ask = converse(process, {
    count: async (): Promise<CountedMetrics> => (await joined?.registry.getMetricsAsJSON()) ?? [],
    ready: async () => {
      if (!joined) throw new Error("This process does not serve yet.");
      await joined.checkReadiness();
    },
  });
  return {
    place,
    buckets: {
      settle: async (debits: readonly Debit[]) => (await ask("settle", debits, answerWithinMs)) as number[],
      close: async () => undefined,
    },
    scrape: async () => (await ask("scrape", undefined, scrapeWithinMs)) as string,
    join: (worker) => {
      worker.registry.setDefaultLabels({ worker: String(place) });
      joined = worker;
    },
    listening: ({ port, address }) => void ask("listening", { port, address }, answerWithinMs).catch(() => undefined),
  };
}
