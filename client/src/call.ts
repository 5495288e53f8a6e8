import type { AnswerCache } from "./answer-cache.ts";
import type { IdempotentCallOptions, Operation } from "./operation.ts";
import { addressOf, bodyOf, type Input } from "./request.ts";
import { longestInProgressMs, pause, waitBeforeRetry } from "./retry.ts";
import { failure, isVitrineError } from "./vitrine-error.ts";

/** The parts that all calls of a client share. */
export interface Caller {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly customerToken: string | (() => string | undefined | Promise<string | undefined>) | undefined;
  readonly locale: string | undefined;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly retries: number;
  readonly timeoutMs: number;
  readonly cache: AnswerCache | undefined;
}

/** One prepared call: each of its tries is the same request. */
interface Request {
  operation: string;
  /** For errors: without the values of parameters, which may be secret. */
  address: string;
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
  redirect: "follow" | "manual";
  idempotencyKey: string | undefined;
  cache: AnswerCache | undefined;
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/** Calls an operation, and retries if that is safe and useful. Resolves with the data in the envelope; for a list, with all of it. */
export async function call(
  caller: Caller,
  id: string,
  operation: Operation,
  given: Input = {},
  { signal, retries = caller.retries, timeoutMs = caller.timeoutMs, ...options }: IdempotentCallOptions = {},
): Promise<unknown> {
  const { method, access } = operation;
  // Useless elsewhere, and no reason to repeat work that the server would do twice.
  const idempotencyKey = operation.idempotent ? (options.idempotencyKey ?? newKey()) : undefined;
  const input = operation.localized ? { ...given, locale: given.locale ?? caller.locale } : given;
  const headers = await headersOf(caller, operation, input, idempotencyKey);
  // A value that no header can hold is a mistake in the program. `fetch` would report it as a network failure.
  new Headers(headers);
  const request: Request = {
    ...{ operation: id, method, headers, idempotencyKey, timeoutMs, signal },
    address: `${method} ${caller.baseUrl}${operation.path}`,
    url: caller.baseUrl + addressOf(operation, input),
    // A token, or a password in a body, is for this server and not for a redirect's target; and a redirected write may arrive as a read.
    redirect: method === "GET" && !headers.authorization ? "follow" : "manual",
    body: method === "GET" ? undefined : bodyOf(operation, input),
    // A response that only depends on the key is the same for everyone.
    cache: access === "key" && method === "GET" ? caller.cache : undefined,
  };
  // A read changes nothing, and an idempotency key makes the server act once.
  const repeatable = method === "GET" || idempotencyKey !== undefined;
  let inProgressMs = 0;
  for (let tries = 0; ;) {
    try {
      const answer = await ask(caller, request);
      return "data" in answer && !("total" in answer) ? answer.data : answer;
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

/** The credentials that the operation takes, and no others. The server would refuse a request for an invalid one that it does not need. */
async function headersOf(
  { apiKey, customerToken }: Caller,
  { access, method, signed }: Operation,
  input: Input,
  idempotencyKey: string | undefined,
): Promise<Record<string, string>> {
  const key = access === "none" || access === "token" ? undefined : apiKey;
  // If either one is enough, the client sends the key: a token beside it could only be expired.
  const takesToken = access === "token" || access === "keyMaybeToken" || (access === "keyOrToken" && !(key && method === "GET"));
  const token = !takesToken ? undefined : typeof customerToken === "function" ? await customerToken() : customerToken;
  return {
    ...(method === "GET" ? {} : { "content-type": "application/json" }),
    ...(key ? { "x-api-key": key } : {}),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
    ...(signed ? { "processor-signature": String(input.signature) } : {}),
  };
}

/** One try. Resolves with the body of a success; throws everything else. */
async function ask({ fetch, apiKey }: Caller, request: Request): Promise<Record<string, unknown>> {
  const { operation, address, url, method, redirect, body, idempotencyKey, cache, timeoutMs, signal } = request;
  const place = `${apiKey} ${url}`;
  const kept = cache?.find(place);
  const headers = kept ? { ...request.headers, "if-none-match": kept.etag } : request.headers;
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
  const known = { operation, address, idempotencyKey };
  let response: Response;
  let text: string;
  try {
    // No further members: edge runtimes refuse those that they do not support.
    response = await fetch(url, { method, headers, redirect, signal: ending.signal, ...(body === undefined ? {} : { body }) });
    text = await response.text();
  } catch (cause) {
    signal?.throwIfAborted();
    const detail = `${address} ${isLate ? `got no response within ${timeoutMs} ms` : "could not be reached"}.`;
    throw failure({ ...known, code: isLate ? "timeout" : "network_error", status: 0, detail }, cause);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
  }
  const { ok, status } = response;
  const answer = readObject(kept && status === 304 ? kept.text : text);
  if (answer && (ok || status === 304)) {
    const etag = response.headers.get("etag");
    if (ok && etag) cache?.keep(place, { etag, text });
    return answer;
  }
  // Other servers use `code` too. Vitrine's problems have a type that ends in it.
  const isProblem = answer && String(answer.type).endsWith(`/problems/${String(answer.code)}`);
  const problem = isProblem
    ? { ...answer, code: String(answer.code) }
    : { code: "unexpected_response", detail: `${address} returned ${status}, and not from Vitrine.` };
  const requestId = response.headers.get("x-request-id") ?? "";
  throw failure({ requestId, ...problem, ...known, status, ...retryAfterOf(response) });
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
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
