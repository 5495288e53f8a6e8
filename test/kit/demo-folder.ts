import { existsSync } from "node:fs";
import { constants, cp, mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { inject, vi } from "vitest";
import { serveProcess } from "./vitrine-process.ts";

/**
 * Copies a data folder with the demo site to this path. An import takes many times as long as the start of a server that has the site, so the
 * first test file of a run makes the folder, while others wait. Only on the embedded database.
 */
export async function copyDemoFolder(path: string): Promise<void> {
  const shared = inject("sharedFolder");
  const folder = join(shared, "demo");
  const isFirst = await mkdir(join(shared, "demo-lock")).then(
    () => true,
    () => false,
  );
  if (isFirst) await makeDemoFolder(shared, folder);
  await vi.waitUntil(() => existsSync(folder), { timeout: 150_000 });
  await cp(folder, path, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

async function makeDemoFolder(shared: string, folder: string): Promise<void> {
  const unfinished = join(shared, "demo-unfinished");
  const server = await serveProcess(["--demo"], { DATA_DIR: unfinished, SANDBOX_PORT: "0" });
  await server.end("SIGTERM");
  await rename(unfinished, folder);
}
