import type { TaskBacklog } from "../../../lib/tasks/task-backlog.ts";
import type { Sql } from "../../../ports/database.ts";
import { readBacklog } from "./backlog.ts";

/** The result of one check, with the remedy where it failed. */
export interface Finding {
  check: string;
  ok: boolean;
  detail: string;
}

/** Whether the work in the background keeps up: the outbox, its limits, and the looks at payments. */
export async function workFindings(sql: Sql, now: Date): Promise<Finding[]> {
  const { tasks, payments } = await readBacklog(sql, now);
  return [outboxFinding(tasks), await skippedTasks(sql), await paymentsFinding(sql, payments.late)];
}

function outboxFinding(tasks: readonly TaskBacklog[]): Finding {
  const stuck = tasks.filter(({ late, failed }) => late + failed > 0);
  const detail =
    stuck.length === 0
      ? "nothing waits for long, nothing was given up"
      : `${stuck.map(stuckTasks).join("; ")}: do the mail server and the payment processor answer? The log says why`;
  return { check: "outbox", ok: stuck.length === 0, detail };
}

async function paymentsFinding(sql: Sql, late: number): Promise<Finding> {
  const [latest] = await sql<{ at: Date | null }>`
    select max(orders.created_at)::timestamptz as at from sites join orders on orders.site_id = sites.id`;
  const latestOrder = latest?.at ? `the latest order is of ${latest.at.toISOString()}` : "no order yet";
  const detail =
    late === 0
      ? `none is overdue for a look at how it stands; ${latestOrder}`
      : `${late} are overdue for a look at how they stand: does a server run, and the payment processor answer?`;
  return { check: "payments", ok: late === 0, detail };
}

const taskNames: Readonly<Record<string, string>> = {
  "customer-mail": "mails to customers",
  "form-mail": "mails about submitted forms",
  "order-mail": "confirmations of orders",
  "signup-mail": "codes of signups",
  "test-mail": "mails that members send themselves as a test",
  "refund-payment": "refunds of payments that came too late",
};

/** Sites that have reached their limit of waiting tasks of a kind, so that more were skipped. */
async function skippedTasks(sql: Sql): Promise<Finding> {
  const rows = await sql<{ slug: string; kind: string; skipped: number }>`
    select sites.slug, outbox.kind, sum(outbox.skipped)::int as skipped
    from outbox
    join sites on sites.id = outbox.site_id
    where outbox.skipped > 0 and outbox.failed_at is null
    group by sites.slug, outbox.kind
    order by sites.slug, outbox.kind`;
  const lines = rows.map(({ slug, kind, skipped }) => `${skipped} ${taskNames[kind] ?? kind} of ${slug}`);
  return {
    check: "skipped",
    ok: rows.length === 0,
    detail:
      rows.length === 0
        ? "no site has too many mails waiting"
        : `${lines.join("; ")} were skipped and will not be sent: does the mail server answer, or does somebody flood the site?`,
  };
}

function stuckTasks({ kind, late, failed }: TaskBacklog): string {
  return `${taskNames[kind] ?? kind}: ${late} wait for more than ten minutes, ${failed} were given up`;
}
