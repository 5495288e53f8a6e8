import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { insertWebhook } from "../../../../../../test/kit/webhooks.ts";
import { rotateWebhookSecret } from "./rotate-webhook-secret.ts";

export const rotateWebhookSecretProof = adminProof(rotateWebhookSecret, async ({ server, site }) => ({
  params: { id: await insertWebhook(server, site) },
}));
