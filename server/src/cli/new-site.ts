import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { transliterate } from "transliteration";
import { CommandError } from "../lib/cli/command.ts";
import { packageFolder } from "../lib/package-folder.ts";
import { randomBase62 } from "../lib/secrets/secret.ts";

const starter = new URL("starter/", packageFolder);

/** Writes a folder with a site to begin with: the starter's types and pages, a few products, a README. Resolves with the next steps. */
export async function newSite(folder: string): Promise<string> {
  const folderName = basename(resolve(folder));
  const slug = slugOf(folderName);
  const name = nameOf(folderName, slug);
  await makeEmptyFolder(folder);
  const [site, shop, readme] = await Promise.all(
    ["site.yaml", "shop.yaml", "README.md"].map((name) => readFile(new URL(name, starter), "utf8")),
  );
  const file = join(folder, "site.yaml");
  const schema = relative(folder, fileURLToPath(new URL("bundle.schema.json", packageFolder)));
  await writeFile(file, bundleText(site ?? "", shop ?? "", { slug, name, schema: schema.replaceAll("\\", "/") }));
  await writeFile(join(folder, "README.md"), (readme ?? "").replaceAll("{{name}}", name).replaceAll("{{slug}}", slug));
  return [`Wrote ${file}, a site with pages, a form and products.`, "", "Next:", `  npx vitrine dev ${file}`].join("\n");
}

async function makeEmptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`${folder} cannot be made (${error.code ?? error.message}). Name another folder.`);
  });
  if ((await readdir(folder)).length > 0) throw new CommandError(`${folder} is not empty. Name a folder that does not exist yet.`);
}

/** The name of a folder as a slug: 3 to 40 small letters, digits and hyphens. */
export function slugOf(name: string): string {
  // Some file systems store an accent as a mark of its own.
  const words = transliterate(name.normalize("NFKC"))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 40)
    .replace(/-+$/, "");
  return words.length >= 3 ? words : `my-${words || "site"}`;
}

/** The name as it was typed, unless it was typed as a slug. */
function nameOf(folderName: string, slug: string): string {
  const isWritten = folderName !== slug && folderName.length >= 2 && folderName.length <= 80;
  const words = slug.replaceAll("-", " ");
  return isWritten ? folderName : words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** The starter's bundle under a name of its own, with the shop, a key, and keys for the sandbox processor. */
function bundleText(site: string, shop: string, { slug, name, schema }: { slug: string; name: string; schema: string }): string {
  const shownName = /^[A-Za-z][A-Za-z0-9 ]*$/.test(name) ? name : JSON.stringify(name);
  const [settings, content] = [site.indexOf("  defaultLocale:"), site.indexOf("\nblockTypes:")];
  const head = `# yaml-language-server: $schema=${schema}
# ${name}: pages, posts, a form and a shop, in one file. \`npx vitrine dev site.yaml\` imports it whenever you save it.
# docs/build/bundles.md describes every member.

bundle: 1

site:
  slug: ${slug}
  name: ${shownName}
`;
  const keys = `apiKeys:
  # Your storefront reads with it. It is public.
  - name: web
    key: pk_${randomBase62(32)}

plugins:
  svc.forms: { enabled: true }
  # Keys of the sandbox, in which no money moves. docs/run/going-live.md says how to put those of Stripe in their place.
  svc.payments:
    enabled: true
    config:
      secretKey: sk_test_${randomBase62(24)}
      publishableKey: pk_test_${randomBase62(24)}
      webhookSecrets: [whsec_${randomBase62(24)}]
      currency: eur
`;
  const namedContent = site.slice(content).replace("      title: Starter\n", () => `      title: ${shownName}\n`);
  return `${head}${site.slice(settings, site.indexOf("apiKeys:"))}${keys}${namedContent}\n${shop}`;
}
