import { cp, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { bundleText } from "./bundle.js";
import { copyStorefront, showDots } from "./copy-storefront.js";
import { requireEmptyFolder } from "./empty-folder.js";
import { envText } from "./env.js";
import { nameOf, slugOf } from "./names.js";
import { packageOf } from "./package-file.js";
import { randomSecret } from "./secrets.js";
import { siteConfigText } from "./site-config.js";
import { ownFolder, sources } from "./sources.js";

/**
 * Writes the storefront, the site's bundle, .env and a package.json for both into the folder. `vendored` says where packages come from
 * that are not published; without it, they come in the version of this one.
 */
export async function makeProject(folder, ports, vendored) {
  if (!vendored) await requireEmptyFolder(folder);
  const slug = slugOf(basename(folder));
  const name = nameOf(slug);
  const apiKey = `pk_${randomSecret(32)}`;

  await copyStorefront(sources.storefront, folder);
  await showDots(folder);
  await rename(join(folder, "README.md"), join(folder, "STOREFRONT.md"));
  await cp(join(ownFolder, "project"), folder, { recursive: true });
  const write = (file, text) => writeFile(join(folder, file), text);
  const change = async (file, into) => write(file, into(await readFile(join(folder, file), "utf8")));

  const { version } = JSON.parse(await readFile(join(ownFolder, "package.json"), "utf8"));
  const dependencies = vendored ?? { vitrine: version, "@vitrine/client": version };
  const own = { name: slug, dependencies, port: ports.storefront };
  await change("package.json", (text) => `${JSON.stringify(packageOf(JSON.parse(text), own), null, 2)}\n`);
  await change("site.config.ts", (text) => siteConfigText(text, name));
  await change("README.md", (text) => text.replaceAll("{{name}}", name).replaceAll("{{slug}}", slug));
  await change(".gitignore", (text) => `${text}data/\n`);
  await write(".env", envText({ ports, apiKey, revalidateSecret: randomSecret(40) }));
  await mkdir(join(folder, "site"));
  const [siteText, shopText] = await Promise.all(["site.yaml", "shop.yaml"].map((file) => readFile(join(sources.starter, file), "utf8")));
  await write(
    "site/site.yaml",
    bundleText({ siteText, shopText, slug, name, apiKey, storefrontUrl: `http://localhost:${ports.storefront}` }),
  );
}
