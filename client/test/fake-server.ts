import { createAdminClient, type AdminClientOptions } from "../src/admin.ts";
import { createClient, type ClientOptions } from "../src/index.ts";

/** A request as the server receives it. */
interface Seen {
  method: string;
  url: URL;
  headers: Headers;
  body: unknown;
}

export type Reply = { status?: number; body?: unknown; headers?: Record<string, string> } | Error | "never";

/** A client and its fake server, which returns the test's responses in this order, and then repeats the last one. */
export function clientOf(options: Partial<ClientOptions>, ...replies: [Reply, ...Reply[]]) {
  const { fetch, seen } = fakeServer(replies);
  return { client: createClient({ baseUrl: "https://vitrine.example", apiKey: "pk_test", fetch, ...options }), seen };
}

/** The same with a client of the admin API. */
export function adminClientOf(options: Partial<AdminClientOptions>, ...replies: [Reply, ...Reply[]]) {
  const { fetch, seen } = fakeServer(replies);
  return { client: createAdminClient({ url: "https://vitrine.example", fetch, ...options }), seen };
}

export function fakeServer(replies: [Reply, ...Reply[]]) {
  const seen: Seen[] = [];
  const fetch: NonNullable<ClientOptions["fetch"]> = async (address, init) => {
    const { signal } = init;
    signal?.throwIfAborted();
    const url = new URL(address, "https://page.example");
    seen.push({ method: init.method ?? "GET", url, headers: new Headers(init.headers), body: readBody(init.body) });
    const reply = replies[Math.min(seen.length, replies.length) - 1] ?? replies[0];
    if (reply instanceof Error) throw reply;
    if (reply === "never") return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason as Error)));
    const { status = 200, body = { data: {} }, headers = {} } = reply;
    const isEmpty = status === 204 || status === 304;
    return new Response(isEmpty ? null : typeof body === "string" ? body : JSON.stringify(body), { status, headers });
  };
  return { fetch, seen };
}

export function problem(status: number, code: string, more: object = {}, headers: Record<string, string> = {}) {
  const body = { type: `https://vitrine.dev/problems/${code}`, title: "A title", detail: "A detail", requestId: "r-1", status, code };
  return { status, body: { ...body, ...more }, headers };
}

function readBody(body: RequestInit["body"]): unknown {
  return typeof body === "string" ? (JSON.parse(body) as unknown) : (body ?? undefined);
}
