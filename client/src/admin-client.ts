import { callAdmin, type AdminCaller } from "./admin-call.ts";
import { siteEvents, type EventsInput, type EventsOptions, type SiteEvent } from "./admin-events.ts";
import { operations, type Operations } from "./admin-generated.ts";
import type { AdminOperation } from "./admin-operation.ts";
import type { CallOptions } from "./operation.ts";
import { withPages } from "./pages.ts";
import type { Input } from "./request.ts";

export interface AdminClientOptions {
  /** The server's address, as in its `PUBLIC_URL`. Absent: the origin of the page, whose cookie is the identity. */
  url?: string | undefined;
  /** A personal access token, or a function that returns it when needed. Absent: the browser's cookie. */
  token?: AdminCaller["token"];
  /** The slug of the site whose operations name none. */
  site?: string | undefined;
  /** Replaces the platform's own. */
  fetch?: AdminCaller["fetch"] | undefined;
  /** How many retries may follow the first try, if they are safe: 2. */
  retries?: number | undefined;
  /** The timeout of one try: 30 seconds. */
  timeoutMs?: number | undefined;
}

export interface AdminClient extends Operations {
  /**
   * The events of a site, while they happen. A connection that ends is opened again, after the last event: one may come twice, and none is left out without
   * a `reset`. It ends by `break`, by the signal, or with a failure that waiting does not help against, such as `session_invalid`.
   */
  events(input?: EventsInput, options?: EventsOptions): AsyncGenerator<SiteEvent, void, undefined>;
  /** The same client, at this site. */
  withSite(site: string | undefined): AdminClient;
  /** The same client with another token; without one, with the browser's cookie. */
  withToken(token: AdminClientOptions["token"]): AdminClient;
}

export function createAdminClient(options: AdminClientOptions = {}): AdminClient {
  const { url = "", token, site, retries = 2, timeoutMs = 30_000 } = options;
  // Looked up on each call: tests and tracers replace it.
  const ownFetch: AdminCaller["fetch"] = (address, init) => fetch(address, init);
  return clientOf({ url: url.replace(/\/+$/, ""), token, site, fetch: options.fetch ?? ownFetch, retries, timeoutMs });
}

function clientOf(caller: AdminCaller): AdminClient {
  const groups = Object.entries(operations).map(([group, rows]) => [
    group,
    Object.fromEntries(Object.entries(rows).map(([id, operation]) => [id, methodOf(caller, id, operation)])),
  ]);
  return {
    ...(Object.fromEntries(groups) as Operations),
    events: (input, options) => siteEvents(caller, input, options),
    withSite: (site) => clientOf({ ...caller, site }),
    withToken: (token) => clientOf({ ...caller, token }),
  };
}

function methodOf(caller: AdminCaller, id: string, operation: AdminOperation) {
  const method = (input?: Input, options?: CallOptions) => callAdmin(caller, id, operation, input, options);
  return operation.paged ? withPages(method) : method;
}
