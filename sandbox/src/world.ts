import { newId } from "./ids.ts";
import type { Json } from "./errors.ts";
import type { Ledger, StoredEvent } from "./ledger.ts";

export const apiVersion = "2026-10-28.endive";

/** The dependencies of every part of the processor. */
export interface World {
  readonly ledger: Ledger;
  /** Where the pages are reached, without a slash at the end. */
  readonly url: string;
  /** Unix time in whole seconds. */
  now(): number;
  /** Calls once, after the given number of milliseconds, unless the processor was closed before. */
  later(ms: number, act: () => void): void;
  /** Called with each event once it is in the ledger. */
  onEvent(event: StoredEvent): void;
}

/** Stores an event with the current state of the object, and sends it. */
export function emit(world: World, account: string, type: string, object: Json): void {
  const id = newId("evt");
  const created = world.now();
  const content = {
    id,
    object: "event",
    api_version: apiVersion,
    created,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
  // Indented, as Stripe does it: a client that verifies a re-serialised text fails here, too.
  const event = { id, account, created, type, payload: JSON.stringify(content, null, 2) };
  world.ledger.keep("event", event);
  world.onEvent(event);
}
