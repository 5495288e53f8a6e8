import { readFileSync } from "node:fs";
import { packageFolder } from "./lib/package-folder.ts";

/** The version of the package, the same in a checkout and when published. */
export const { version } = JSON.parse(readFileSync(new URL("package.json", packageFolder), "utf8")) as { version: string };
