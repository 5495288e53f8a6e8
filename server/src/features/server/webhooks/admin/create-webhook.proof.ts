import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { removeWebhooks } from "../../../../../../test/kit/webhooks.ts";
import { createWebhook } from "./create-webhook.ts";

export const createWebhookProof = adminProof(createWebhook, async ({ server, site }) => {
  // Many requests of a matrix go to one site.
  await removeWebhooks(server, site);
  return { body: { url: "https://hooks.example/vitrine", events: ["content.published"] } };
});
