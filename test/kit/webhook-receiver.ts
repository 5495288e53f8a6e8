import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { asAdmin } from "./admins.ts";
import type { TestServer, TestSite } from "./harness.ts";

export interface Received {
  path: string;
  headers: Record<string, string>;
  text: string;
  body: { type: string; timestamp: string; sequence: number; data: Record<string, unknown> };
}

export interface Receiver {
  url: string;
  /** Every delivery, the first one first. */
  received: Received[];
  /** What it answers from now on. */
  answer(how: (received: Received, response: ServerResponse, request: IncomingMessage) => unknown): void;
  /** The most requests that it had at once. */
  mostAtOnce(): number;
  close(): Promise<void>;
}

/** A server of somebody else, which gets the deliveries of a site. It answers 204 unless told otherwise. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let [open, most] = [0, 0];
  const usual = (_received: Received, response: ServerResponse) => response.writeHead(204).end();
  let how: Parameters<Receiver["answer"]>[0] = usual;
  const server = createServer((request, response) => {
    most = Math.max(most, (open += 1));
    response.on("close", () => (open -= 1));
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      const headers = request.headers as Record<string, string>;
      const one = { path: request.url ?? "", headers, text, body: JSON.parse(text) as Received["body"] };
      received.push(one);
      how(one, response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer: (next) => (how = next),
    mostAtOnce: () => most,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export interface TestWebhook {
  id: string;
  secret: string;
  etag: string;
}

/** Adds a webhook to the site, as somebody who may. */
export async function addWebhook(
  server: TestServer,
  site: TestSite,
  admin: { headers: Record<string, string> },
  body: { url: string } & Record<string, unknown>,
): Promise<TestWebhook> {
  const answer = await asAdmin(server, admin).post(`/sites/${site.slug}/webhooks`, { events: ["*"], ...body });
  if (answer.status !== 201) throw new Error(`The webhook was not made: ${answer.text}`);
  const { id, secret } = (answer.json as { data: TestWebhook }).data;
  return { id, secret, etag: answer.headers.get("etag") ?? "" };
}

/** Runs what is due, with the second that passes before an event is delivered. */
export async function deliverAll(server: TestServer): Promise<void> {
  await server.runTasks();
  server.clock.advance(1_000);
  await server.runTasks();
}
