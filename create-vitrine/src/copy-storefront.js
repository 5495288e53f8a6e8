import { cp, readdir, rename } from "node:fs/promises";
import { basename, join } from "node:path";

/** Files that are generated, or that belong to one installation. The lock file belongs to other dependencies. */
const leftOut = new Set(["node_modules", ".next", ".env", "next-env.d.ts", "package-lock.json", "tsconfig.tsbuildinfo"]);

/** Copies the storefront, without what is made of it. */
export async function copyStorefront(from, to) {
  // npm leaves a file of the name .npmrc out of packages, and takes .gitignore for its own: the template has them without their dots.
  await cp(from, to, { recursive: true, filter: (source) => !leftOut.has(basename(source)) });
}

const dotless = { "dot-npmrc": ".npmrc", "dot-gitignore": ".gitignore" };

/** For the published template. */
export async function hideDots(folder) {
  for (const [hidden, name] of Object.entries(dotless)) await rename(join(folder, name), join(folder, hidden));
}

/** For a shop; nothing to do in a checkout. */
export async function showDots(folder) {
  const present = new Set(await readdir(folder));
  for (const [hidden, name] of Object.entries(dotless)) if (present.has(hidden)) await rename(join(folder, hidden), join(folder, name));
}
