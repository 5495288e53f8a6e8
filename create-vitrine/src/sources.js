import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const own = new URL("../", import.meta.url);
const repository = new URL("../../", import.meta.url);

/** Whether this is Vitrine's repository and not the published package: then the packages come from beside it. */
export const isCheckout = existsSync(new URL("examples/storefront/package.json", repository));

/** The folders that a shop is made of. The published package has copies of them, which `npm run build` makes. */
export const sources = isCheckout
  ? { storefront: path("examples/storefront", repository), starter: path("server/starter", repository) }
  : { storefront: path("template/storefront", own), starter: path("template/starter", own) };

export const ownFolder = fileURLToPath(own);
export const repositoryFolder = fileURLToPath(repository);

function path(name, base) {
  return fileURLToPath(new URL(name, base));
}
