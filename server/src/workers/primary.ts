import cluster from "node:cluster";
import type { Logger } from "pino";
import { systemClock } from "../adapters/system.ts";
import type { Config } from "../config.ts";
import { CommonBuckets, type Debit } from "../lib/limits/token-bucket.ts";
import { ProblemError, unavailable } from "../lib/http/problem.ts";
import { serveOperations } from "../serve-operations.ts";
import { commonMetrics, type CountedMetrics } from "./common-metrics.ts";
import { WorkerPool } from "./worker-pool.ts";

const countWithinMs = 2_000;
const readyWithinMs = 2_000;

/**
 * Runs so many processes as the settings say, which share one port: this one takes connections and hands them out in turn,
 * keeps what limits the clients of all of them, and serves nobody itself. Rejects when they do not come to serve.
 */
export async function startWorkers({ workers: size, metrics, host, operationsPort }: Config, log: Logger) {
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
  // One that can serve is enough: the others get no requests while they cannot.
  const checkReadiness = async (): Promise<void> => {
    await Promise.any(pool.workers.map(({ ask }) => ask("ready", undefined, readyWithinMs))).catch(() => {
      throw new ProblemError(unavailable, { detail: "No worker is ready.", headers: { "retry-after": "2" } });
    });
  };
  const operations =
    operationsPort === undefined
      ? undefined
      : await serveOperations({ host, port: operationsPort, checkReadiness, scrape: metrics === "on" ? scrape : undefined });
  if (operations) log.info({ operationsPort: operations.port }, "operations are served");
  return {
    listening,
    reload: () => pool.reload(),
    /** Resolves to whether all workers ended well. */
    stop: async (): Promise<boolean> => {
      const ended = await pool.stop("SIGTERM");
      await operations?.close();
      return ended;
    },
  };
}
