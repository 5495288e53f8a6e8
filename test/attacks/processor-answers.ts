import { createHash } from "node:crypto";
import type { Socket } from "node:net";
import { sendEndlessly } from "./hostile-server.ts";

/** How the processor responds to a request. */
export type Mode = (socket: Socket, request: string) => void;
export const price = 500;

export type Members = Record<string, unknown>;
/** As an honest processor does: for the same idempotency key the same. */
const idOf = (request: string) =>
  createHash("sha256")
    .update(/^idempotency-key: *(.+)$/im.exec(request)?.[1]?.trim() ?? request)
    .digest("hex")
    .slice(0, 24);

const ended = new Set<string>();
/** An honest processor's response to a request: no payment that is read was paid. */
export function honest(request: string): Members {
  const [, path = ""] = /^\w+ (\/\S*)/.exec(request) ?? [];
  const [, kind, pathId, verb] = /^\/v1\/(checkout\/sessions|payment_intents)(?:\/([^/?]+))?(?:\/(\w+))?/.exec(path) ?? [];
  const id = pathId ?? `${kind === "payment_intents" ? "pi" : "cs"}_${idOf(request)}`;
  if (verb !== undefined) ended.add(id);
  const common = { id, currency: "eur", metadata: {} };
  if (kind === "payment_intents") {
    const status = ended.has(id) ? "canceled" : "requires_payment_method";
    return { ...common, object: "payment_intent", status, amount: price, client_secret: `${id}_secret_x`, latest_charge: null };
  }
  const status = ended.has(id) ? "expired" : "open";
  return {
    ...common,
    object: "checkout.session",
    url: `https://pay.example/c/pay/${id}`,
    status,
    payment_status: "unpaid",
    payment_intent: null,
    amount_total: price,
    customer_details: null,
  };
}

export const http = (status: string, headers: Members = {}, body = "") =>
  `HTTP/1.1 ${status}\r\n${Object.entries({ "Content-Length": Buffer.byteLength(body), ...headers })
    .map(([name, value]) => `${name}: ${String(value)}\r\n`)
    .join("")}\r\n${body}`;
export const json = { "Content-Type": "application/json" };
export const says =
  (text: string): Mode =>
  (socket) =>
    void socket.write(text);
export const endlessly =
  (start: string, piece: string): Mode =>
  (socket) => {
    socket.write(start);
    sendEndlessly(socket, piece);
  };
export const honestly: Mode = (socket, request) => void socket.write(http("200 OK", json, JSON.stringify(honest(request))));
export const lying =
  (change: (answer: Members) => Members): Mode =>
  (socket, request) =>
    void socket.write(http("200 OK", json, JSON.stringify(change(honest(request)))));
