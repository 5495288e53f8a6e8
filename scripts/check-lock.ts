/** Checks that the lock file serves every platform and every registry, whichever machine wrote it, and that no dependency runs an install script. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { lockErrors, type LockFile } from "./lock-errors.ts";

// An empty result is not a success: sharp alone has 25 builds, with libvips.
const fewestBuilds = 60;

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8")) as unknown;

const { errors, builds } = lockErrors(read("package-lock.json") as LockFile, (folder) => {
  try {
    return (read(join(folder, "package.json")) as { optionalDependencies?: Record<string, string> }).optionalDependencies;
  } catch {
    // A build for another platform, which is not installed here.
    return undefined;
  }
});
const { allowScripts } = read("package.json") as { allowScripts: Record<string, boolean> };
const { packages } = read("package-lock.json") as { packages: Record<string, { hasInstallScript?: boolean }> };
for (const [path, { hasInstallScript = false }] of Object.entries(packages)) {
  const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  // Ours, at the top, builds a checkout.
  if (hasInstallScript && path.includes("node_modules/") && allowScripts[name] !== false)
    errors.push(`${name} has an install script: switch it off in allowScripts of package.json.`);
}
if (builds < fewestBuilds) errors.push(`Only ${builds} builds for platforms were found: the check misses packages.`);
for (const error of errors) console.error(error);
if (errors.length === 0) console.log(`Checked ${builds} builds for platforms in the lock file.`);
process.exitCode = errors.length > 0 ? 1 : 0;
