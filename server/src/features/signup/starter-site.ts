import { readFile } from "node:fs/promises";
import { readBundle, type Bundle } from "../bundle/index.ts";

const file = new URL("../../../starter/site.yaml", import.meta.url);
let read: Promise<Bundle> | undefined;

/** The initial content of every new site, with a slug and name to replace. Read when the first site is made. */
export function starterSite(): Promise<Bundle> {
  read ??= readFile(file, "utf8")
    .then((text) => readBundle(text).bundle)
    .catch((error: unknown) => {
      read = undefined;
      throw error;
    });
  return read;
}
