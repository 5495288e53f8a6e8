import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Deps } from "../../../deps.ts";

/** Removes what processes that died were receiving or making then. */
export async function removeAbandonedUploads({ media }: Pick<Deps, "media">, before: Date): Promise<void> {
  // Without a single upload there is no folder.
  const names = await readdir(media.uploads).catch(() => []);
  for (const name of names) {
    const path = join(media.uploads, name);
    // Another process may have removed it.
    const stats = await stat(path).catch(() => undefined);
    if (stats && stats.mtime < before) await rm(path, { force: true });
  }
}
