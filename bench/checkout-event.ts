import { createHmac } from "node:crypto";

/** A processor's event about a payment, without the ids. */
export interface EventPattern {
  text: string;
}

const placeOf = { session: "{session}", intent: "{intent}", event: "{event}" };

/**
 * An event of the sandbox, as a pattern for every other payment. Our reference is left out: a client of the shop does
 * not know it, and the payment is found by the processor's ids.
 */
export function eventPattern(payload: string): EventPattern {
  const { id, data } = JSON.parse(payload) as { id: string; data: { object: { id: string; payment_intent: string } } };
  const { object } = data;
  const text = payload
    .replaceAll(object.id, placeOf.session)
    .replaceAll(object.payment_intent, placeOf.intent)
    .replaceAll(id, placeOf.event)
    .replace(/("client_reference_id": )"[^"]*"/, "$1null");
  return { text };
}

/** The processor's ids of the payment and the event of a session. */
export function idsOfEvent(sessionId: string): { intentId: string; eventId: string } {
  const idEnding = sessionId.slice(-24);
  return { intentId: `pi_${idEnding}`, eventId: `evt_${idEnding}` };
}

/** The signed request that reports a paid session to a site, as text. */
export function eventRequest({ text }: EventPattern, path: string, secret: string, sessionId: string): string {
  const { intentId, eventId } = idsOfEvent(sessionId);
  const body = text.replaceAll(placeOf.session, sessionId).replaceAll(placeOf.intent, intentId).replaceAll(placeOf.event, eventId);
  const time = Math.floor(Date.now() / 1_000);
  const signature = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  return (
    `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json; charset=utf-8\r\n` +
    `content-length: ${Buffer.byteLength(body)}\r\nstripe-signature: t=${time},v1=${signature}\r\n\r\n${body}`
  );
}
