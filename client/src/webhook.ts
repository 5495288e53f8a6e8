import { failure } from "./vitrine-error.ts";

export { isVitrineError, type VitrineError } from "./vitrine-error.ts";

const toleranceSeconds = 300;
const longestHeader = 4_096;
const mostSignatures = 10;

export interface SignedWebhook {
  /** The raw body, before any parsing: the same JSON in another notation has another signature. */
  body: string | Uint8Array;
  /** The header `processor-signature`: `t=<unix seconds>,v1=<hex>`. */
  signature: string | null | undefined;
  /** Several while one replaces another. */
  secret: string | readonly string[];
  /** The time to compare with; the system's unless given. */
  now?: Date;
}

/**
 * Resolves with the event once its signature is verified: of these bytes, under one of the secrets, and made within five minutes
 * of now, before or after. Rejects with `signature_invalid`, or with `invalid_json`.
 */
export async function verifyWebhook<Event = unknown>({ body, signature, secret, now = new Date() }: SignedWebhook): Promise<Event> {
  const bytes = bytesOf(body);
  const claimed = parseSignature(signature ?? "");
  const isRecent = Math.abs(now.getTime() / 1_000 - Number(claimed?.time)) <= toleranceSeconds;
  // Anyone can sign with an empty secret, and so with one that was never set.
  const secrets = [secret].flat().filter(Boolean);
  // All of them, each in constant time.
  const checks = await Promise.all(
    secrets.map(async (one) => {
      const expected = await hmac(one, signedBytes(claimed?.time ?? "", bytes));
      return (claimed?.signatures ?? []).map((givenSignature) => isSame(givenSignature, expected)).includes(true);
    }),
  );
  if (!isRecent || !checks.includes(true)) throw refusal("signature_invalid", "The signature is missing or wrong");
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as Event;
  } catch {
    throw refusal("invalid_json", "The body is not valid JSON");
  }
}

/** The header for a body, as the processor would send it: for tests of webhook receivers. */
export async function signTestWebhook({ body, secret, now = new Date() }: { body: string | Uint8Array; secret: string; now?: Date }) {
  const time = String(Math.floor(now.getTime() / 1_000));
  return `t=${time},v1=${await hmac(secret, signedBytes(time, bytesOf(body)))}`;
}

/** Parsed strictly: of two times one could be signed and the other one checked. */
function parseSignature(header: string): { time: string; signatures: string[] } | undefined {
  if (header.length > longestHeader) return undefined;
  const parts = header.split(",").map((part) => /^([a-z0-9]{1,10})=([!-~]*)$/.exec(part));
  // Other schemes are ignored.
  const valuesOf = (scheme: string) => parts.flatMap((part) => (part?.[1] === scheme ? [part[2] ?? ""] : []));
  const [time, ...furtherTimes] = valuesOf("t");
  const signatures = valuesOf("v1");
  const isWhole = parts.every((part) => part !== null) && furtherTimes.length === 0 && signatures.length <= mostSignatures;
  return isWhole && time !== undefined && /^\d{1,12}$/.test(time) ? { time, signatures } : undefined;
}

async function hmac(secret: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const key = await crypto.subtle.importKey("raw", bytesOf(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const digest = new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Takes the same time wherever the first difference is. */
function isSame(givenSignature: string, expected: string): boolean {
  let difference = givenSignature.length ^ expected.length;
  for (let index = 0; index < expected.length; index += 1) difference |= givenSignature.charCodeAt(index) ^ expected.charCodeAt(index);
  return difference === 0;
}

function signedBytes(time: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const start = bytesOf(`${time}.`);
  const whole = new Uint8Array(start.length + body.length);
  whole.set(start);
  whole.set(body, start.length);
  return whole;
}

function bytesOf(value: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return typeof value === "string" ? new TextEncoder().encode(value) : new Uint8Array(value);
}

function refusal(code: "signature_invalid" | "invalid_json", title: string): Error {
  return failure({ code, title, status: 400, operation: "verifyWebhook", address: "" });
}
