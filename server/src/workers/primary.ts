import cluster from "node:cluster";
import type { Logger } from "pino";
import { systemClock } from "../adapters/system.ts";
import type { Config } from "../config.ts";
import { CommonBuckets, type Debit } from "../lib/token-bucket.ts";
import { serveMetrics } from "../serve-metrics.ts";
import { commonMetrics, type CountedMetrics } from "./common-metrics.ts";
import { WorkerPool } from "./worker-pool.ts";

const countWithinMs = 2_000;

/**
 * Runs so many processes as the settings say, which share one port: this one takes connections and hands them out in turn,
 * keeps what limits the clients of all of them, and serves nobody itself. Rejects when they do not come to serve.
 */
export async function startWorkers({ workers: size, metrics, host }: Config, log: Logger) {
  const buckets = new CommonBuckets(300_000);
  const scrape = async (): Promise<string> => {
    const counted = pool.workers.map(({ ask }) => ask("count", undefined, countWithinMs).catch(() => []));
    return commonMetrics((await Promise.all(counted)) as CountedMetrics[]);
  };
  const pool: WorkerPool = new WorkerPool({
    ...{ size, log, clock: systemClock },
    answers: { scrape, settle: (debits: readonly Debit[]) => buckets.settle(debits, systemClock.monotonicMs()) },
    fork: (place, isFirst) => {
      const worker = cluster.fork({ VITRINE_WORKER: String(place), VITRINE_WORKER_PREPARES: isFirst ? "yes" : "" });
      return { port: worker, process: worker.process, onError: (listener) => worker.on("error", listener) };
    },
  });
  const listening = await pool.start();
  const closeMetrics = typeof metrics === "number" ? await serveMetrics(host, metrics, scrape) : async () => undefined;
  return {
    listening,
    reload: () => pool.reload(),
    /** Resolves to whether all workers ended well. */
    stop: async (): Promise<boolean> => {
      const [ended] = await Promise.all([pool.stop("SIGTERM"), closeMetrics()]);
      return ended;
    },
  };
}
