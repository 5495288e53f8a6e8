import type { Registry } from "prom-client";
import type { SiteDirectory } from "../features/server/sites/index.ts";
import { BacklogView } from "../features/server/operating/index.ts";
import type { PaymentBacklog } from "../features/shop/payments/index.ts";
import type { TaskBacklog } from "../lib/tasks/task-backlog.ts";
import { counter, gauge, just } from "../lib/observing/metric.ts";
import type { PasswordLimiter } from "../lib/limits/password-limiter.ts";
import type { PublishedAnswers } from "../lib/published/published-answer.ts";
import type { RequestLimits } from "../lib/http/request-limits.ts";
import type { TaskKind } from "../lib/tasks/task.ts";
import type { Threads } from "../lib/threads/threads.ts";
import type { ConcurrencyCounts, ConcurrencyLimiter } from "../lib/limits/concurrency-limiter.ts";
import type { Clock } from "../ports/clock.ts";
import type { Pictures } from "../ports/pictures.ts";
import type { Database } from "../ports/database.ts";

export interface MeteredParts {
  sql: Database;
  clock: Clock;
  siteLimiter: ConcurrencyLimiter;
  processorLimiter: ConcurrencyLimiter;
  uploadLimiter: ConcurrencyLimiter;
  threads: Pick<Threads, "counts">;
  pictures: Pick<Pictures, "load">;
  passwords: PasswordLimiter;
  answers: PublishedAnswers;
  directory: SiteDirectory;
  limits: RequestLimits | undefined;
  /** Every kind of task: others are shown as `other`. */
  taskKinds: readonly TaskKind[];
}

/** The state of a server, read on each scrape. No label names a site, a client or a customer. */
export function meterServer(registry: Registry, parts: MeteredParts): void {
  meterPool(registry, parts.sql);
  meterTurns(registry, parts);
  meterPictures(registry, parts);
  meterMemory(registry, parts);
  meterBacklog(registry, parts);
}

function meterPool(registry: Registry, sql: Database): void {
  const pool = () => sql.pool?.();
  gauge(
    registry,
    { name: "vitrine_database_connections", help: "Open connections to the database, by state.", labelNames: ["state"] },
    () => {
      const use = pool();
      return use ? [[{ state: "used" }, use.total - use.idle] as const, [{ state: "idle" }, use.idle] as const] : [];
    },
  );
  gauge(registry, { name: "vitrine_database_connections_max", help: "Maximum of connections to the database, DATABASE_POOL." }, () => {
    const use = pool();
    return use ? just(use.max) : [];
  });
  gauge(registry, { name: "vitrine_database_waiting", help: "Statements and transactions waiting for a connection." }, () => {
    const use = pool();
    return use ? just(use.waiting) : [];
  });
}

function meterTurns(registry: Registry, { siteLimiter, processorLimiter, uploadLimiter, threads, passwords }: MeteredParts): void {
  const queues = { reads: siteLimiter, payments: processorLimiter, uploads: uploadLimiter, bundles: threads, passwords };
  const each = (count: keyof ConcurrencyCounts) => () =>
    Object.entries(queues).map(([queue, of]) => [{ queue }, of.counts()[count]] as const);
  const labelNames = ["queue"];
  gauge(registry, { name: "vitrine_turns_running", help: "Work running now, by queue.", labelNames }, each("running"));
  gauge(registry, { name: "vitrine_turns_waiting", help: "Work waiting for its turn, by queue.", labelNames }, each("waiting"));
  counter(
    registry,
    { name: "vitrine_turns_refused_total", help: "Work refused because too much was waiting, by queue.", labelNames },
    each("refused"),
  );
}

function meterPictures(registry: Registry, { pictures }: MeteredParts): void {
  gauge(
    registry,
    {
      name: "vitrine_pictures",
      help: "Files of media libraries that wait to be prepared or rendered, and those in work.",
      labelNames: ["state"],
    },
    () => Object.entries(pictures.load).map(([state, number]) => [{ state }, number] as const),
  );
}

