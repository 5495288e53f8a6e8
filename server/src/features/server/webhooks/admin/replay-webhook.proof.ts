import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { insertDelivery } from "../../../../../../test/kit/webhooks.ts";
import { replayWebhook } from "./replay-webhook.ts";

export const replayWebhookProof = adminProof(replayWebhook, async ({ server, site }) => {
  const now = server.deps.clock.now();
  const from = new Date(now.getTime() - 60 * 60_000).toISOString();
  return { params: { id: (await insertDelivery(server, site)).webhookId }, body: { from, to: now.toISOString() } };
});
