import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { insertWebhook } from "../../../../../../test/kit/webhooks.ts";
import { testWebhook } from "./test-webhook.ts";

export const testWebhookProof = adminProof(testWebhook, async ({ server, site }) => ({
  params: { id: await insertWebhook(server, site) },
}));
