import type { Deps } from "./deps.ts";
import { auditJobs } from "./features/people/audit/index.ts";
import { documentsJobs } from "./features/content/documents/index.ts";
import { cachesTasks } from "./features/server/caches/index.ts";
import { customersJobs, customersTasks } from "./features/shop/customers/index.ts";
import { eventsJobs } from "./features/server/events/index.ts";
import { formsJobs, formsTasks } from "./features/shop/forms/index.ts";
import { mailsTasks } from "./features/server/mails/index.ts";
import { mediaJobs, mediaTasks } from "./features/content/media/index.ts";
import { operatingJobs } from "./features/server/operating/index.ts";
import { giftCardTasks } from "./features/shop/gift-cards/index.ts";
import { ordersTasks } from "./features/shop/orders/index.ts";
import { paymentsJobs, paymentsTasks } from "./features/shop/payments/index.ts";
import { previewJobs } from "./features/content/preview/index.ts";
import { releasesJobs } from "./features/content/releases/index.ts";
import { signupJobs, signupTasks } from "./features/people/signup/index.ts";
import { sitesJobs } from "./features/server/sites/index.ts";
import { webhooksJobs, webhooksTasks } from "./features/server/webhooks/index.ts";
import { teamJobs, teamTasks } from "./features/people/team/index.ts";
import type { Job, PeriodicJob } from "./lib/tasks/job.ts";
import type { TaskHandler, TaskOf } from "./lib/tasks/task.ts";

/** The kinds that a row of the outbox may have, one line a feature. */
export const taskKinds: readonly TaskOf<Deps>[] = [
  ...[...customersTasks, ...formsTasks, ...giftCardTasks, ...ordersTasks, ...signupTasks, ...paymentsTasks],
  ...teamTasks,
  ...mediaTasks,
  ...mailsTasks,
  ...webhooksTasks,
  ...cachesTasks,
];

/** The periodic jobs, one line a feature. */
export const jobs: readonly Job<Deps>[] = [
  ...documentsJobs,
  ...releasesJobs,
  ...paymentsJobs,
  ...operatingJobs,
  ...formsJobs,
  ...customersJobs,
  ...signupJobs,
  ...previewJobs,
  ...teamJobs,
  ...sitesJobs,
  ...auditJobs,
  ...eventsJobs,
  ...mediaJobs,
  ...webhooksJobs,
];

/** The handlers of the outbox's tasks, by kind. */
export function taskHandlers(deps: Deps): Record<string, TaskHandler> {
  return Object.fromEntries(taskKinds.map(({ name, handle }) => [name, handle(deps)]));
}

/** The background jobs, run at the start and then periodically, in any number of processes. */
export function periodicJobs(deps: Deps): PeriodicJob[] {
  return jobs.map(({ run, ...words }) => ({ ...words, run: () => run(deps) }));
}
