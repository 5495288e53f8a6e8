import { randomUUID } from "node:crypto";
import { newApiKey } from "../../server/src/features/server/sites/api-key.ts";
import { createClient } from "../../client/src/index.ts";
import { sampleCatalog } from "../kit/sample-catalog.ts";
import { sampleSite } from "../kit/sample-site.ts";
import { vitrine } from "../kit/vitrine-process.ts";

const secretKey = Buffer.alloc(32, 7).toString("base64");

/** The common settings of these servers, besides the database. */
export const quiet = { SECRET_KEY: secretKey, MAIL_CATCHER: "on", RATE_LIMITS: "off", PROCESSOR_API_URL: "http://127.0.0.1:9" };

export interface PublishedSite {
  apiKey: string;
  /** Publishes the page `home` with another title, from a process of its own. */
  publish(title: string): Promise<void>;
  /** The title of the page `home`, as the server shows it. */
  titleAt(url: string): Promise<string>;
}

/** Imports a site for all requests of a load. It also migrates the database. */
export async function publishSite(env: Readonly<Record<string, string>>): Promise<PublishedSite> {
  const apiKey = newApiKey();
  const site = {
    slug: `site-${randomUUID().slice(0, 12)}`,
    name: "A site",
    defaultLocale: "en",
    locales: ["en", "de", "pt-BR"],
    currency: "eur",
  };
  const run = async (args: string[], stdin = "") => {
    const { code, stderr } = await vitrine(args, env, stdin);
    if (code !== 0) throw new Error(`vitrine ${args.join(" ")}: ${stderr}`);
  };
  await run(["migrate"]);
  await run(
    ["site", "import", "-"],
    JSON.stringify({ bundle: 1, ...sampleCatalog(), ...sampleSite(), site, apiKeys: [{ name: "test", key: apiKey }] }),
  );
  return {
    apiKey,
    publish: (title) => run(["site", "import", "-"], JSON.stringify({ bundle: 1, site, pages: [{ slug: "home", locale: "en", title }] })),
    titleAt: async (url) => (await createClient({ baseUrl: url, apiKey, retries: 0 }).content.getPage({ slug: "home" })).title,
  };
}
