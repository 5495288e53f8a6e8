import type { Logger } from "pino";
import { Counter, Registry } from "prom-client";
import { observeProcess } from "../adapters/process-metrics.ts";
import { systemClock, systemIds } from "../adapters/system.ts";
import { tracedDatabase } from "../adapters/traced-database.ts";
import type { Config } from "../config.ts";
import { jobs, taskKinds } from "../jobs.ts";
import type { PeriodicJob } from "../lib/tasks/job.ts";
import type { TaskHandler, TaskOutcome } from "../lib/tasks/task.ts";
import { watchedMailer, watchedPictures, watchedProcessor, watchedWebhookSender, type Watch } from "../lib/observing/watch.ts";
import { workRecord } from "../lib/observing/work-record.ts";
import { meterServer, type MeteredParts } from "../pipeline/metrics.ts";
import type { Database } from "../ports/database.ts";
import type { CachePurger } from "../ports/cache-purger.ts";
import type { Mailer } from "../ports/mailer.ts";
import type { Pictures } from "../ports/pictures.ts";
import type { Processor } from "../ports/processor.ts";
import type { WebhookSender } from "../ports/webhook-sender.ts";
import type { SpanStart, Tracing } from "../ports/tracing.ts";
import { version } from "../version.ts";

/** The instruments of a server. Each part goes through them once, on its way into the server. */
export interface Observation {
  /** All metrics of this process. */
  registry: Registry;
  /** Absent: tracing is off, and none of its code is loaded. */
  tracing: Tracing | undefined;
  database(sql: Database): Database;
  processor(processor: Processor): Processor;
  mailer(mailer: Mailer): Mailer;
  pictures(pictures: Pictures): Pictures;
  webhookSender(sender: WebhookSender): WebhookSender;
  cachePurger(purger: CachePurger): CachePurger;
  jobs(jobs: readonly PeriodicJob[]): PeriodicJob[];
  handlers(handlers: Readonly<Record<string, TaskHandler>>): Record<string, TaskHandler>;
  onTaskOutcome(kind: string, outcome: TaskOutcome): void;
  /** Called once with all the objects that a scrape reads. */
  server(parts: Omit<MeteredParts, "taskKinds">): void;
  /** Exports the last spans, for a second at most. */
  close(): Promise<void>;
}

/** Begins to observe this process. */
export async function observe(config: Pick<Config, "tracing" | "publicUrl">, log: Logger): Promise<Observation> {
  const registry = new Registry();
  const stopObserving = observeProcess(registry, version);
  const record = workRecord(registry, systemClock, { jobs: jobs.map(({ name }) => name), kinds: taskKinds.map(({ name }) => name) });
  const tracing = await openTracing(config, log, registry);
  const spanned =
    (start: (name: string) => SpanStart, inner: Watch): Watch =>
    (name, work) =>
      tracing ? tracing.span(start(name), () => inner(name, work)) : inner(name, work);
  const job = spanned((name) => ({ name: `job ${name}`, kind: "internal" }), record.job);
  const processorCall = spanned((name) => ({ name: `processor ${name}`, kind: "client" }), record.processorCall);
  const mail = spanned((name) => ({ name: `mail ${name}`, kind: "client" }), record.mail);
  return {
    registry,
    tracing,
    database: (sql) => (tracing ? tracedDatabase(sql, tracing) : sql),
    processor: (processor) => watchedProcessor(processor, processorCall),
    mailer: (mailer) => watchedMailer(mailer, mail),
    pictures: (pictures) => watchedPictures(pictures, (work, outcome) => record.picture(work, outcome)),
    webhookSender: (sender) => watchedWebhookSender(sender, (outcome) => record.webhook(outcome)),
    cachePurger: (purger) => ({ purge: (tags) => record.purge("purge", () => purger.purge(tags)) }),
    jobs: (jobs) => jobs.map((one) => ({ ...one, run: () => job(one.name, () => one.run()) })),
    handlers: (handlers) => (tracing ? tracedHandlers(handlers, tracing) : handlers),
    onTaskOutcome: (kind, outcome) => record.task(kind, outcome),
    server: (parts) => meterServer(registry, { ...parts, taskKinds }),
    close: async () => {
      stopObserving();
      await tracing?.close();
    },
  };
}

function tracedHandlers(handlers: Readonly<Record<string, TaskHandler>>, tracing: Tracing): Record<string, TaskHandler> {
  const traced = ([kind, handle]: [string, TaskHandler]): [string, TaskHandler] => [
    kind,
    (task) =>
      tracing.span({ name: `outbox ${kind}`, kind: "consumer", attributes: { "vitrine.task.attempt": task.attempt } }, () => handle(task)),
  ];
  return Object.fromEntries(Object.entries(handlers).map(traced));
}

async function openTracing({ tracing, publicUrl }: Pick<Config, "tracing" | "publicUrl">, log: Logger, registry: Registry) {
  const exported = new Counter({
    name: "vitrine_spans_exported_total",
    help: "Spans sent to the collector, by outcome.",
    labelNames: ["outcome"],
    registers: [registry],
  });
  if (!tracing) return undefined;
  for (const outcome of ["taken", "not_taken"]) exported.inc({ outcome }, 0);
  let works = true;
  const { openOtlpTracing } = await import("../adapters/otlp-tracing.ts");
  return openOtlpTracing({
    ...tracing,
    version,
    instanceId: systemIds.secret(),
    scheme: new URL(publicUrl).protocol.slice(0, -1),
    onExport: (spans, wereTaken) => {
      exported.inc({ outcome: wereTaken ? "taken" : "not_taken" }, spans);
      if (wereTaken && !works) log.info("the collector accepts traces again");
      if (!wereTaken && works) log.warn("the collector refuses traces: they are lost until it accepts them");
      works = wereTaken;
    },
  });
}
