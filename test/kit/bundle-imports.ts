import { randomUUID } from "node:crypto";
import { importBundle } from "../../server/src/features/bundle/index.ts";
import { newApiKey } from "../../server/src/features/sites/api-key.ts";
import type { Deps } from "../../server/src/deps.ts";
import type { TestServer } from "./harness.ts";

/** Imports of bundles into a server's database. */
export function bundleImports(
  deps: Pick<Deps, "sql" | "clock" | "secrets" | "ids">,
  publicUrl: string,
): Pick<TestServer, "import" | "addSite"> {
  const importText: TestServer["import"] = (bundle, { dryRun = false, setStock = false, ids = deps.ids } = {}) =>
    importBundle(
      { sql: deps.sql, clock: deps.clock, secrets: deps.secrets, publicUrl, ids },
      typeof bundle === "string" ? bundle : JSON.stringify(bundle),
      { dryRun, setStock, onProgress: () => undefined },
    );
  return {
    import: importText,
    addSite: async (bundle = {}) => {
      const slug = `site-${randomUUID().slice(0, 12)}`;
      const key = newApiKey();
      const site = { slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur", ...(bundle.site as object | undefined) };
      const { siteId } = await importText({ bundle: 1, apiKeys: [{ name: "test", key }], ...bundle, site });
      return { slug: site.slug, id: siteId, key };
    },
  };
}
