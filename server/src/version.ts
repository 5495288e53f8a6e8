import { readFileSync } from "node:fs";

/** The version of the package, the same in a checkout and when published. */
export const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string };
