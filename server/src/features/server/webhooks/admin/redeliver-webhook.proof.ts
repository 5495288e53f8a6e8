import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { insertDelivery } from "../../../../../../test/kit/webhooks.ts";
import { redeliverWebhook } from "./redeliver-webhook.ts";

export const redeliverWebhookProof = adminProof(redeliverWebhook, async ({ server, site }) => {
  const { webhookId, deliveryId } = await insertDelivery(server, site);
  return { params: { id: webhookId, deliveryId } };
});
