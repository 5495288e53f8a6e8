import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { insertWebhook } from "../../../../../../test/kit/webhooks.ts";
import { deleteWebhook } from "./delete-webhook.ts";

export const deleteWebhookProof = adminProof(deleteWebhook, async ({ server, site }) => ({
  params: { id: await insertWebhook(server, site) },
  headers: { "if-match": '"1"' },
}));
