import { lateAfterMs } from "../../../lib/tasks/task-backlog.ts";
import type { Sql } from "../../../ports/database.ts";

/** Payments with a scheduled check at the processor. */
export interface PaymentBacklog {
  open: number;
  /** Those whose check is overdue by more than ten minutes. */
  late: number;
  /** How long the oldest overdue check has been due; 0 when none is. */
  overdueSeconds: number;
  /** Orders that are neither paid nor cancelled yet. */
  pendingOrders: number;
}

/** Reads only indexed columns. */
export async function readPaymentBacklog(sql: Sql, now: Date): Promise<PaymentBacklog> {
  const lateSince = new Date(now.getTime() - lateAfterMs);
  const [payments] = await sql<PaymentBacklog>`
    select
      count(*)::int as open,
      (count(*) filter (where payments.check_at < ${lateSince}))::int as late,
      greatest(extract(epoch from ${now}::timestamptz - min(payments.check_at)), 0)::float8 as "overdueSeconds",
      (count(*) filter (where orders.status = 'PENDING'))::int as "pendingOrders"
    from sites
    join payments on payments.site_id = sites.id and payments.check_at is not null
    left join orders on orders.site_id = payments.site_id and orders.id = payments.order_id`;
  return payments ?? { open: 0, late: 0, overdueSeconds: 0, pendingOrders: 0 };
}
