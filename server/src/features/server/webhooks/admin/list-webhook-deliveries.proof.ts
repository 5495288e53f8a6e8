import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { insertDelivery } from "../../../../../../test/kit/webhooks.ts";
import { listWebhookDeliveries } from "./list-webhook-deliveries.ts";

export const listWebhookDeliveriesProof = adminProof(listWebhookDeliveries, async ({ server, site }) => ({
  params: { id: (await insertDelivery(server, site)).webhookId },
}));
