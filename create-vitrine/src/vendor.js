import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { CreateError } from "./create-error.js";
import { requireEmptyFolder } from "./empty-folder.js";
import { repositoryFolder } from "./sources.js";

const workspaces = ["server", "client", "demo"];

/**
 * Builds and packs the packages of this checkout into `vendor/` of the new folder: they are not published yet. Resolves with what to
 * depend on: { "@vitrine/client": "file:vendor/vitrine-client-0.1.0.tgz", … }
 */
export async function vendorPackages(folder, say) {
  await requireEmptyFolder(folder);
  const vendor = join(folder, "vendor");
  await mkdir(vendor, { recursive: true });
  say("Building and packing the server and the client of this checkout.");
  const selected = workspaces.flatMap((name) => ["-w", name]);
  await npm(["run", "build", "--if-present", ...selected]);
  const packed = JSON.parse(await npm(["pack", "--json", "--ignore-scripts", "--pack-destination", vendor, ...selected]));
  return Object.fromEntries(packed.map(({ name, filename }) => [name, `file:vendor/${filename}`]));
}

async function npm(args) {
  try {
    const { stdout } = await promisify(execFile)("npm", args, {
      cwd: repositoryFolder,
      shell: process.platform === "win32",
      maxBuffer: 32 * 1024 * 1024,
    });
    return stdout;
  } catch (error) {
    throw new CreateError(
      `\`npm ${args[0]}\` failed in ${repositoryFolder}. Has \`npm ci\` been run there?\n${error.stderr || error.message}`,
    );
  }
}
