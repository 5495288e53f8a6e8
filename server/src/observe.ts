import { Registry } from "prom-client";
import { observeProcess } from "./adapters/process-metrics.ts";
import { systemClock } from "./adapters/system.ts";
import { jobNames, taskKinds, type PeriodicJob } from "./jobs.ts";
import { watchedMailer, watchedProcessor } from "./lib/watch.ts";
import { workRecord } from "./lib/work-record.ts";
import type { TaskOutcome } from "./lib/outbox.ts";
import { meterServer, type MeteredParts } from "./pipeline/metrics.ts";
import type { Mailer } from "./ports/mailer.ts";
import type { Processor } from "./ports/processor.ts";
import { version } from "./version.ts";

/** What a server is watched with. Each part goes through it once, on its way into the server. */
export interface Observation {
  /** All metrics of this process. */
  registry: Registry;
  processor(processor: Processor): Processor;
  mailer(mailer: Mailer): Mailer;
  jobs(jobs: readonly PeriodicJob[]): PeriodicJob[];
  onTaskOutcome(kind: string, outcome: TaskOutcome): void;
  /** Called once with all that is looked at when metrics are asked for. */
  server(parts: Omit<MeteredParts, "taskKinds">): void;
  close(): Promise<void>;
}

/** Begins to watch this process. */
export function observe(): Observation {
  const registry = new Registry();
  const stopObserving = observeProcess(registry, version);
  const record = workRecord(registry, systemClock, { jobs: jobNames, kinds: taskKinds });
  return {
    registry,
    processor: (processor) => watchedProcessor(processor, record.processorCall),
    mailer: (mailer) => watchedMailer(mailer, record.mail),
    jobs: (jobs) => jobs.map((job) => ({ ...job, run: () => record.job(job.name, () => job.run()) })),
    onTaskOutcome: (kind, outcome) => record.task(kind, outcome),
    server: (parts) => meterServer(registry, { ...parts, taskKinds }),
    close: async () => stopObserving(),
  };
}
