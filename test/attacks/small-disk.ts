import { execFile, execFileSync } from "node:child_process";
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, rmdirSync, statfsSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const MiB = 1024 * 1024;

/** A file system of its own that a test may fill. */
export interface SmallDisk {
  path: string;
  /** Leaves so many MiB for everybody else. */
  fill(leftMiB: number): void;
  /** Removes the files of `fill`. */
  makeRoom(): void;
  remove(): Promise<void>;
}

/** True if this user may mount a file system. Warns if not. */
export function canMount(): boolean {
  try {
    const path = mount(1);
    execFileSync("umount", [path]);
    rmdirSync(path);
    return true;
  } catch {
    const why = "This user may not mount a file system: the tests of a full disk are left out. Run them as root.";
    if (process.env.CI === "true") throw new Error(why);
    console.warn(why);
    return false;
  }
}

function mount(sizeMiB: number): string {
  const path = mkdtempSync(join(tmpdir(), "vitrine-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${sizeMiB}m`, "tmpfs", path], { stdio: "ignore" });
  } catch (error) {
    rmdirSync(path);
    throw error;
  }
  // PostgreSQL runs as a user of its own.
  chmodSync(path, 0o755);
  return path;
}

export function openSmallDisk(sizeMiB: number): SmallDisk {
  const path = mount(sizeMiB);
  const ballast = join(path, "ballast");
  return {
    path,
    fill: (leftMiB) => {
      const file = openSync(ballast, "a");
      try {
        const { bavail, bsize } = statfsSync(path);
        let over = bavail * bsize - leftMiB * MiB;
        while (over > 0) over -= writeSync(file, Buffer.alloc(Math.min(over, MiB)));
      } catch (error) {
        // Another writer was faster: it is full.
        if ((error as { code?: string }).code !== "ENOSPC") throw error;
      } finally {
        closeSync(file);
      }
    },
    makeRoom: () => rmSync(ballast, { force: true }),
    remove: async () => {
      // Lazily: a process that was just killed may still have a file open there.
      await promisify(execFile)("umount", ["-l", path]);
      rmdirSync(path);
    },
  };
}
