import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FileRefusal, Pictures, PreparedFile } from "../../server/src/ports/pictures.ts";

/** Whose turn the work takes, where that makes no difference. */
export const somebody = { account: "an account", site: "a site", client: "a client" };

/** A folder for the files of one test file. */
export async function pictureFolder() {
  const path = await mkdtemp(join(tmpdir(), "vitrine-pictures-"));
  let fileCount = 0;
  return {
    path,
    /** A new file with these bytes. */
    write: async (bytes: Buffer | string): Promise<string> => {
      const file = join(path, `file-${(fileCount += 1)}`);
      await writeFile(file, bytes);
      return file;
    },
    names: () => readdir(path),
    remove: () => rm(path, { recursive: true, force: true }),
  };
}

export type PictureFolder = Awaited<ReturnType<typeof pictureFolder>>;

/** Prepares bytes as an upload. */
export async function prepareBytes(
  pictures: Pictures,
  folder: PictureFolder,
  bytes: Buffer | string,
  { keepMetadata = false } = {},
): Promise<PreparedFile | FileRefusal> {
  const source = await folder.write(bytes);
  return pictures.prepare(somebody, { source, target: `${source}.cleaned`, keepMetadata });
}
