import { randomUUID } from "node:crypto";
import type { TestServer } from "./harness.ts";

type SalesServer = Pick<TestServer, "deps">;
type SiteRef = { id: string };

export interface MadeOrder {
  /** Absent: it was not paid. */
  paidAt?: string | undefined;
  total?: number;
  refunded?: number;
  currency?: string;
  isFulfilled?: boolean;
  email?: string;
  /** Of the payment, if the order was not paid. */
  paymentStatus?: "PENDING" | "FAILED";
  customerId?: string;
  id?: string;
}

let numbers = 1_000;

/** Stores an order with its payment, without a request. Resolves with its number. */
export async function addOrder({ deps: { sql, clock } }: SalesServer, site: SiteRef, order: MadeOrder = {}): Promise<number> {
  const { paidAt, total = 1_000, refunded = 0, currency = "eur", isFulfilled = false, email = "buyer@example.com", ...more } = order;
  const number = (numbers += 1);
  const id = more.id ?? randomUUID();
  const at = paidAt === undefined ? clock.now() : new Date(paidAt);
  const isPaid = paidAt !== undefined;
  const refundedStatus = refunded === total ? "REFUNDED" : "PARTIALLY_REFUNDED";
  const status = !isPaid ? "PENDING" : refunded > 0 ? refundedStatus : isFulfilled ? "FULFILLED" : "PAID";
  const paymentStatus = !isPaid ? (more.paymentStatus ?? "PENDING") : refunded > 0 ? refundedStatus : "SUCCEEDED";
  await sql`
    insert into orders (
      site_id, id, number, status, customer_id, email, currency, subtotal, tax, shipping, total, expires_at, paid_at, fulfilled_at, created_at, updated_at
    ) values (
      ${site.id}, ${id}, ${number}, ${status}, ${more.customerId ?? null}, ${email}, ${currency}, ${total}, 0, 0, ${total}, ${at},
      ${isPaid ? at : null}, ${isFulfilled ? at : null}, ${at}, ${at}
    )`;
  await sql`
    insert into payments (site_id, id, order_id, amount, currency, metadata, status, refunded, request, created_at, updated_at)
    values (${site.id}, ${randomUUID()}, ${id}, ${total}, ${currency}, '{}', ${paymentStatus}, ${refunded}, '{}', ${at}, ${at})`;
  return number;
}

/** Stores a submission of a form, without a request. */
export async function addSubmission(
  { deps: { sql, clock } }: SalesServer,
  site: SiteRef,
  slug: string,
  { at = clock.now().toISOString(), isSpam = false }: { at?: string; isSpam?: boolean } = {},
): Promise<void> {
  await sql`
    insert into form_submissions (site_id, id, form_id, form_version, data, client, is_spam, created_at)
    select ${site.id}, ${randomUUID()}, id, 1, '{}', '', ${isSpam}, ${new Date(at)} from forms where site_id = ${site.id} and slug = ${slug}`;
}

/** Stores a task of the outbox that was given up. */
export async function addFailedTask({ deps: { sql, clock } }: SalesServer, site: SiteRef, lane: "notices" | "money"): Promise<string> {
  const now = clock.now();
  const id = randomUUID();
  const payload = JSON.stringify({ siteId: site.id });
  await sql`
    insert into outbox (id, kind, payload, lane, attempts, due_at, failed_at, created_at)
    values (${id}, 'order-mail', ${payload}::json, ${lane}, 9, ${now}, ${now}, ${now})`;
  return id;
}

/** Marks every translation of a document as one whose published content no longer fits its types. */
export async function markInvalid({ deps: { sql } }: SalesServer, site: SiteRef, documentId: string): Promise<void> {
  await sql`update translations set is_invalid = true where site_id = ${site.id} and document_id = ${documentId}`;
}

interface NewCustomer {
  email?: string;
  firstName?: string | null;
  lastName?: string | null;
  isVerified?: boolean;
  id?: string;
}

/** Stores a customer who cannot sign in, without a request. Resolves with the id. */
export async function addCustomer(
  { deps: { sql, clock } }: SalesServer,
  site: SiteRef,
  { email = `${randomUUID()}@example.com`, firstName = null, lastName = null, isVerified = false, id = randomUUID() }: NewCustomer = {},
): Promise<string> {
  const now = clock.now();
  await sql`
    insert into customers (site_id, id, email, password_hash, first_name, last_name, email_verified_at, created_at, updated_at)
    values (${site.id}, ${id}, ${email}, '', ${firstName}, ${lastName}, ${isVerified ? now : null}, ${now}, ${now})`;
  return id;
}
