import { answerCache } from "./answer-cache.ts";
import { call, type Caller } from "./call.ts";
import { operations, type Operations } from "./generated.ts";
import type { CallOptions, List, Operation } from "./operation.ts";
import type { Input } from "./request.ts";

export interface ClientOptions {
  /** Where the server is, as in its `PUBLIC_URL`. */
  baseUrl: string;
  /** The site's public key. It may stand in a web page. */
  apiKey?: string | undefined;
  /** Of a customer who signed in; or who says so when it is needed. */
  customerToken?: string | (() => string | undefined | Promise<string | undefined>) | undefined;
  /** What operations that take a locale are asked for, unless a call says otherwise. */
  locale?: string | undefined;
  /** In place of the platform's own. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** How many tries may follow the first one, where that is safe: 2. */
  retries?: number | undefined;
  /** How long one try may take: 30 seconds. */
  timeoutMs?: number | undefined;
  /**
   * How many published answers to keep, so that the server is only asked whether they have changed: none. In a browser it is
   * heeded on the server's own origin alone: elsewhere the header would be refused, and the browser's cache does the same.
   */
  cache?: number | undefined;
}

export interface Client extends Operations {
  /** The same client, asking for this locale. */
  withLocale(locale: string | undefined): Client;
  /** The same client for a customer; for nobody without a token. */
  withCustomerToken(customerToken: ClientOptions["customerToken"]): Client;
}

export function createClient(options: ClientOptions): Client {
  const { baseUrl, apiKey, customerToken, locale, retries = 2, timeoutMs = 30_000, cache = 0 } = options;
  return clientOf({
    ...{ apiKey, customerToken, locale, retries, timeoutMs },
    baseUrl: baseUrl.replace(/\/+$/, ""),
    // Looked up when it is called: tests and tracers put theirs in its place.
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    cache: cache > 0 && mayAskConditionally(baseUrl) ? answerCache(cache) : undefined,
  });
}

function clientOf(caller: Caller): Client {
  const groups = Object.entries(operations).map(([group, rows]) => [
    group,
    Object.fromEntries(Object.entries(rows).map(([id, operation]) => [id, methodOf(caller, id, operation)])),
  ]);
  return {
    ...(Object.fromEntries(groups) as Operations),
    withLocale: (locale) => clientOf({ ...caller, locale }),
    withCustomerToken: (customerToken) => clientOf({ ...caller, customerToken }),
  };
}

function methodOf(caller: Caller, id: string, operation: Operation) {
  const method = (input?: Input, options?: CallOptions) => call(caller, id, operation, input, options);
  async function* all(input: Input = {}, options?: CallOptions) {
    for (let page = Number(input.page ?? 1); ; page += 1) {
      const { data, pageSize, total } = (await method({ pageSize: 100, ...input, page }, options)) as List<unknown>;
      yield* data;
      if (data.length === 0 || page * pageSize >= total) return;
    }
  }
  return operation.paged ? Object.assign(method, { all }) : method;
}

/** The server's answer to a preflight does not allow `If-None-Match`, so a page elsewhere must not send it. */
function mayAskConditionally(baseUrl: string): boolean {
  const { location } = globalThis as { location?: { href: string; origin: string } };
  return !location || new URL(baseUrl, location.href).origin === location.origin;
}
