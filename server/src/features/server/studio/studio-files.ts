import { readFile } from "node:fs/promises";
import type { Coding } from "../../../lib/http/compressed-text.ts";
import { packageFolder } from "../../../lib/package-folder.ts";

const folder = new URL("studio/", packageFolder);

/** The page, whose links lead to files below `base`, and which names the viewer of pages. Undefined: the studio is not built yet. */
export async function readStudioPage(base: string, viewerUrl: string): Promise<string | undefined> {
  // Read each time: a checkout may build it anew while the server runs.
  const page = await readFile(new URL("index.html", folder), "utf8").catch(undefinedIfAbsent);
  return page?.replaceAll(/ (src|href)="\.\//g, ` $1="${base}`).replace("{viewer}", viewerUrl);
}

const endings = { br: ".br", gzip: ".gz", identity: "" } as const;

/** A file of the build, as it was compressed there if it was. `name` must be nothing but a file's name. */
export async function readStudioFile(name: string, coding: Coding): Promise<{ bytes: Buffer; coding: Coding } | undefined> {
  const read = (ending: string) => readFile(new URL(`assets/${name}${ending}`, folder)).catch(undefinedIfAbsent);
  const compressed = coding === "identity" ? undefined : await read(endings[coding]);
  if (compressed) return { bytes: compressed, coding };
  const bytes = await read("");
  return bytes && { bytes, coding: "identity" };
}

function undefinedIfAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
