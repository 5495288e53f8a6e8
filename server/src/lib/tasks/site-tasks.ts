import { offsetOf, type Paging } from "../http/paging.ts";
import { joined, piece, statement } from "../sql/sql-statement.ts";
import type { Sql } from "../../ports/database.ts";

export const taskStates = ["waiting", "failed"] as const;

/** A task of a site, without its payload. */
export interface SiteTask {
  id: string;
  kind: string;
  state: (typeof taskStates)[number];
  isMail: boolean;
  attempts: number;
  createdAt: Date;
  /** Null: it failed, and nobody tries it again. */
  nextAttemptAt: Date | null;
  lastError: string | null;
}

export interface SiteTaskFilter {
  state?: SiteTask["state"] | undefined;
  isMail?: boolean | undefined;
}

/** Every task in these lanes sends a mail, and no other task does. */
export const isMail = piece`lane in ('codes', 'notices')`;

const columns = piece`
  id, kind, attempts,
  case when failed_at is null then 'waiting' else 'failed' end as state,
  ${isMail} as "isMail",
  created_at as "createdAt",
  case when failed_at is null then due_at end as "nextAttemptAt",
  last_error as "lastError"`;

type PageRow = { matches: number } & { [Member in keyof SiteTask]: SiteTask[Member] | null };

/** The tasks of a site that meet the conditions, newest first, and their number. */
export async function listTasksOfSite(
  sql: Sql,
  siteId: string,
  { state, isMail: mails }: SiteTaskFilter,
  paging: Paging,
): Promise<{ tasks: SiteTask[]; total: number }> {
  const conditions = joined(
    [
      piece`site_id = ${siteId}`,
      ...(state === undefined ? [] : [state === "failed" ? piece`failed_at is not null` : piece`failed_at is null`]),
      ...(mails === undefined ? [] : [mails ? isMail : piece`not (${isMail})`]),
    ],
    "and",
  );
  const rows = await sql<PageRow>(
    ...statement`
      select counted.matches, page.*
      from (select count(*)::int as matches from outbox where ${conditions}) as counted
      left join lateral (
        select ${columns} from outbox where ${conditions}
        order by created_at desc, id desc
        limit ${paging.pageSize} offset ${offsetOf(paging)}
      ) as page on true
      order by page."createdAt" desc, page.id desc`,
  );
  const tasks = rows.flatMap(({ matches: _, ...task }) => (task.id === null ? [] : [task as SiteTask]));
  return { tasks, total: rows[0]?.matches ?? 0 };
}

/** Has a failed task of a site tried once more at once. Resolves with the task, or with the reason why it was not done. */
export async function retryTaskOfSite(tx: Sql, siteId: string, id: string, now: Date): Promise<SiteTask | "unknown" | "not failed"> {
  const [task] = await tx<SiteTask>(
    ...statement`
      update outbox set failed_at = null, leased_until = null, due_at = ${now}
      where site_id = ${siteId} and id = ${id} and failed_at is not null
      returning ${columns}`,
  );
  if (task) return task;
  const [other] = await tx<{ id: string }>`select id from outbox where site_id = ${siteId} and id = ${id}`;
  return other ? "not failed" : "unknown";
}
