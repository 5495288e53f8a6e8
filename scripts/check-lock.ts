/** Checks that the lock file serves every platform and every registry, whichever machine wrote it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { lockFaults, type LockFile } from "./lock-faults.ts";

// An empty result is no success: sharp alone has 25 builds, with libvips.
const fewestBuilds = 60;

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8")) as unknown;

const { faults, builds } = lockFaults(read("package-lock.json") as LockFile, (folder) => {
  try {
    return (read(join(folder, "package.json")) as { optionalDependencies?: Record<string, string> }).optionalDependencies;
  } catch {
    // A build for another platform, which is not installed here.
    return undefined;
  }
});
if (builds < fewestBuilds) faults.push(`Only ${builds} builds for platforms were found: the check misses packages.`);
for (const fault of faults) console.error(fault);
if (faults.length === 0) console.log(`Checked ${builds} builds for platforms in the lock file.`);
process.exitCode = faults.length > 0 ? 1 : 0;
