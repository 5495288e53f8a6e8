import type { Deps } from "../../../deps.ts";
import type { Transaction } from "../../../ports/database.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import { noUuid } from "../../../lib/text/uuid.ts";
import { eraseTarget, recordChange, type RecordedChange } from "../audit/index.ts";
import { forgetCounts, lockAccount, removeAccount, removeCustomerMails, type AccountKey } from "../../shop/customers/index.ts";
import { eraseFromViews } from "../../server/saved-views/index.ts";
import { removeSubmissions, submissionsWith } from "../../shop/forms/index.ts";
import { eraseAddresses, eraseBuyers, eraseClaims, lockOrdersOf, removeOrderMails, type LockedOrder } from "../../shop/orders/index.ts";
import { erasePayers, forgetRequestsOf, lockPayments, paymentsWith } from "../../shop/payments/index.ts";

/** The result, or the preview, of an erasure. Orders by their numbers. */
export interface Erasure {
  email: string | null;
  account: boolean;
  /** They stay, without any data about the buyer. */
  orders: number[];
  /** Other accounts' orders whose confirmation went to the address. */
  ordersOfOthers: number[];
  /** Of these: paid, and not shipped yet. */
  toBeSent: number[];
  /** Without an order. */
  payments: number;
  submissions: number;
  mails: number;
  /** Submissions that contain the address among other words. They stay: the words may be another person's. */
  mentioning: { form: string; id: string }[];
  /** The payer or the processor may still report a change of these, so nothing was erased. */
  open: { orders: number[]; payments: string[] };
}

/** Carries the result of a dry run, and undoes the erasure. */
class Tried extends Error {
  readonly erasure: Erasure;
  constructor(erasure: Erasure) {
    super("Nothing was erased.");
    this.erasure = erasure;
  }
}

/**
 * Erases a person, all at once or not at all: the account with its tokens and password, their data in orders and payments, their
 * submissions and the waiting emails to them. A second run finds nothing. It does not erase while a payment is open: a repeated request to
 * the processor would lack data of the first, and its report would bring the address back. `isDry`: works out the result without any
 * change.
 */
export async function erasePerson(
  { sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">,
  siteId: string,
  person: AccountKey,
  { isDry, by }: { isDry: boolean; by: Pick<RecordedChange, "actor" | "action"> },
): Promise<Erasure> {
  try {
    return await sql.begin(
      async (tx) => {
        const ctx = { now: clock.now(), ids };
        const erasure = await eraseIn(tx, ctx, siteId, person);
        if (isDry || erasure.open.orders.length + erasure.open.payments.length > 0) throw new Tried(erasure);
        await recordErasure(tx, ctx, siteId, by, erasure);
        return erasure;
      },
      { statementTimeoutMs: 60_000 },
    );
  } catch (error) {
    if (error instanceof Tried) return error.erasure;
    throw error;
  }
}

/** Records that somebody was erased, and how much of them there was, with nothing that says who it was. */
async function recordErasure(
  tx: Transaction,
  ctx: WriteContext,
  siteId: string,
  by: Pick<RecordedChange, "actor" | "action">,
  { account, orders, ordersOfOthers, payments, submissions, mails }: Erasure,
): Promise<void> {
  const counts = { account: account ? 1 : 0, orders: orders.length + ordersOfOthers.length, payments, submissions, mails };
  const changes = Object.entries(counts).flatMap(([member, to]) => (to > 0 ? [{ member, to }] : []));
  if (changes.length > 0) await recordChange(tx, ctx, { ...by, siteId, target: { type: "customer", id: noUuid }, changes, removes: true });
}

async function eraseIn(tx: Transaction, ctx: WriteContext, siteId: string, person: AccountKey): Promise<Erasure> {
  const { now } = ctx;
  // Without a lock: these search all submissions and payments of a site.
  const ownSubmissionIds: string[] = [];
  const mentioning: Erasure["mentioning"] = [];
  if (person.email !== null) {
    for await (const { submission, isOwn } of submissionsWith(tx, siteId, person.email)) {
      if (isOwn) ownSubmissionIds.push(submission.id);
      else mentioning.push({ form: submission.form, id: submission.id });
    }
  }
  const foundPayments = person.email === null ? [] : await paymentsWith(tx, siteId, person.email);

  const account = await lockAccount(tx, siteId, person);
  const customerId = account?.id ?? null;
  const orders = await lockOrdersOf(tx, siteId, { customerId, email: person.email });
  const payments = await lockPayments(
    tx,
    siteId,
    foundPayments.map(({ id }) => id),
  );
  const named = orders.filter(({ relation }) => relation !== "claiming");
  const theirs = idsOf(named.filter(({ relation }) => relation === "own"));
  const addressed = idsOf(named.filter(({ relation }) => relation === "addressed"));

  await eraseBuyers(tx, { now }, siteId, theirs);
  await eraseAddresses(tx, { now }, siteId, addressed);
  await forgetRequestsOf(tx, siteId, [...theirs, ...addressed]);
  await erasePayers(tx, siteId, idsOf(payments));
  if (customerId !== null) await eraseClaims(tx, siteId, customerId);
  const removed = await removeSubmissions(tx, siteId, ownSubmissionIds);
  const email = account?.email ?? person.email;
  const mails =
    (await removeOrderMails(tx, siteId, [...theirs, ...addressed])) +
    (await removeCustomerMails(tx, siteId, { id: customerId, email })) +
    removed.mails;
  if (email !== null) {
    await forgetCounts(tx, siteId, email);
    await eraseFromViews(tx, siteId, email);
  }
  if (customerId !== null) {
    await removeAccount(tx, ctx, siteId, customerId);
    await eraseTarget(tx, siteId, { type: "customer", id: customerId });
  }
  return {
    email,
    account: account !== undefined,
    orders: numbersOf(named.filter(({ relation }) => relation === "own")),
    ordersOfOthers: numbersOf(named.filter(({ relation }) => relation === "addressed")),
    toBeSent: numbersOf(named.filter(({ isToBeSent }) => isToBeSent)),
    payments: payments.length,
    submissions: removed.submissions,
    mails,
    mentioning,
    open: {
      orders: numbersOf(named.filter(({ isOpen }) => isOpen)),
      payments: idsOf(payments.filter(({ isOpen }) => isOpen)),
    },
  };
}

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}

function numbersOf(orders: readonly LockedOrder[]): number[] {
  return orders.map(({ number }) => number).sort((a, b) => a - b);
}
