import { randomUUID } from "node:crypto";
import { demoFiles } from "../../server/src/demo-files.ts";
import { importBundle } from "../../server/src/features/content/bundle/index.ts";
import type { ImportOptions } from "../../server/src/features/content/bundle/save-bundle.ts";
import { newApiKey } from "../../server/src/features/server/sites/api-key.ts";
import type { Deps } from "../../server/src/deps.ts";
import type { Ids } from "../../server/src/ports/ids.ts";
import type { TestServer } from "./harness.ts";

export interface GivenImportOptions extends Partial<Pick<ImportOptions, "dryRun" | "setStock" | "overwrite" | "only">> {
  ids?: Ids;
}

/** Imports of bundles into a server's database. */
export function bundleImports(
  deps: Pick<Deps, "sql" | "clock" | "secrets" | "ids" | "store" | "pictures" | "media">,
  publicUrl: string,
): Pick<TestServer, "import" | "addSite"> {
  const importText: TestServer["import"] = (bundle, { dryRun = false, setStock = false, overwrite = false, only, ids = deps.ids } = {}) => {
    const { sql, clock, secrets, store, pictures, media } = deps;
    return importBundle(
      { sql, clock, secrets, store, pictures, media, publicUrl, ids },
      typeof bundle === "string" ? bundle : JSON.stringify(bundle),
      // Those of the demo site, if the bundle is its.
      { dryRun, setStock, overwrite, only, onProgress: () => undefined, files: demoFiles() },
    );
  };
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
