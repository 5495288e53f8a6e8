import type { Registry } from "prom-client";
import type { SiteDirectory } from "../features/sites/index.ts";
import { BacklogView } from "../features/operating/index.ts";
import type { PaymentBacklog } from "../features/payments/index.ts";
import type { TaskBacklog } from "../lib/tasks/task-backlog.ts";
import { counter, gauge, just } from "../lib/observing/metric.ts";
import type { PasswordTurns } from "../lib/limits/password-turns.ts";
import type { PublishedAnswers } from "../lib/published/published-answer.ts";
import type { RequestLimits } from "../lib/http/request-limits.ts";
import type { TaskKind } from "../lib/tasks/task.ts";
import type { TurnCounts, Turns } from "../lib/limits/turns.ts";
import type { Clock } from "../ports/clock.ts";
import type { Database } from "../ports/database.ts";

export interface MeteredParts {
  sql: Database;
  clock: Clock;
  turns: Turns;
  processorTurns: Turns;
  passwords: PasswordTurns;
  answers: PublishedAnswers;
  directory: SiteDirectory;
  limits: RequestLimits | undefined;
  /** Every kind of task that there is: others are shown as `other`. */
  taskKinds: readonly TaskKind[];
}

/** How a server stands, looked up when it is scraped. No label names a site, a client or a customer. */
export function meterServer(registry: Registry, parts: MeteredParts): void {
  meterPool(registry, parts.sql);
  meterTurns(registry, parts);
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
  gauge(registry, { name: "vitrine_database_connections_max", help: "Connections to the database at most, DATABASE_POOL." }, () => {
    const use = pool();
    return use ? just(use.max) : [];
  });
  gauge(registry, { name: "vitrine_database_waiting", help: "Statements and transactions that wait for a connection." }, () => {
    const use = pool();
    return use ? just(use.waiting) : [];
  });
}

function meterTurns(registry: Registry, { turns, processorTurns, passwords }: MeteredParts): void {
  const queues = { reads: turns, payments: processorTurns, passwords };
  const each = (count: keyof TurnCounts) => () => Object.entries(queues).map(([queue, of]) => [{ queue }, of.counts()[count]] as const);
  const labelNames = ["queue"];
  gauge(registry, { name: "vitrine_turns_running", help: "What has its turn now, by queue.", labelNames }, each("running"));
  gauge(registry, { name: "vitrine_turns_waiting", help: "What waits for its turn, by queue.", labelNames }, each("waiting"));
  counter(
    registry,
    { name: "vitrine_turns_refused_total", help: "What was refused because too much waited, by queue.", labelNames },
    each("refused"),
  );
}

function meterMemory(registry: Registry, { answers, directory, limits }: MeteredParts): void {
  counter(registry, { name: "vitrine_cache_hits_total", help: "Published reads whose answer was in memory." }, () =>
    just(answers.counts().hits),
  );
  counter(registry, { name: "vitrine_cache_misses_total", help: "Published reads whose answer was not in memory." }, () =>
    just(answers.counts().misses),
  );
  gauge(registry, { name: "vitrine_cache_entries", help: "Answers in memory." }, () => just(answers.counts().entries));
  gauge(registry, { name: "vitrine_cache_bytes", help: "Size of the answers in memory." }, () => just(answers.counts().bytes));
  gauge(registry, { name: "vitrine_cache_max_bytes", help: "What answers in memory may take, CACHE_MEMORY_MB." }, () =>
    just(answers.counts().maxBytes),
  );
  gauge(registry, { name: "vitrine_sites_in_memory", help: "Sites that are held in memory.", aggregator: "max" }, () =>
    just(directory.counts().sites),
  );
  counter(registry, { name: "vitrine_version_polls_total", help: "Polls of the versions of the sites in memory." }, () =>
    just(directory.counts().polls),
  );
  counter(registry, { name: "vitrine_version_polls_failed_total", help: "Polls of versions that got no answer." }, () =>
    just(directory.counts().failedPolls),
  );
  gauge(
    registry,
    { name: "vitrine_limits_shared", help: "1 while limits are shared through Redis, 0 while it does not answer.", aggregator: "min" },
    () => {
      const isShared = limits?.isShared();
      return isShared === undefined ? [] : just(Number(isShared));
    },
  );
}

/** What the database knows, over all processes: each tells the same, so of several the highest is shown. */
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
      return [...values].map(([kind, found]) => [{ kind, lane: laneOf(kind) }, found] as const);
    });
  const ofPayments = (name: string, help: string, value: (payments: PaymentBacklog) => number) =>
    gauge(registry, { name, help, aggregator: "max" }, async () => {
      const payments = (await backlog.read())?.payments;
      return payments ? just(value(payments)) : [];
    });
  ofTasks("vitrine_outbox_tasks", "Tasks of the outbox that wait to be done, by kind.", ({ waiting }) => waiting);
  ofTasks(
    "vitrine_outbox_skipped_tasks",
    "Tasks that were not added because so many of their site and kind wait already, by kind.",
    ({ skipped }) => skipped,
  );
  ofTasks("vitrine_outbox_given_up_tasks", "Tasks of the outbox that were given up, by kind.", ({ failed }) => failed);
  ofTasks(
    "vitrine_outbox_oldest_task_seconds",
    "Age of the oldest task that waits, by kind; 0 when none does.",
    ({ oldestSeconds }) => oldestSeconds,
  );
  ofTasks(
    "vitrine_outbox_overdue_seconds",
    "For how long a task has been due that nobody did, by kind; 0 when none is due.",
    ({ overdueSeconds }) => overdueSeconds,
  );
  ofPayments("vitrine_payments_open", "Payments that the processor is still to be asked about.", ({ open }) => open);
  ofPayments("vitrine_payments_overdue", "Payments whose look at how they stand is overdue by more than ten minutes.", ({ late }) => late);
  ofPayments(
    "vitrine_payments_overdue_seconds",
    "For how long a look at a payment has been due; 0 when none is.",
    ({ overdueSeconds }) => overdueSeconds,
  );
  ofPayments("vitrine_orders_pending", "Orders that are neither paid nor cancelled yet.", ({ pendingOrders }) => pendingOrders);
}
