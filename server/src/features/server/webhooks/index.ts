export { webhooksCommands } from "./commands.ts";
export { webhooksOperations } from "./operations.ts";
export { webhooksJobs, webhooksTasks } from "./tasks.ts";
export { eraseFromWebhookEvents } from "./erase-from-events.ts";
export { webhookBodies, type NewWebhookEvent } from "./event-types.ts";
export { recordWebhookEvents, wantsWebhookEvents } from "./record-events.ts";
export { countFailingWebhooks } from "./webhook.ts";
export { resealWebhookSecrets } from "./secrets.ts";
