import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { problem } from "../test/fake-server.ts";
import { createAdminClient, isAdminError, type SiteEvent } from "./admin.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const text = (...texts: string[]) => ({ text: texts.join("") });
const event = (name: string, data: object, id: string) => `event: ${name}\ndata: ${JSON.stringify(data)}\nid: ${id}\n\n`;
const changed = (id: string) => event("changed", { type: "page", id: "p", revision: 2, by: null }, id);

/** A text is sent, and the stream ends. */
type Connection = { text: string } | "breaks" | "hangs" | Error | ReturnType<typeof problem>;

/** Follows a fake server that answers each request with the next of these; the events, the ids that were sent, and how it ended. */
async function followed(connections: Connection[], { most = 100, lastEventId }: { most?: number; lastEventId?: string } = {}) {
  const sent: (string | null)[] = [];
  const ending = new AbortController();
  const client = createAdminClient({
    url: "https://vitrine.example",
    token: "vt_1",
    site: "acme",
    fetch: async (_url, init) => {
      sent.push(new Headers(init.headers).get("last-event-id"));
      const next = connections[sent.length - 1];
      if (next === undefined) ending.abort(new Error("enough"));
      init.signal?.throwIfAborted();
      if (next instanceof Error) throw next;
      if (typeof next === "object" && "status" in next) return new Response(JSON.stringify(next.body), { status: next.status });
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          init.signal?.addEventListener("abort", () => controller.error(init.signal?.reason));
          if (next === "breaks") controller.error(new TypeError("terminated"));
          if (typeof next !== "object") return;
          controller.enqueue(new TextEncoder().encode(next.text));
          controller.close();
        },
      });
      return Promise.resolve(new Response(body, { headers: { "content-type": "text/event-stream; charset=utf-8" } }));
    },
  });
  const events: SiteEvent[] = [];
  let opened = 0;
  const onOpen = () => void (opened += 1);
  const run = async () => {
    for await (const one of client.events({ lastEventId }, { signal: ending.signal, onOpen })) if (events.push(one) === most) break;
  };
  const ended = run().then(
    () => undefined,
    (error: unknown) => error,
  );
  await vi.runAllTimersAsync();
  return { events, sent, ended: await ended, opened };
}

test("events arrive, without those that only keep the connection", async () => {
  const { events, sent } = await followed([text(changed("1"), event("ping", {}, "2"), event("later", {}, "3"), event("reset", {}, "4"))], {
    most: 2,
  });
  expect(events).toEqual([
    { event: "changed", data: { type: "page", id: "p", revision: 2, by: null }, lastEventId: "1" },
    { event: "reset", data: {}, lastEventId: "4" },
  ]);
  expect(sent).toEqual([null]);
});

test("a stream that ends, breaks or falls silent is opened again after its last event", async () => {
  const { events, sent, ended, opened } = await followed([
    text("id: 0\n\n"),
    text(changed("1")),
    "breaks",
    "hangs",
    new TypeError("away"),
    text(changed("2")),
  ]);
  expect(events.map(({ lastEventId }) => lastEventId)).toEqual(["1", "2"]);
  expect(sent).toEqual([null, "0", "1", "1", "1", "1", "2"]);
  // All but the failure and the last request.
  expect(opened).toBe(5);
  expect(ended).toEqual(new Error("enough"));
});

test("a program may go on where it was", async () => {
  expect((await followed([text(changed("8"))], { most: 1, lastEventId: "7" })).sent).toEqual(["7"]);
});

test("a server that is too busy is asked again, and one that refuses is not", async () => {
  const { events, sent, ended } = await followed([
    problem(503, "unavailable"),
    problem(429, "too_many_streams"),
    text(changed("1")),
    problem(401, "session_invalid"),
  ]);
  expect([events.length, sent.length, isAdminError(ended, "session_invalid")]).toEqual([1, 4, true]);
});

test("a page that is no stream is no answer of Vitrine's", async () => {
  const client = createAdminClient({
    url: "https://vitrine.example",
    site: "acme",
    fetch: () => Promise.resolve(new Response("<h1>Sign in</h1>")),
  });
  await expect(client.events().next()).rejects.toMatchObject({ code: "unexpected_response", operation: "events" });
});

test("events are of a site", async () => {
  await expect(createAdminClient({ url: "https://vitrine.example" }).events().next()).rejects.toThrow("events needs a site");
});
