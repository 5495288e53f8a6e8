import { createWebhook } from "./admin/create-webhook.ts";
import { deleteWebhook } from "./admin/delete-webhook.ts";
import { getWebhook } from "./admin/get-webhook.ts";
import { listWebhookDeliveries } from "./admin/list-webhook-deliveries.ts";
import { listWebhooks } from "./admin/list-webhooks.ts";
import { redeliverWebhook } from "./admin/redeliver-webhook.ts";
import { replayWebhook } from "./admin/replay-webhook.ts";
import { rotateWebhookSecret } from "./admin/rotate-webhook-secret.ts";
import { testWebhook } from "./admin/test-webhook.ts";
import { updateWebhook } from "./admin/update-webhook.ts";

export const webhooksOperations = [
  listWebhooks,
  createWebhook,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  listWebhookDeliveries,
  redeliverWebhook,
  replayWebhook,
];
