import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

/** A file of the installed demo package. `path` is relative to its folder and must not come from a request. */
export function demoFile(path: string): URL {
  return new URL(path, pathToFileURL(createRequire(import.meta.url).resolve("@vitrine/demo/package.json")));
}

/** Where a file that a request names is not there. */
export function undefinedIfAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
