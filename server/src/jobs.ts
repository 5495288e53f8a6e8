import type { Deps } from "./deps.ts";
import { removeSpentRows, removeUnconfirmedCustomers, sendCustomerMail } from "./features/customers/index.ts";
import { removeOldSubmissions, sendFormMail } from "./features/forms/index.ts";
import { checkPayments, forgetOldEvents, refundPayment } from "./features/payments/index.ts";
import { forgetBuyersOfUnpaid, sendOrderMail } from "./features/orders/index.ts";
import { removeEndedSignups, sendSignupMail } from "./features/signup/index.ts";
import { removeEndedPreviews } from "./features/preview/index.ts";
import { forgetOldAnswers } from "./lib/idempotency.ts";
import { removeGivenUpTasks, type TaskHandler } from "./lib/outbox.ts";

/** The kinds that a row of the outbox may have. */
export const taskKinds = ["customer-mail", "form-mail", "order-mail", "signup-mail", "refund-payment"] as const;

/** What is done outside the database, by kind. */
export function taskHandlers(deps: Deps): Record<(typeof taskKinds)[number], TaskHandler> {
  return {
    "customer-mail": (task) => sendCustomerMail(deps, task),
    "form-mail": (task) => sendFormMail(deps, task),
    "order-mail": (task) => sendOrderMail(deps, task),
    "signup-mail": (task) => sendSignupMail(deps, task),
    "refund-payment": (task) => refundPayment(deps, task),
  };
}

/** Kinds that are tried for ever: money that is somebody else's. */
export const neverGivenUp: ReadonlySet<string> = new Set(["refund-payment"]);

export const jobNames = [
  ...(["check payments", "forget old answers", "remove old submissions"] as const),
  ...(["remove spent rows", "remove unconfirmed customers", "forget buyers of unpaid orders"] as const),
  ...(["forget old events", "remove tasks that were given up", "remove ended signups", "remove ended previews"] as const),
];

export interface PeriodicJob {
  name: (typeof jobNames)[number];
  everyMs: number;
  run(): Promise<void>;
}

/** What is done at the start and again and again, however many processes do it. */
export function periodicJobs(deps: Deps): PeriodicJob[] {
  return [
    { name: "check payments", everyMs: 15_000, run: () => checkPayments(deps) },
    { name: "forget old answers", everyMs: 60 * 60_000, run: () => forgetOldAnswers(deps) },
    { name: "remove old submissions", everyMs: 60 * 60_000, run: () => removeOldSubmissions(deps) },
    { name: "remove spent rows", everyMs: 60 * 60_000, run: () => removeSpentRows(deps) },
    { name: "remove unconfirmed customers", everyMs: 60 * 60_000, run: () => removeUnconfirmedCustomers(deps) },
    { name: "forget buyers of unpaid orders", everyMs: 60 * 60_000, run: () => forgetBuyersOfUnpaid(deps) },
    { name: "forget old events", everyMs: 60 * 60_000, run: () => forgetOldEvents(deps) },
    { name: "remove tasks that were given up", everyMs: 60 * 60_000, run: () => removeGivenUpTasks(deps) },
    { name: "remove ended signups", everyMs: 60 * 60_000, run: () => removeEndedSignups(deps) },
    { name: "remove ended previews", everyMs: 60 * 60_000, run: () => removeEndedPreviews(deps) },
  ];
}
