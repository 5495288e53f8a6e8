import { startServer, type TestServer, type TestServerOptions, type TestSite } from "../../test/kit/harness.ts";
import { checkedFetch } from "../../test/kit/checked-client.ts";
import { contactForm, formsPlugin } from "../../test/kit/form-site.ts";
import { sampleCatalog } from "../../test/kit/sample-catalog.ts";
import { sampleSite } from "../../test/kit/sample-site.ts";
import { paymentPlugin } from "../../test/kit/checkout-client.ts";
import { createClient, type Client, type ClientOptions } from "../src/index.ts";

export interface Shop {
  server: TestServer;
  site: TestSite;
  /** The secret that its webhooks are signed with. */
  webhookSecret: string;
  /** A client of the site, or of none; every response that it gets is checked against the server's promises. */
  client(options?: Partial<ClientOptions>): Client;
}

/** A server with a site that has data for every operation. */
export async function openShop(options: TestServerOptions = {}): Promise<Shop> {
  const server = await startServer({ takesPayments: true, ...options });
  const plugins = paymentPlugin();
  const site = await server.addSite({
    ...sampleSite(),
    ...sampleCatalog(),
    forms: [contactForm()],
    plugins: { ...plugins, ...formsPlugin().plugins },
    site: { locales: ["en", "de", "pt-BR"], allowedOrigins: ["https://shop.example"] },
  });
  return {
    server,
    site,
    webhookSecret: plugins["svc.payments"].config.webhookSecrets[0] ?? "",
    client: (more) => createClient({ baseUrl: server.url, apiKey: site.key, fetch: checkedFetch(server), ...more }),
  };
}
