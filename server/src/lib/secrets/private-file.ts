import { randomBytes } from "node:crypto";
import { open, realpath, rename, rm, stat, writeFile } from "node:fs/promises";

/**
 * Writes a file that only this user can read. It appears once it is complete: until then, and after a failure, the previous
 * file stays. A path that is not a file, such as /dev/stdout or a pipe, is written to directly.
 */
export async function writePrivateFile(path: string, chunks: AsyncIterable<string> | Iterable<string>): Promise<void> {
  const existing = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (existing && !existing.isFile()) return writeFile(path, chunks);
  // A link stays a link.
  const target = existing ? await realpath(path) : path;
  // In the same folder, because a rename is atomic only inside one file system; and new, because only a new file gets the mode.
  const unfinished = `${target}.${randomBytes(6).toString("hex")}.tmp`;
  const file = await open(unfinished, "wx", 0o600);
  try {
    await writeFile(file, chunks).finally(() => file.close());
    await rename(unfinished, target);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
