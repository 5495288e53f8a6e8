import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { Clock } from "../../ports/clock.ts";
import { ProcessorFailure } from "../../ports/processor.ts";
import { webhookErrors, type WebhookError } from "../../ports/webhook-sender.ts";
import type { TaskOutcome } from "../tasks/task.ts";
import { pictureOutcomes, pictureWorks, type PictureOutcome, type PictureWork, type Watch } from "./watch.ts";

/** Counts work outside of requests, and calls to other services: rare enough to be counted at once. */
export interface WorkRecord {
  /** Around a run of a periodic job, by its name. */
  job: Watch;
  /** How a try of a task of the outbox ended. */
  task(kind: string, outcome: TaskOutcome): void;
  /** Around the sending of a mail. */
  mail: Watch;
  /** Around a call to the payment processor, by its verb. */
  processorCall: Watch;
  /** How the work on a file of a media library ended. */
  picture(work: PictureWork, outcome: PictureOutcome): void;
  /** Around a call that purges the caches in front of a site. */
  purge: Watch;
  /** How a try to deliver a webhook ended. */
  webhook(outcome: WebhookError | "delivered"): void;
}

const calls = ["open", "read", "end", "refund"];

/** `jobs` and `kinds` are complete: each is counted from 0 on, so that a rate sees the first. */
export function workRecord(
  registry: Registry,
  clock: Clock,
  { jobs, kinds }: { jobs: readonly string[]; kinds: readonly string[] },
): WorkRecord {
  const registers = [registry];
  // Not `job`: Prometheus adds a label of that name to every metric.
  const runs = new Counter({
    name: "vitrine_job_runs_total",
    help: "Finished runs of background jobs, by name and outcome.",
    labelNames: ["name", "outcome"],
    registers,
  });
  const lastSuccess = new Gauge({
    name: "vitrine_job_last_success_timestamp_seconds",
    help: "Time of the last success of a background job in this process, in seconds since 1970.",
    labelNames: ["name"],
    aggregator: "max",
    registers,
  });
  const tries = new Counter({
    name: "vitrine_outbox_tries_total",
    help: "Attempts to run a task of the outbox, by kind and outcome.",
    labelNames: ["kind", "outcome"],
    registers,
  });
  const mails = new Counter({
    name: "vitrine_mails_total",
    help: "Mails handed to the mail server, by outcome.",
    labelNames: ["outcome"],
    registers,
  });
  const asked = new Histogram({
    name: "vitrine_processor_call_duration_seconds",
    help: "Calls to the payment processor, by call and outcome.",
    labelNames: ["call", "outcome"],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const pictures = new Counter({
    name: "vitrine_pictures_total",
    help: "Files of media libraries that were prepared or rendered, by outcome.",
    labelNames: ["work", "outcome"],
    registers,
  });
  const webhooks = new Counter({
    name: "vitrine_webhook_tries_total",
    help: "Attempts to deliver to the webhooks of sites, by outcome.",
    labelNames: ["outcome"],
    registers,
  });
  const purges = new Histogram({
    name: "vitrine_cache_purge_duration_seconds",
    help: "Calls that purge the caches in front of the hosts of sites, by outcome.",
    labelNames: ["outcome"],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  for (const outcome of ["succeeded", "failed"]) purges.zero({ outcome });
  for (const outcome of ["delivered", ...webhookErrors]) webhooks.inc({ outcome }, 0);
  for (const work of pictureWorks) for (const outcome of pictureOutcomes) pictures.inc({ work, outcome }, 0);
  for (const name of jobs) for (const outcome of ["succeeded", "failed"]) runs.inc({ name, outcome }, 0);
  for (const kind of kinds) for (const outcome of ["done", "tried_again", "given_up"]) tries.inc({ kind, outcome }, 0);
  for (const outcome of ["taken", "not_taken"]) mails.inc({ outcome }, 0);
  for (const call of calls) asked.zero({ call, outcome: "succeeded" });

  return {
    job: (name, work) =>
      counted(work, (error) => {
        runs.inc({ name, outcome: error === undefined ? "succeeded" : "failed" });
        if (error === undefined) lastSuccess.set({ name }, clock.now().getTime() / 1_000);
      }),
    task: (kind, outcome) => tries.inc({ kind: kinds.includes(kind) ? kind : "other", outcome }),
    webhook: (outcome) => webhooks.inc({ outcome }),
    picture: (work, outcome) => pictures.inc({ work, outcome }),
    purge: (_name, work) => {
      const beganAtMs = clock.monotonicMs();
      return counted(work, (error) =>
        purges.observe({ outcome: error === undefined ? "succeeded" : "failed" }, (clock.monotonicMs() - beganAtMs) / 1_000),
      );
    },
    mail: (_name, work) => counted(work, (error) => mails.inc({ outcome: error === undefined ? "taken" : "not_taken" })),
    processorCall: (call, work) => {
      const beganAtMs = clock.monotonicMs();
      return counted(work, (error) => {
        const failure = error instanceof ProcessorFailure ? error.kind : "failed";
        asked.observe({ call, outcome: error === undefined ? "succeeded" : failure }, (clock.monotonicMs() - beganAtMs) / 1_000);
      });
    },
  };
}

/** Does the work, and reports its outcome. */
async function counted<T>(work: () => Promise<T>, tell: (error: unknown) => void): Promise<T> {
  try {
    const result = await work();
    tell(undefined);
    return result;
  } catch (error) {
    tell(error ?? new Error("rejected"));
    throw error;
  }
}
