import { randomBytes } from "node:crypto";
import { open, realpath, rename, rm, stat, writeFile } from "node:fs/promises";

/**
 * Writes a file that only this user can read. It is there when all of it is: until then, and where that fails, what was
 * there before. What is no file, such as /dev/stdout or a pipe, is written to as it is.
 */
export async function writePrivateFile(path: string, chunks: AsyncIterable<string> | Iterable<string>): Promise<void> {
  const existing = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (existing && !existing.isFile()) return writeFile(path, chunks);
  // A link goes on leading to it.
  const target = existing ? await realpath(path) : path;
  // Beside it, for only inside one file system a file is renamed at one go; and new, for a mode is given to new files alone.
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
