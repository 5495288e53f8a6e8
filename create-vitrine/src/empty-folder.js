import { mkdir, readdir } from "node:fs/promises";
import { CreateError } from "./create-error.js";

/** Makes the folder, unless it is there and empty. Throws if something is in it. */
export async function requireEmptyFolder(folder) {
  await mkdir(folder, { recursive: true }).catch((error) => {
    throw new CreateError(`${folder} cannot be made (${error.code ?? error.message}). Name another folder.`);
  });
  if ((await readdir(folder)).length > 0) throw new CreateError(`${folder} is not empty. Name a folder that does not exist yet.`);
}
