import { readFile } from "node:fs/promises";
import { packageFolder } from "../../lib/package-folder.ts";

const folder = new URL("studio/", packageFolder);

/** The page, whose links lead to files below `base`, and which names the viewer of pages. Undefined: the studio is not built yet. */
export async function readStudioPage(base: string, viewerUrl: string): Promise<string | undefined> {
  // Read each time: a checkout may build it anew while the server runs.
  const page = await readFile(new URL("index.html", folder), "utf8").catch(undefinedIfAbsent);
  return page?.replaceAll(/ (src|href)="\.\//g, ` $1="${base}`).replace("{viewer}", viewerUrl);
}

/** A file of the build. `name` must be nothing but a file's name. */
export function readStudioFile(name: string): Promise<Buffer | undefined> {
  return readFile(new URL(`assets/${name}`, folder)).catch(undefinedIfAbsent);
}

function undefinedIfAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
