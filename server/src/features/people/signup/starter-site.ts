import { readFile } from "node:fs/promises";
import { packageFolder } from "../../../lib/package-folder.ts";
import { readWellFormedBundle, type Bundle } from "../../content/bundle/index.ts";
import type { SiteTemplate } from "./new-site-body.ts";

const starter = new URL("starter/", packageFolder);
const bundles = new Map<SiteTemplate, Promise<Bundle>>();

/** The initial content of a new site, with a slug and name to replace. Read when the first site of the template is made. */
export function starterSite(template: SiteTemplate = "SITE"): Promise<Bundle> {
  const bundle = bundles.get(template) ?? readTemplate(template);
  bundles.set(template, bundle);
  void bundle.catch(() => bundles.delete(template));
  return bundle;
}

async function readTemplate(template: SiteTemplate): Promise<Bundle> {
  const site = await readFile(new URL("site.yaml", starter), "utf8");
  if (template === "SHOP") return readWellFormedBundle(`${site}\n${await readFile(new URL("shop.yaml", starter), "utf8")}`);
  const bundle = readWellFormedBundle(site);
  if (template === "SITE") return bundle;
  const { site: shell, apiKeys } = bundle;
  return { bundle: 1, site: shell, ...(apiKeys && { apiKeys }) };
}
