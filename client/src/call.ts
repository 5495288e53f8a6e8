import type { AnswerCache } from "./answer-cache.ts";
import { exchange, newKey, type Fetch, type Request } from "./exchange.ts";
import type { IdempotentCallOptions, Operation } from "./operation.ts";
import { addressOf, bodyOf, type Input } from "./request.ts";

/** The parts that all calls of a client share. */
export interface Caller {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly customerToken: string | (() => string | undefined | Promise<string | undefined>) | undefined;
  readonly locale: string | undefined;
  readonly previewToken: string | undefined;
  readonly fetch: Fetch;
  readonly retries: number;
  readonly timeoutMs: number;
  readonly cache: AnswerCache | undefined;
}

/** Calls an operation, and retries if that is safe and useful. Resolves with the data in the envelope; for a list, with all of it. */
export async function call(
  caller: Caller,
  id: string,
  operation: Operation,
  callInput: Input = {},
  { signal, retries = caller.retries, timeoutMs = caller.timeoutMs, ...options }: IdempotentCallOptions = {},
): Promise<unknown> {
  const { method, published } = operation;
  // Useless elsewhere, and no reason to repeat work that the server would do twice.
  const idempotencyKey = operation.idempotent ? (options.idempotencyKey ?? newKey()) : undefined;
  const input = operation.localized ? { ...callInput, locale: callInput.locale ?? caller.locale } : callInput;
  const body = method === "GET" ? undefined : bodyOf(operation, input);
  const headers = await headersOf(caller, operation, input, idempotencyKey);
  // With the boundary between the parts, which `fetch` alone knows.
  if (body instanceof FormData) delete headers["content-type"];
  // A value that no header can hold is a mistake in the program. `fetch` would report it as a network failure.
  new Headers(headers);
  const request: Request = {
    operation: id,
    method,
    headers,
    idempotencyKey,
    timeoutMs,
    signal,
    address: `${method} ${caller.baseUrl}${operation.path}`,
    url: caller.baseUrl + addressOf(operation, input),
    // A token, or a password in a body, is for this server and not for a redirect's target; and a redirected write may arrive as a read.
    redirect: method === "GET" && !headers.authorization && !headers["x-preview"] ? "follow" : "manual",
    body,
    // A response that only depends on the key, which a client and its cache have one of, is the same for everyone. A preview is not.
    cache: published && !headers["x-preview"] ? caller.cache : undefined,
  };
  const answer = await exchange(caller.fetch, request, retries);
  return "data" in answer && !("total" in answer) ? answer.data : answer;
}

/** The credentials that the operation takes, and no others. The server would refuse a request for an invalid one that it does not need. */
async function headersOf(
  { apiKey, customerToken, previewToken }: Caller,
  { access, method, published, signed }: Operation,
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
    ...(published && previewToken ? { "x-preview": previewToken } : {}),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
    ...(signed ? { "processor-signature": String(input.signature) } : {}),
  };
}
