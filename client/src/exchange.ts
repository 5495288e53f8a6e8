import type { AnswerCache } from "./answer-cache.ts";
import { longestInProgressMs, pause, waitBeforeRetry } from "./retry.ts";
import { failure, isVitrineError } from "./vitrine-error.ts";

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** One prepared call: each of its tries is the same request. */
export interface Request {
  operation: string;
  /** For errors: without the values of parameters, which may be secret. */
  address: string;
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | Blob | FormData | undefined;
  redirect: "follow" | "manual";
  idempotencyKey: string | undefined;
  /** Keeps responses to ask about. */
  cache: AnswerCache | undefined;
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/** Sends a request, and again if that is safe and useful. Resolves with a success; throws everything else. */
export async function exchange(fetch: Fetch, request: Request, retries: number): Promise<Record<string, unknown>> {
  const { method, idempotencyKey, signal } = request;
  // A read changes nothing, and an idempotency key makes the server act once.
  const repeatable = method === "GET" || idempotencyKey !== undefined;
  let inProgressMs = 0;
  for (let tries = 0; ;) {
    try {
      return await ask(fetch, request);
    } catch (error) {
      const waitMs = isVitrineError(error) ? waitBeforeRetry(error, { repeatable, tries }) : undefined;
      // Another request is still running, so this was no failed try.
      const inProgress = isVitrineError(error, "idempotency_in_progress");
      if (waitMs === undefined || retries === 0 || (inProgress ? inProgressMs > longestInProgressMs : tries >= retries)) throw error;
      if (inProgress) inProgressMs += waitMs;
      else tries += 1;
      await pause(waitMs, signal);
    }
  }
}

/** One try. */
async function ask(fetch: Fetch, request: Request): Promise<Record<string, unknown>> {
  const { operation, address, url, method, redirect, body, idempotencyKey, cache, timeoutMs, signal } = request;
  const keptAnswer = cache?.find(url);
  const headers = keptAnswer ? { ...request.headers, "if-none-match": keptAnswer.etag } : request.headers;
  signal?.throwIfAborted();
  // By hand: AbortSignal.any() is younger than the browsers of a shop's customers.
  const ending = new AbortController();
  const end = () => ending.abort(signal?.reason);
  signal?.addEventListener("abort", end);
  let isLate = false;
  const late = () => {
    isLate = true;
    ending.abort();
  };
  // A timer cannot run for longer, and would end at once.
  const timer = timeoutMs < 2 ** 31 ? setTimeout(late, timeoutMs) : undefined;
  const callDetails = { operation, address, idempotencyKey };
  let response: Response;
  let text: string;
  try {
    // No further members: edge runtimes refuse those that they do not support.
    response = await fetch(url, { method, headers, redirect, signal: ending.signal, ...(body === undefined ? {} : { body }) });
    text = await response.text();
  } catch (cause) {
    signal?.throwIfAborted();
    const detail = `${address} ${isLate ? `got no response within ${timeoutMs} ms` : "could not be reached"}.`;
    throw failure({ ...callDetails, code: isLate ? "timeout" : "network_error", status: 0, detail }, cause);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
  }
  const { ok, status } = response;
  const value = readObject(status === 204 ? "{}" : keptAnswer && status === 304 ? keptAnswer.text : text);
  if (value && (ok || status === 304)) {
    const etag = response.headers.get("etag");
    if (ok && etag) cache?.keep(url, { etag, text });
    return value;
  }
  // Other servers use `code` too. Vitrine's problems have a type that ends in it.
  const isProblem = value && String(value.type).endsWith(`/problems/${String(value.code)}`);
  const problem = isProblem
    ? { ...value, code: String(value.code) }
    : { code: "unexpected_response", detail: `${address} returned ${status}, and not from Vitrine.` };
  const requestId = response.headers.get("x-request-id") ?? "";
  throw failure({ requestId, ...problem, ...callDetails, status, ...retryAfterOf(response) });
}

function readObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** `Retry-After` is a number of seconds, or a date. */
function retryAfterOf({ headers }: Response): { retryAfter?: number } {
  const header = headers.get("retry-after") ?? "";
  // By the clock that wrote it, if it can be read: a visitor's own may be wrong by hours.
  const now = Date.parse(headers.get("date") ?? "") || Date.now();
  // `Date.parse` reads even an invalid value as some date.
  const seconds = /^\d+$/.test(header) ? Number(header) : /GMT$/.test(header) ? (Date.parse(header) - now) / 1_000 : NaN;
  return Number.isNaN(seconds) ? {} : { retryAfter: Math.max(0, seconds) };
}

/** As random as a UUID, which browsers make on secure pages only. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
