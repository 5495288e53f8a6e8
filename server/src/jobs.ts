import type { Deps } from "./deps.ts";
import { removeSpentRows, sendCustomerMail } from "./features/customers/index.ts";
import type { TaskHandler } from "./lib/outbox.ts";

/** What is done outside the database, by the kind that a row of the outbox has. */
export function taskHandlers(deps: Deps): Record<string, TaskHandler> {
  return {
    "customer-mail": (task) => sendCustomerMail(deps, task),
  };
}

export interface PeriodicJob {
  name: string;
  everyMs: number;
  run(): Promise<void>;
}

/** What is done at the start and again and again, however many processes do it. */
export function periodicJobs(deps: Deps): PeriodicJob[] {
  return [{ name: "remove spent rows", everyMs: 60 * 60_000, run: () => removeSpentRows(deps) }];
}
