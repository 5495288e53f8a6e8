import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { insertWebhook } from "../../../../../../test/kit/webhooks.ts";
import { getWebhook } from "./get-webhook.ts";

export const getWebhookProof = adminProof(getWebhook, async ({ server, site }) => ({
  params: { id: await insertWebhook(server, site) },
}));
