import { buildSync } from "esbuild";
import { rmSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

const built = new Map<string, string>();

/**
 * Compiles a program that processes of their own run, once, and returns its path: a process that compiles as it reads takes a second more
 * to start. The program lies within the server's folder, where the server finds its own files, until this process ends.
 */
export function buildProgram(source: URL): string {
  const builtPath = built.get(source.href);
  if (builtPath) return builtPath;
  const path = fileURLToPath(source);
  const outfile = fileURLToPath(new URL(`../../server/.cache/${basename(path, ".ts")}-${process.pid}.js`, import.meta.url));
  buildSync({ entryPoints: [path], outfile, bundle: true, platform: "node", format: "esm", target: "node20", packages: "external" });
  process.once("exit", () => rmSync(outfile, { force: true }));
  built.set(source.href, outfile);
  return outfile;
}
