import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { chmod, copyFile, lstat, mkdir, realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import type { StagedFile } from "../media/index.ts";

/** The files that come with a bundle. */
export interface BundleFiles {
  /**
   * Copies a file into a folder of this machine, and resolves with the path of the copy. Undefined: there is no such file. Throws FileExcess for one
   * of more than `maxBytes`.
   */
  copy(path: string, to: { folder: string; maxBytes: number }): Promise<string | undefined>;
  /** What cleaning would say of a file of our own, which was cleaned before. Absent: every file is cleaned. */
  known?(path: string): StagedFile | undefined;
  close(): Promise<void>;
}

/** A file is larger than a media library takes. */
export class FileExcess extends Error {
  override readonly name = "FileExcess";
}

/** Whether a path stays below the place that it is relative to, on every system. */
export function isInside(path: string): boolean {
  return !/[\\\0:]/.test(path) && path.split("/").every((segment) => !["", ".", ".."].includes(segment));
}

/** The files below a folder. Links that lead elsewhere lead to nothing. */
export function filesInFolder(folder: string): BundleFiles {
  return {
    copy: async (path, to) => {
      const [root, source] = await Promise.all([realpath(folder), realpath(join(folder, path))]).catch(() => []);
      if (root === undefined || source === undefined || !source.startsWith(root.endsWith(sep) ? root : root + sep)) return undefined;
      const { size, isFile } = await lstat(source).then((stat) => ({ size: stat.size, isFile: stat.isFile() }));
      if (!isFile) return undefined;
      if (size > to.maxBytes) throw new FileExcess();
      await mkdir(to.folder, { recursive: true });
      const copy = join(to.folder, randomUUID());
      await copyFile(source, copy, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
      // A copy is as read-only as its original, and the store dates it.
      await chmod(copy, 0o600);
      return copy;
    },
    close: () => Promise.resolve(),
  };
}
