import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { insertWebhook } from "../../../../../../test/kit/webhooks.ts";
import { updateWebhook } from "./update-webhook.ts";

export const updateWebhookProof = adminProof(updateWebhook, async ({ server, site }) => ({
  params: { id: await insertWebhook(server, site) },
  headers: { "if-match": '"1"' },
  body: { description: "Packs parcels" },
}));
