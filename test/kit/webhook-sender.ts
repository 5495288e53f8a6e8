import { webhookHttp } from "../../server/src/adapters/webhook-http.ts";
import { AddressNetworks, loopbackNetworks } from "../../server/src/lib/http/address-networks.ts";
import type { WebhookSender } from "../../server/src/ports/webhook-sender.ts";

/** Delivers to this machine alone: no name has an address. */
export function localWebhooks(): WebhookSender {
  return webhookHttp({
    networks: new AddressNetworks(loopbackNetworks),
    resolveName: () => Promise.reject(new Error("no name servers")),
  });
}
