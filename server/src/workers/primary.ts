import cluster from "node:cluster";
import type { Logger } from "pino";
import { systemClock } from "../adapters/system.ts";
import type { Config } from "../config.ts";
import { CommonBuckets, type Debit } from "../lib/limits/token-bucket.ts";
import { ProblemError, unavailable } from "../lib/http/problem.ts";
import { serveOperations } from "../bootstrap/serve-operations.ts";
import { commonMetrics, type CountedMetrics } from "./common-metrics.ts";
import { WorkerPool } from "./worker-pool.ts";

const countWithinMs = 2_000;
const readyWithinMs = 2_000;

/**
 * Runs as many processes as configured, which share one port: this one accepts connections and hands them out in turn,
 * keeps the limits for the clients of all of them, and serves no request itself. Rejects when they fail to start.
 */
export async function startWorkers({ workers: size, metrics, host, operationsPort }: Config, log: Logger) {
  const buckets = new CommonBuckets(300_000);
  const scrape = async (): Promise<string> => {
    const counted = pool.workers.map(({ ask }) => ask("count", undefined, countWithinMs).catch(() => []));
    return commonMetrics((await Promise.all(counted)) as CountedMetrics[]);
  };
  const pool: WorkerPool = new WorkerPool({
    size,
    log,
    clock: systemClock,
    answers: { scrape, settle: (debits: readonly Debit[]) => buckets.settle(debits, systemClock.monotonicMs()) },
    fork: (place, isFirst) => {
      const worker = cluster.fork({ VITRINE_WORKER: String(place), VITRINE_WORKER_PREPARES: isFirst ? "yes" : "" });
      return { port: worker, process: worker.process, onError: (listener) => worker.on("error", listener) };
    },
  });
  const listening = await pool.start();
  // One ready worker is enough: the others get no requests while they are not ready.
  const checkReadiness = async (): Promise<void> => {
    await Promise.any(pool.workers.map(({ ask }) => ask("ready", undefined, readyWithinMs))).catch(() => {
      throw new ProblemError(unavailable, { detail: "No worker is ready.", headers: { "retry-after": "2" } });
    });
  };
  const operations =
    operationsPort === undefined
      ? undefined
      : await serveOperations({ host, port: operationsPort, checkReadiness, scrape: metrics === "on" ? scrape : undefined });
  if (operations) log.info({ operationsPort: operations.port }, "the operations port is open");
  return {
    listening,
    reload: () => pool.reload(),
    /** Resolves to whether all workers ended cleanly. */
    stop: async (): Promise<boolean> => {
      const ended = await pool.stop("SIGTERM");
      await operations?.close();
      return ended;
    },
  };
}
