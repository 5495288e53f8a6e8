import { commonPart, mentionOf } from "../../../lib/text/addresses-in.ts";
import { forgetAnswersAbout } from "../../../lib/http/idempotency.ts";
import type { Sql } from "../../../ports/database.ts";

/** A payment without an order, with the caller's description of it. Amounts in minor units, times in ISO 8601. */
export interface PersonalPayment {
  id: string;
  status: string;
  amount: number;
  refunded: number;
  currency: string;
  description: string | null;
  metadata: Record<string, string>;
  processorPayment: string | null;
  createdAt: string;
  updatedAt: string;
}

type StoredPayment = Omit<PersonalPayment, "createdAt" | "updatedAt"> & { createdAt: Date; updatedAt: Date; isOpen: boolean | null };

/** Payments without an order whose description or metadata contain the address. */
export async function paymentsWith(sql: Sql, siteId: string, email: string): Promise<(PersonalPayment & { isOpen: boolean })[]> {
  const rows = await sql<StoredPayment>`
    select
      id, status, amount, refunded, currency, description, metadata,
      processor_intent_id as "processorPayment",
      created_at as "createdAt",
      updated_at as "updatedAt",
      check_at is not null as "isOpen"
    from payments
    where site_id = ${siteId} and order_id is null
      and strpos(lower(concat_ws(' ', description, metadata::text)), ${commonPart(email)}) > 0
    order by id`;
  return rows
    .filter(({ description, metadata }) => mentionOf([description, metadata], email))
    .map(({ createdAt, updatedAt, isOpen, ...payment }) => ({
      ...payment,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
      isOpen: isOpen === true,
    }));
}

/** Locks payments until the transaction ends. Resolves with whether one of them may still change at the processor. */
export async function lockPayments(tx: Sql, siteId: string, ids: readonly string[]): Promise<{ id: string; isOpen: boolean }[]> {
  const rows = await tx<{ id: string; isOpen: boolean | null }>`
    select id, check_at is not null as "isOpen" from payments
    where site_id = ${siteId} and id = any (${ids}::uuid[])
    order by id
    for no key update`;
  return rows.map(({ id, isOpen }) => ({ id, isOpen: isOpen === true }));
}

/** Removes the payer's data from locked payments without an order. The amounts and dates stay. */
export async function erasePayers(tx: Sql, siteId: string, ids: readonly string[]): Promise<void> {
  await tx`
    update payments set description = null, metadata = '{}', request = '{"email":null,"page":null}'
    where site_id = ${siteId} and id = any (${ids}::uuid[])`;
  await forgetAnswersAbout(tx, siteId, ids);
}

/** Removes the request to the processor from the payments of locked orders: it is not sent again. Also why people refunded them. */
export async function forgetRequestsOf(tx: Sql, siteId: string, orderIds: readonly string[]): Promise<void> {
  const payments = await tx<{ id: string }>`
    update payments set request = '{"email":null,"page":null}'
    where site_id = ${siteId} and order_id = any (${orderIds}::uuid[])
    returning id`;
  const ids = payments.map(({ id }) => id);
  await tx`update refunds set reason = null where site_id = ${siteId} and payment_id = any (${ids}::uuid[]) and reason is not null`;
  await forgetAnswersAbout(tx, siteId, ids);
}
