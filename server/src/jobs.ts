import type { Deps } from "./deps.ts";
import { customerMailTask, removeSpentRows, removeUnconfirmedCustomers, sendCustomerMail } from "./features/customers/index.ts";
import { formMailTask, removeOldSubmissions, sendFormMail } from "./features/forms/index.ts";
import { checkPayments, forgetOldEvents, refundPayment, refundTask } from "./features/payments/index.ts";
import { forgetBuyersOfUnpaid, orderMailTask, sendOrderMail } from "./features/orders/index.ts";
import { removeEndedSignups, sendSignupMail, signupMailTask } from "./features/signup/index.ts";
import { removeEndedPreviews } from "./features/preview/index.ts";
import type { ClockCheck } from "./lib/tasks/clock-check.ts";
import { forgetOldAnswers } from "./lib/http/idempotency.ts";
import { removeGivenUpTasks } from "./lib/tasks/outbox.ts";
import type { TaskHandler, TaskKind } from "./lib/tasks/task.ts";

/** The kinds that a row of the outbox may have. */
export const taskKinds: readonly TaskKind[] = [customerMailTask, formMailTask, orderMailTask, signupMailTask, refundTask];

/** What is done outside the database, by kind. */
export function taskHandlers(deps: Deps): Record<string, TaskHandler> {
  return {
    [customerMailTask.name]: (task) => sendCustomerMail(deps, task),
    [formMailTask.name]: (task) => sendFormMail(deps, task),
    [orderMailTask.name]: (task) => sendOrderMail(deps, task),
    [signupMailTask.name]: (task) => sendSignupMail(deps, task),
    [refundTask.name]: (task) => refundPayment(deps, task),
  };
}

export const jobNames = [
  ...(["check payments", "forget old answers", "remove old submissions"] as const),
  ...(["remove spent rows", "remove unconfirmed customers", "forget buyers of unpaid orders"] as const),
  ...(["forget old events", "remove tasks that were given up", "remove ended signups", "remove ended previews"] as const),
];

export interface PeriodicJob {
  name: (typeof jobNames)[number];
  everyMs: number;
  /** It deletes what is old. */
  deletes?: true;
  run(): Promise<void>;
}

const hourlyDeleting = { everyMs: 60 * 60_000, deletes: true } as const;

/** The same jobs. Those that delete fail, and change nothing, while the date of this machine is not to be believed. */
export function checkedByClock(jobs: readonly PeriodicJob[], check: ClockCheck): PeriodicJob[] {
  const checked = (job: PeriodicJob): PeriodicJob => ({ ...job, run: () => check.demandBelievable().then(() => job.run()) });
  return jobs.map((job) => (job.deletes ? checked(job) : job));
}

/** What is done at the start and again and again, however many processes do it. */
export function periodicJobs(deps: Deps): PeriodicJob[] {
  return [
    { name: "check payments", everyMs: 15_000, run: () => checkPayments(deps) },
    { name: "forget old answers", ...hourlyDeleting, run: () => forgetOldAnswers(deps) },
    { name: "remove old submissions", ...hourlyDeleting, run: () => removeOldSubmissions(deps) },
    { name: "remove spent rows", ...hourlyDeleting, run: () => removeSpentRows(deps) },
    { name: "remove unconfirmed customers", ...hourlyDeleting, run: () => removeUnconfirmedCustomers(deps) },
    { name: "forget buyers of unpaid orders", ...hourlyDeleting, run: () => forgetBuyersOfUnpaid(deps) },
    { name: "forget old events", ...hourlyDeleting, run: () => forgetOldEvents(deps) },
    { name: "remove tasks that were given up", ...hourlyDeleting, run: () => removeGivenUpTasks(deps) },
    { name: "remove ended signups", ...hourlyDeleting, run: () => removeEndedSignups(deps) },
    { name: "remove ended previews", ...hourlyDeleting, run: () => removeEndedPreviews(deps) },
  ];
}
