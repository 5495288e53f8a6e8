import { expect } from "vitest";
import { adminApi } from "./admins.ts";
import type { TestServer, TestSite } from "./harness.ts";

interface StreamedEvent {
  name: string;
  data: Record<string, unknown>;
  /** Of the last event so far that has one. */
  id: string | undefined;
}

/** A client of a site's events, as a browser is one. */
export interface EventClient {
  status: number;
  events: StreamedEvent[];
  /** The id that a reconnection would send. */
  lastId(): string | undefined;
  /** Resolves with the events of a name once there are so many. */
  waitFor(name: string, count?: number): Promise<StreamedEvent[]>;
  /** Resolves once the server has ended it. */
  ended: Promise<void>;
  close(): Promise<void>;
}

/** The text of a response; of a stream, which has no end, up to the id with which its client could come back, and it is closed. */
export async function textUntilId(response: Response): Promise<string> {
  if (!response.headers.get("content-type")?.startsWith("text/event-stream")) return response.text();
  let text = "";
  // Leaving the loop closes the stream.
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    if (/^id: .*\n\n/m.test(text)) break;
  }
  return text;
}

/** Follows the events of a site. */
export async function followSite(
  server: Pick<TestServer, "url">,
  site: Pick<TestSite, "slug">,
  who: { headers: Readonly<Record<string, string>> },
  lastEventId?: string,
): Promise<EventClient> {
  const stop = new AbortController();
  const response = await fetch(`${server.url}${adminApi}/sites/${site.slug}/events`, {
    headers: { ...who.headers, ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }) },
    signal: stop.signal,
  });
  const events: StreamedEvent[] = [];
  let lastId: string | undefined;
  const read = async () => {
    let text = "";
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (text + chunk).split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const fields = new Map(block.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]));
        lastId = fields.get("id") ?? lastId;
        const name = fields.get("event");
        if (name) events.push({ name, data: JSON.parse(fields.get("data") ?? "{}") as Record<string, unknown>, id: lastId });
      }
    }
  };
  const ended = read().catch((error: unknown) => {
    if (!stop.signal.aborted) throw error;
  });
  if (response.status === 200) await expect.poll(() => lastId).toBeDefined();
  return {
    status: response.status,
    events,
    lastId: () => lastId,
    waitFor: async (name, count = 1) => {
      const findEvents = () => events.filter((event) => event.name === name);
      await expect.poll(() => findEvents().length, { timeout: 20_000, interval: 20 }).toBeGreaterThanOrEqual(count);
      return findEvents();
    },
    ended,
    close: async () => {
      stop.abort();
      await ended;
    },
  };
}
