import { Type, type Static } from "typebox";
import { siteBase, siteSlug } from "../../../lib/admin/site-path.ts";
import { Instant, Nullable, Uuid } from "../../../lib/http/envelope.ts";
import { ProblemError } from "../../../lib/http/problem.ts";
import { limitTo } from "../../../lib/sql/limit-to.ts";
import { piece, statement, joined, type SqlPiece } from "../../../lib/sql/sql-statement.ts";
import type { Paging } from "../../../lib/http/paging.ts";
import { isUuid } from "../../../lib/text/uuid.ts";
import type { Sql } from "../../../ports/database.ts";
import { paymentStatuses, type PaymentStatus } from "../../../ports/processor.ts";
import { paymentNotFound } from "./payment.ts";

export const paymentsBase = `${siteBase}/payments`;
export const PaymentParams = Type.Object({ ...siteSlug, id: Type.String({ description: "The ID of the payment." }) });

/** A payment as the shop's people see it: of an order, or of the payments plugin. Amounts in minor units. */
export const SitePayment = Type.Object(
  {
    id: Uuid,
    order: Nullable(
      Type.Object(
        { id: Uuid, number: Type.Integer() },
        { additionalProperties: false, description: "Null: a payment without an order, such as a donation." },
      ),
    ),
    status: Type.Enum([...paymentStatuses]),
    amount: Type.Integer({ minimum: 1, description: "Minor units." }),
    refundedAmount: Type.Integer({ minimum: 0, description: "Minor units." }),
    currency: Type.String({ examples: ["eur"] }),
    description: Nullable(Type.String()),
    metadata: Type.Record(Type.String(), Type.String()),
    processorPayment: Nullable(Type.String({ description: "The payment processor's ID." })),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { $id: "SitePayment", additionalProperties: false },
);
export type SitePayment = Static<typeof SitePayment>;

interface Row extends Omit<SitePayment, "order" | "status" | "createdAt" | "updatedAt"> {
  status: string;
  orderId: string | null;
  number: number | null;
  createdAt: Date;
  updatedAt: Date;
}

const columns = piece`
  payments.id, payments.order_id as "orderId", orders.number, payments.status, payments.amount, payments.refunded as "refundedAmount", payments.currency,
  payments.description, payments.metadata, payments.processor_intent_id as "processorPayment", payments.created_at as "createdAt",
  payments.updated_at as "updatedAt"`;

function shownPayment({ orderId, number, status, createdAt, updatedAt, ...row }: Row): SitePayment {
  return {
    ...row,
    order: orderId === null || number === null ? null : { id: orderId, number },
    status: status as PaymentStatus,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** The payment. Throws `payment_not_found`. */
export async function readSitePayment(sql: Sql, siteId: string, id: string): Promise<SitePayment> {
  const [row] = isUuid(id)
    ? await sql<Row>(
        ...statement`
        select ${columns}
        from payments
        left join orders on orders.site_id = ${siteId} and orders.id = payments.order_id
        where payments.site_id = ${siteId} and payments.id = ${id}`,
      )
    : [];
  if (!row) throw new ProblemError(paymentNotFound);
  return shownPayment(row);
}

/** The payments of a site that meet the conditions, the latest first, and their number. */
export async function listSitePayments(
  sql: Sql,
  siteId: string,
  { status, order, from }: { status?: PaymentStatus | undefined; order?: string | undefined; from?: Date | undefined },
  paging: Paging,
): Promise<{ payments: SitePayment[]; total: number }> {
  const tests: SqlPiece[] = [
    piece`site_id = ${siteId}`,
    ...(status === undefined ? [] : [piece`status = ${status}`]),
    ...(from === undefined ? [] : [piece`updated_at >= ${from}`]),
    ...(order === undefined ? [] : [piece`order_id = ${order}::uuid`]),
  ];
  const conditions = joined(tests, "and");
  const rows = await sql<Omit<Row, "id"> & { id: string | null; matches: number }>(
    ...statement`
      select counted.matches, ${columns}
      from (select count(*)::int as matches from payments where ${conditions}) as counted
      left join lateral (
        select * from payments where ${conditions} order by created_at desc, id desc ${limitTo(paging)}
      ) as payments on true
      left join orders on orders.site_id = ${siteId} and orders.id = payments.order_id
      order by payments.created_at desc, payments.id desc`,
  );
  const payments = rows.flatMap(({ matches: _, id, ...row }) => (id === null ? [] : [shownPayment({ ...row, id })]));
  return { payments, total: rows[0]?.matches ?? 0 };
}
