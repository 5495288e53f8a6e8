import { headersOf, siteOf, type AdminCaller } from "./admin-call.ts";
import { eventsIn, type StreamPlace } from "./event-stream.ts";
import { exchange } from "./exchange.ts";
import { addressOf } from "./request.ts";
import { pause, waitBeforeRetry } from "./retry.ts";
import { isVitrineError } from "./vitrine-error.ts";

interface Person {
  id: string;
  name: string;
}

/** An event of a site. */
export type SiteEvent = { lastEventId: string } & (
  | {
      event: "changed";
      /** As in the audit log. `by`: null if it was no person, or one whose account is gone. */
      data: { type: string; id: string; locale?: string; revision: number | null; by: Person | null };
    }
  | { event: "removed"; data: { type: string; id: string } }
  /** The people at a document; nobody, if the list is empty. */
  | { event: "presence"; data: { document: string; locale: string; admins: Person[] } }
  /** The server cannot say what was missed: read again what you show. */
  | { event: "reset"; data: Record<string, never> }
);

export interface EventsInput {
  /** Absent: the site of the client. */
  siteSlug?: string | undefined;
  /** Of an earlier iteration: it continues from there, within ten minutes. */
  lastEventId?: string | undefined;
}

export interface EventsOptions {
  /** Ends the iteration, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Called whenever a connection opens, before its first event. The `presence` events of an earlier connection are void: who is still there follows. */
  onOpen?: (() => void) | undefined;
}

const path = "/api/admin/v1/sites/{siteSlug}/events";
// The server says something every 20 seconds.
const silentMs = 60_000;

/**
 * The events of a site, while they happen. A connection that ends is opened again, from the event after the last one: an event may come twice, and none is
 * left out without a `reset`. Ends by `break`, by the signal, or with the failure of a request that it is useless to repeat, such as `session_invalid`.
 */
export async function* siteEvents(
  caller: AdminCaller,
  { siteSlug, lastEventId = "" }: EventsInput = {},
  { signal, onOpen }: EventsOptions = {},
): AsyncGenerator<SiteEvent, void, undefined> {
  const slug = siteOf(caller, "events", siteSlug);
  const place: StreamPlace = { lastEventId, retryMs: 1_000 };
  for (;;) {
    const connection = new AbortController();
    const end = () => connection.abort(signal?.reason);
    signal?.addEventListener("abort", end);
    try {
      const body = await openStream(caller, slug, place, connection, signal);
      onOpen?.();
      for await (const { name, data, lastEventId: id } of eventsIn(textsOf(body, connection), place)) {
        if (isKnown(name)) yield { event: name, data: JSON.parse(data) as never, lastEventId: id };
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof BrokenStream)) throw error;
    } finally {
      signal?.removeEventListener("abort", end);
      connection.abort();
    }
    await pause(place.retryMs, signal);
  }
}

/** A stream that ended in the middle; it is opened again. */
class BrokenStream extends Error {}

/** Later servers may have more; `ping` only says that the connection is there. */
function isKnown(name: string): name is SiteEvent["event"] {
  return ["changed", "removed", "presence", "reset"].includes(name);
}

/** Opens the stream, as often as it takes. Throws what waiting does not help against. */
async function openStream(
  caller: AdminCaller,
  siteSlug: string,
  { lastEventId }: StreamPlace,
  connection: AbortController,
  signal: AbortSignal | undefined,
): Promise<ReadableStream<Uint8Array>> {
  for (let tries = 0; ; tries += 1) {
    const identity = await headersOf(caller, {}, {}, undefined);
    const headers = { ...identity, ...(lastEventId && { "last-event-id": lastEventId }) };
    let body: Response["body"] = null;
    // The answer of this request has no end that a call could wait for.
    const untilOpen: AdminCaller["fetch"] = async (url, init) => {
      init.signal?.addEventListener("abort", () => connection.abort());
      const response = await caller.fetch(url, { ...init, signal: connection.signal });
      if (!response.ok || !response.headers.get("content-type")?.startsWith("text/event-stream")) return response;
      ({ body } = response);
      return new Response("{}");
    };
    const request = {
      operation: "events",
      method: "GET",
      headers,
      body: undefined,
      idempotencyKey: undefined,
      cache: undefined,
      signal,
      address: `GET ${caller.url}${path}`,
      url: caller.url + addressOf({ method: "GET", path }, { siteSlug }),
      redirect: identity.authorization ? ("manual" as const) : ("follow" as const),
      timeoutMs: caller.timeoutMs,
    };
    try {
      await exchange(untilOpen, request, 0);
    } catch (error) {
      const waitMs = isVitrineError(error) ? waitBeforeRetry(error, { repeatable: true, tries }) : undefined;
      if (waitMs === undefined) throw error;
      await pause(waitMs, signal);
    }
    if (body) return body;
  }
}

/** The stream as texts. Throws if nothing comes for a minute: the other end may be gone without a word. */
async function* textsOf(body: ReadableStream<Uint8Array>, connection: AbortController): AsyncGenerator<string, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const timer = setTimeout(() => connection.abort(), silentMs);
    const read = reader.read().catch((cause: unknown) => {
      throw new BrokenStream("The stream of events broke.", { cause });
    });
    const { done, value } = await read.finally(() => clearTimeout(timer));
    if (done) return;
    yield decoder.decode(value, { stream: true });
  }
}
