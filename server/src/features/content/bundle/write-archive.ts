import { rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { CommandError } from "../../../lib/cli/command.ts";
import { outputFile } from "../../../lib/media/output-file.ts";
import type { ObjectStore } from "../../../ports/object-store.ts";
import type { ExportedBundle } from "./export-bundle.ts";

/**
 * Writes a bundle and its files as a `.zip`, one file after another, under a temporary name until it is whole. Only this user can read it. Throws a
 * CommandError for a file that is gone.
 */
export async function writeArchive(
  store: ObjectStore,
  { text, assets }: ExportedBundle,
  { path, name, now }: { path: string; name: string; now: Date },
): Promise<void> {
  const unfinished = `${path}.unfinished`;
  const zip = new ZipFile();
  const output = outputFile(unfinished, "w");
  const fail = (error: unknown) => void output.destroy(error instanceof Error ? error : new Error(String(error)));
  zip.on("error", fail);
  zip.addBuffer(Buffer.from(text), name, { mtime: now });
  for (const { path: entry, key, bytes } of assets) {
    // Most files are compressed already.
    zip.addReadStreamLazy(entry, { compress: false, mtime: now, size: bytes }, (give) => {
      void store.get(key).then((object) => {
        if (!object) return fail(gone(entry));
        object.stream.on("error", fail);
        give(null, object.stream);
      }, fail);
    });
  }
  zip.end();
  try {
    await pipeline(zip.outputStream, output);
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

function gone(path: string): CommandError {
  return new CommandError(
    `The file ${path} is gone from the store. Run the export again; if it fails again, restore the file from a backup.`,
  );
}
