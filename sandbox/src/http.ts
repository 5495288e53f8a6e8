import type { IncomingMessage, ServerResponse } from "node:http";
import type { Json } from "./errors.ts";

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const longestBody = 1024 * 1024;

export function json(status: number, body: Json | Json[], headers: Record<string, string> = {}): Answer {
  return { status, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };
}

/** Absent if it is too long. */
export async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > longestBody) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

export function send(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { "cache-control": "no-store", ...headers, "content-length": Buffer.byteLength(body) }).end(body);
}

/** Sends one byte at a time, with a pause between them. */
export function drip(response: ServerResponse, { status, headers, body }: Answer, pauseMs: number): void {
  const bytes = Buffer.from(body);
  let sent = 0;
  response.writeHead(status, { ...headers, "content-length": bytes.length });
  const timer = setInterval(() => {
    if (sent === bytes.length || response.destroyed) {
      clearInterval(timer);
      response.end();
    } else response.write(bytes.subarray(sent, ++sent));
  }, pauseMs);
}
