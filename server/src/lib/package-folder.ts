import { existsSync } from "node:fs";

/** The folder of this package, with the files that are read by their paths. A build moves the modules, so the folder is found by its manifest. */
export const packageFolder = ((): URL => {
  let folder = new URL("./", import.meta.url);
  while (!existsSync(new URL("package.json", folder))) folder = new URL("../", folder);
  return folder;
})();
