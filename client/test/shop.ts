import { startServer, type TestServer, type TestServerOptions, type TestSite } from "../../test/kit/harness.ts";
import { checkedFetch } from "../../test/kit/checked-client.ts";
import { contactForm, formsPlugin } from "../../test/kit/form-site.ts";
import { sampleCatalog } from "../../test/kit/sample-catalog.ts";
import { sampleSite } from "../../test/kit/sample-site.ts";
import { paymentPlugin } from "../../test/kit/till.ts";
import { operations } from "../src/generated.ts";
import { createClient, type Client, type ClientOptions } from "../src/index.ts";

export interface Shop {
  server: TestServer;
  site: TestSite;
  /** The secret that its webhooks are signed with. */
  webhookSecret: string;
  /** A client of the site, or of nobody; every answer that it gets is held to what the server promises. */
  client(options?: Partial<ClientOptions>): Client;
  /** The ids of the operations that have answered with success. */
  succeeded: Set<string>;
}

/** A server with a site that has everything that there is to call. */
export async function openShop(options: TestServerOptions = {}): Promise<Shop> {
  const server = await startServer({ takesPayments: true, ...options });
  const plugins = paymentPlugin();
  const site = await server.addSite({
    ...{ ...sampleSite(), ...sampleCatalog(), forms: [contactForm()] },
    plugins: { ...plugins, ...formsPlugin().plugins },
    site: { locales: ["en", "de", "pt-BR"], allowedOrigins: ["https://shop.example"] },
  });
  const succeeded = new Set<string>();
  const checked = checkedFetch(server);
  const counted = async (address: string, init: RequestInit): Promise<Response> => {
    const response = await checked(address, init);
    if (response.ok) succeeded.add(idOf(init.method ?? "GET", new URL(address).pathname));
    return response;
  };
  return {
    ...{ server, site, succeeded },
    webhookSecret: plugins["svc.payments"].config.webhookSecrets[0] ?? "",
    client: (more) => createClient({ baseUrl: server.url, apiKey: site.key, fetch: counted, ...more }),
  };
}

function idOf(method: string, pathname: string): string {
  const rows = Object.values(operations).flatMap((group) => Object.entries(group));
  const fits = (path: string) => new RegExp(`^${path.replace(/\{\+\w+\}/g, ".+").replace(/\{\w+\}/g, "[^/]+")}$`).test(pathname);
  return rows.find(([, operation]) => operation.method === method && fits(operation.path))?.[0] ?? pathname;
}
