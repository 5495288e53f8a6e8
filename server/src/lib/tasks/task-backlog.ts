import type { Sql } from "../../ports/database.ts";

/** Rows of the outbox of one kind. */
export interface TaskBacklog {
  kind: string;
  /** Still to be done, now or later. */
  waiting: number;
  /** Of these, written more than ten minutes ago. */
  late: number;
  failed: number;
  /** Not added for these waited already, as many of one site as its kind allows. */
  skipped: number;
  /** Since the oldest that waits was written. */
  oldestSeconds: number;
  /** Since the one that is due for longest became due; 0 when none is due. */
  overdueSeconds: number;
}

export const lateAfterMs = 10 * 60_000;

/** Reads the outbox whole, which is short unless something is wrong. */
export async function readTaskBacklog(sql: Sql, now: Date): Promise<TaskBacklog[]> {
  const lateSince = new Date(now.getTime() - lateAfterMs);
  return sql<TaskBacklog>`
    select
      kind,
      (count(*) filter (where failed_at is null))::int as waiting,
      (count(*) filter (where failed_at is null and created_at < ${lateSince}))::int as late,
      (count(*) filter (where failed_at is not null))::int as failed,
      coalesce(sum(skipped) filter (where failed_at is null), 0)::int as skipped,
      greatest(extract(epoch from ${now}::timestamptz - min(created_at) filter (where failed_at is null)), 0)::float8 as "oldestSeconds",
      greatest(extract(epoch from ${now}::timestamptz - min(due_at) filter (where failed_at is null)), 0)::float8 as "overdueSeconds"
    from outbox
    group by kind
    order by kind`;
}
