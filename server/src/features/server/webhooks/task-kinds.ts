import { Type } from "typebox";

/** Hands events to the endpoints that want them. */
export const handOutKind = {
  name: "webhook-events",
  lane: "events",
  isNeverGivenUp: true,
  payload: Type.Object({ siteId: Type.String() }),
} as const;

const turnPayload = Type.Object({ siteId: Type.String(), webhookId: Type.String() });

/** Delivers what waits for one endpoint. */
export const turnKind = { name: "webhook-deliveries", lane: "webhooks", isNeverGivenUp: true, payload: turnPayload } as const;

/** The same for an endpoint whose latest delivery failed, so that those that hang delay no other. */
export const failingTurnKind = { name: "webhook-retries", lane: "failingWebhooks", isNeverGivenUp: true, payload: turnPayload } as const;
