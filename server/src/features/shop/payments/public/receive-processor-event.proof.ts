import { proof } from "../../../../../../test/kit/proof.ts";
import { randomUUID } from "node:crypto";
import { signTestWebhook } from "../../../../../../client/src/webhook.ts";
import { receiveProcessorEvent, signatureInvalid } from "./receive-processor-event.ts";

export const receiveProcessorEventProof = proof(receiveProcessorEvent, signatureInvalid, async ({ server, site }) => {
  const body = JSON.stringify({ id: `evt_${randomUUID()}`, type: "customer.created", created: 1, data: { object: { id: "cus_1" } } });
  const signature = await signTestWebhook({ body, secret: site.webhookSecret, now: server.clock.now() });
  return { params: { siteSlug: site.slug }, body, headers: { "processor-signature": signature } };
});
