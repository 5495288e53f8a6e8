import { answerCache } from "./answer-cache.ts";
import { call, type Caller } from "./call.ts";
import { operations, type Operations } from "./generated.ts";
import type { CallOptions, Operation } from "./operation.ts";
import { withPages } from "./pages.ts";
import type { Input } from "./request.ts";
import type { AnySiteContentOperations, SiteContentOperations, SitePreviewOperations } from "./site-content.ts";
import type { SiteTypes } from "./site-types.ts";

export interface ClientOptions {
  /** The server's address, as in its `PUBLIC_URL`. */
  baseUrl: string;
  /** The site's public key. It may be in a web page. */
  apiKey?: string | undefined;
  /** The token of a signed-in customer, or a function that returns it when needed. */
  customerToken?: string | (() => string | undefined | Promise<string | undefined>) | undefined;
  /** The locale for operations that take one, unless a call sets its own. */
  locale?: string | undefined;
  /** The token of a release's preview: published reads answer as they will after the release. */
  previewToken?: string | undefined;
  /** Replaces the platform's own. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** How many retries may follow the first try, if they are safe: 2. */
  retries?: number | undefined;
  /** The timeout of one try: 30 seconds. */
  timeoutMs?: number | undefined;
  /**
   * How many published responses to cache, so that the client only asks the server whether they have changed: none. In a browser it
   * works on the server's own origin only: elsewhere the header would be refused, and the browser's cache does the same.
   */
  cache?: number | undefined;
}

/** Any site: its block types and content types are not known. */
type TypedGroups<Types extends SiteTypes> = SiteTypes extends Types
  ? { readonly content: AnySiteContentOperations; readonly preview: Operations["preview"] }
  : { readonly content: SiteContentOperations<Types>; readonly preview: SitePreviewOperations<Types> };

/** `Types` are those of the site, as `vitrine types` writes them. Without them, data and props are objects of unknown values. */
export interface Client<Types extends SiteTypes = SiteTypes> extends Omit<Operations, "content" | "preview"> {
  readonly content: TypedGroups<Types>["content"];
  readonly preview: TypedGroups<Types>["preview"];
  /** The same client, with this locale. */
  withLocale(locale: string | undefined): Client<Types>;
  /** The same client for the preview of a release; without a token for what is published. */
  withPreview(previewToken: string | undefined): Client<Types>;
  /** The same client for a customer; without a token for a visitor. */
  withCustomerToken(customerToken: ClientOptions["customerToken"]): Client<Types>;
}

export function createClient<Types extends SiteTypes = SiteTypes>(options: ClientOptions): Client<Types> {
  const { baseUrl, apiKey, customerToken, locale, previewToken, retries = 2, timeoutMs = 30_000, cache = 0 } = options;
  return clientOf<Types>({
    apiKey,
    customerToken,
    locale,
    previewToken,
    retries,
    timeoutMs,
    baseUrl: baseUrl.replace(/\/+$/, ""),
    // Looked up on each call: tests and tracers replace it.
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    cache: cache > 0 && mayAskConditionally(baseUrl) ? answerCache(cache) : undefined,
  });
}

function clientOf<Types extends SiteTypes>(caller: Caller): Client<Types> {
  const groups = Object.fromEntries(
    Object.entries(operations).map(([group, rows]) => [
      group,
      Object.fromEntries(Object.entries(rows).map(([id, operation]) => [id, methodOf(caller, id, operation)])),
    ]),
  ) as unknown as Operations;
  const { content } = groups;
  return {
    ...groups,
    content: {
      ...content,
      getSingle: async (...args: Parameters<typeof content.listEntries>) => (await content.listEntries(...args)).data[0] ?? null,
    },
    withLocale: (locale) => clientOf({ ...caller, locale }),
    withPreview: (previewToken) => clientOf({ ...caller, previewToken }),
    withCustomerToken: (customerToken) => clientOf({ ...caller, customerToken }),
    // The types of a site are for the compiler alone: its client makes the same calls.
  } as Client<Types>;
}

function methodOf(caller: Caller, id: string, operation: Operation) {
  const method = (input?: Input, options?: CallOptions) => call(caller, id, operation, input, options);
  return operation.paged ? withPages(method) : method;
}

/** The server's preflight response does not allow `If-None-Match`, so a page of another origin must not send it. */
function mayAskConditionally(baseUrl: string): boolean {
  const { location } = globalThis as { location?: { href: string; origin: string } };
  return !location || new URL(baseUrl, location.href).origin === location.origin;
}
