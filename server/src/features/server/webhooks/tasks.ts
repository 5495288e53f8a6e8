import { deliverWebhooks } from "./tasks/webhook-deliveries.ts";
import { retryWebhooks } from "./tasks/webhook-retries.ts";
import { forgetOldWebhookEvents } from "./tasks/forget-old-webhook-events.ts";
import { handOutEvents } from "./tasks/webhook-events.ts";
import { sendWebhookDisabled } from "./tasks/webhook-disabled-mail.ts";

export const webhooksTasks = [handOutEvents, deliverWebhooks, retryWebhooks, sendWebhookDisabled];

export const webhooksJobs = [forgetOldWebhookEvents];
