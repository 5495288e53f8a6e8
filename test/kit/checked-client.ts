import { createClient, type Client, type ClientOptions } from "../../client/src/index.ts";
import type { TestServer, TestSite } from "./harness.ts";

/** A `fetch` that checks every response against the server's general promises. */
export function checkedFetch(server: Pick<TestServer, "ask">): NonNullable<ClientOptions["fetch"]> {
  return async (address, init) => {
    const { pathname, search } = new URL(address);
    const { status, headers, text } = await server.ask(pathname + search, init);
    return new Response(text === "" ? null : text, { status, headers });
  };
}

/** A visitor of the site, or of none, without retries: a test sees the first response. */
export function checkedClient(server: Pick<TestServer, "ask">, site?: Pick<TestSite, "key">): Client {
  return createClient({ baseUrl: "http://vitrine.invalid", apiKey: site?.key, fetch: checkedFetch(server), retries: 0 });
}
