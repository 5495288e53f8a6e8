import { lstat, mkdir, readdir, readlink, rm, symlink } from "node:fs/promises";
import { join } from "node:path";

/**
 * Gives a copy of the repository the packages that are installed here, in the place of those that it has. Links to workspaces are taken
 * over as they are: they lead to the workspaces of the copy.
 */
export async function linkPackages(repository: string, copy: string, isWanted: (name: string) => boolean = () => true): Promise<void> {
  for (const folder of ["node_modules", "server/node_modules"]) {
    const target = join(copy, folder);
    await rm(target, { recursive: true, force: true });
    await mkdir(target);
    const names = (await readdir(join(repository, folder))).filter(isWanted);
    await linkAll(join(repository, folder), target, names);
  }
}

async function linkAll(from: string, to: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const path = join(from, name);
    const ownLink = (await lstat(path)).isSymbolicLink() ? await readlink(path) : undefined;
    // The scope of the workspaces.
    if (ownLink === undefined && name === "@vitrine") {
      await mkdir(join(to, name));
      await linkAll(path, join(to, name), await readdir(path));
    } else await symlink(ownLink ?? path, join(to, name));
  }
}
