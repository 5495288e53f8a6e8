import { readFile } from "node:fs/promises";
import { packageFolder } from "../../../lib/package-folder.ts";
import { readWellFormedBundle, type Bundle } from "../../content/bundle/index.ts";

const file = new URL("starter/site.yaml", packageFolder);
let read: Promise<Bundle> | undefined;

/** The initial content of every new site, with a slug and name to replace. Read when the first site is made. */
export function starterSite(): Promise<Bundle> {
  read ??= readFile(file, "utf8")
    .then((text) => readWellFormedBundle(text))
    .catch((error: unknown) => {
      read = undefined;
      throw error;
    });
  return read;
}