function meterMemory(registry: Registry, { answers, directory, limits }: MeteredParts): void {
  counter(registry, { name: "vitrine_cache_hits_total", help: "Published reads whose response was cached." }, () =>
    just(answers.counts().hits),
  );
  counter(registry, { name: "vitrine_cache_misses_total", help: "Published reads whose response was not cached." }, () =>
    just(answers.counts().misses),
  );
  gauge(registry, { name: "vitrine_cache_entries", help: "Cached responses." }, () => just(answers.counts().entries));
  gauge(registry, { name: "vitrine_cache_bytes", help: "Size of the cached responses." }, () => just(answers.counts().bytes));
  gauge(registry, { name: "vitrine_cache_max_bytes", help: "Maximum size of the cached responses, CACHE_MEMORY_MB." }, () =>
    just(answers.counts().maxBytes),
  );
  gauge(registry, { name: "vitrine_sites_in_memory", help: "Sites in memory.", aggregator: "max" }, () => just(directory.counts().sites));
  counter(registry, { name: "vitrine_version_polls_total", help: "Polls of the versions of the sites in memory." }, () =>
    just(directory.counts().polls),
  );
  counter(registry, { name: "vitrine_version_polls_failed_total", help: "Polls of versions that failed." }, () =>
    just(directory.counts().failedPolls),
  );
  gauge(
    registry,
    { name: "vitrine_limits_shared", help: "1 while limits are shared through Redis, 0 while it does not respond.", aggregator: "min" },
    () => {
      const isShared = limits?.isShared();
      return isShared === undefined ? [] : just(Number(isShared));
    },
  );
}

/** Values that the database has, over all processes: each reports the same, so of several the highest is shown. */
function meterBacklog(registry: Registry, { sql, clock, taskKinds }: MeteredParts): void {
  const backlog = new BacklogView({ sql, clock });
  const laneOf = (kind: string) => taskKinds.find(({ name }) => name === kind)?.lane ?? "other";
  const ofTasks = (name: string, help: string, value: (tasks: TaskBacklog) => number) =>
    gauge(registry, { name, help, labelNames: ["kind", "lane"], aggregator: "max" }, async () => {
      const tasks = (await backlog.read())?.tasks;
      if (!tasks) return [];
      const values = new Map(taskKinds.map((kind) => [kind.name, 0]));
      for (const row of tasks) {
        const kind = values.has(row.kind) ? row.kind : "other";
        values.set(kind, Math.max(values.get(kind) ?? 0, value(row)));
      }
      return [...values].map(([kind, kindValue]) => [{ kind, lane: laneOf(kind) }, kindValue] as const);
    });
  const ofPayments = (name: string, help: string, value: (payments: PaymentBacklog) => number) =>
    gauge(registry, { name, help, aggregator: "max" }, async () => {
      const payments = (await backlog.read())?.payments;
      return payments ? just(value(payments)) : [];
    });
  ofTasks("vitrine_outbox_tasks", "Waiting tasks of the outbox, by kind.", ({ waiting }) => waiting);
  ofTasks(
    "vitrine_outbox_skipped_tasks",
    "Tasks skipped because too many of their site and kind were waiting, by kind.",
    ({ skipped }) => skipped,
  );
  ofTasks("vitrine_outbox_given_up_tasks", "Tasks of the outbox that were given up, by kind.", ({ failed }) => failed);
  ofTasks(
    "vitrine_outbox_oldest_task_seconds",
    "Age of the oldest waiting task, by kind; 0 when none waits.",
    ({ oldestSeconds }) => oldestSeconds,
  );
  ofTasks(
    "vitrine_outbox_overdue_seconds",
    "Delay of the task that has been due longest, by kind; 0 when none is due.",
    ({ overdueSeconds }) => overdueSeconds,
  );
  ofPayments("vitrine_payments_open", "Payments still to be polled at the processor.", ({ open }) => open);
  ofPayments("vitrine_payments_overdue", "Payments whose poll is overdue by more than ten minutes.", ({ late }) => late);
  ofPayments(
    "vitrine_payments_overdue_seconds",
    "Delay of the payment poll that has been due longest; 0 when none is due.",
    ({ overdueSeconds }) => overdueSeconds,
  );
  gauge(
    registry,
    { name: "vitrine_media_bytes", help: "Size of the files in all media libraries, without variants.", aggregator: "max" },
    async () => {
      const fileBytes = (await backlog.read())?.fileBytes;
      return fileBytes === undefined ? [] : just(fileBytes);
    },
  );
  ofPayments("vitrine_orders_pending", "Orders that are neither paid nor cancelled yet.", ({ pendingOrders }) => pendingOrders);
}
