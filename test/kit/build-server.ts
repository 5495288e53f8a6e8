import { execFile } from "node:child_process";
import { readdir, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const server = new URL("../../server/", import.meta.url);

/** Builds the server unless it is built: processes start from the build, which spares each of them the translation. */
export async function setup(): Promise<void> {
  const sources = await readdir(new URL("src/", server), { recursive: true });
  const changed = await Promise.all(sources.map(async (name) => (await stat(new URL(`src/${name}`, server))).mtimeMs));
  const built = await stat(new URL("dist/cli.js", server)).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
  if (built > Math.max(...changed)) return;
  const tsc = fileURLToPath(new URL("../../node_modules/typescript/bin/tsc", import.meta.url));
  await promisify(execFile)(process.execPath, [tsc, "-p", "tsconfig.build.json"], { cwd: fileURLToPath(server) });
}
