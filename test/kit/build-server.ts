import { execFile } from "node:child_process";
import { readdir, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const repository = new URL("../../", import.meta.url);

/** Builds the server and the sandbox unless they are built: processes start from the build, which spares each of them the translation. */
export async function setup(): Promise<void> {
  await buildUnlessBuilt(new URL("sandbox/", repository), "dist/index.js");
  await buildUnlessBuilt(new URL("server/", repository), "dist/cli.js");
}

async function buildUnlessBuilt(workspace: URL, entry: string): Promise<void> {
  const sources = await readdir(new URL("src/", workspace), { recursive: true });
  const changed = await Promise.all(sources.map(async (name) => (await stat(new URL(`src/${name}`, workspace))).mtimeMs));
  const built = await stat(new URL(entry, workspace)).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
  if (built > Math.max(...changed)) return;
  const tsc = fileURLToPath(new URL("node_modules/typescript/bin/tsc", repository));
  await promisify(execFile)(process.execPath, [tsc, "-p", "tsconfig.build.json"], { cwd: fileURLToPath(workspace) });
}
