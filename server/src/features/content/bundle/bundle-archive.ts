import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { text as textOf } from "node:stream/consumers";
import { openPromise, type Entry, type ZipFile } from "yauzl";
import { CommandError } from "../../../lib/cli/command.ts";
import { outputFile } from "../../../lib/media/output-file.ts";
import { FileExcess, type BundleFiles } from "./bundle-files.ts";

/** Entries of an archive, and bytes of a bundle's text in it. */
const mostEntries = 100_000;
const mostTextBytes = 64 * 2 ** 20;

/** A `.zip` with a bundle at its top, and the files that it names. */
export interface BundleArchive {
  text: string;
  /** The name of the bundle in it. */
  name: string;
  files: BundleFiles;
}

/**
 * Opens an archive. Nothing is unpacked but what a bundle names, into names of our own, and never more of it than the archive announces; yauzl refuses names that lead
 * elsewhere. Throws a CommandError.
 */
export async function openArchive(path: string): Promise<BundleArchive> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch(damaged);
  try {
    const entries = await readEntries(zip);
    const bundles = [...entries.values()].filter(({ fileName }) => /^[^/]+\.(ya?ml|json)$/i.test(fileName));
    const [bundle] = bundles;
    if (!bundle || bundles.length > 1)
      throw new CommandError("The .zip must have one bundle at its top: a file that ends in .yaml or .json.");
    if (bundle.uncompressedSize > mostTextBytes) throw new CommandError(`The bundle in the .zip has more than ${mostTextBytes >> 20} MiB.`);
    const text = await textOf(await open(zip, bundle)).catch(damaged);
    const files: BundleFiles = {
      copy: async (name, { folder, maxBytes }) => {
        const entry = entries.get(name);
        if (!entry) return undefined;
        if (entry.uncompressedSize > maxBytes) throw new FileExcess();
        await mkdir(folder, { recursive: true });
        const copy = join(folder, randomUUID());
        // The stream fails where an entry has more bytes than it announces.
        await pipeline(await open(zip, entry), outputFile(copy, "wx")).catch(async (error: unknown) => {
          await rm(copy, { force: true });
          damaged(error);
        });
        return copy;
      },
      close: () => Promise.resolve(zip.close()),
    };
    return { text, name: bundle.fileName, files };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function readEntries(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > mostEntries) throw new CommandError(`The .zip has more than ${mostEntries} entries.`);
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName } = entry;
      if (fileName.endsWith("/")) continue;
      if (entries.has(fileName)) throw new CommandError(`The .zip has two entries with the name ${JSON.stringify(fileName)}.`);
      entries.set(fileName, entry);
    }
  } catch (error) {
    damaged(error);
  }
  return entries;
}

function open(zip: ZipFile, entry: Entry): Promise<Readable> {
  if (entry.isEncrypted()) throw new CommandError("The .zip is encrypted. Make one without a password.");
  return zip.openReadStreamPromise(entry).catch(damaged);
}

function damaged(error: unknown): never {
  if (error instanceof CommandError) throw error;
  const { code, message } = error as NodeJS.ErrnoException;
  throw new CommandError(code === "ENOENT" ? "File not found." : `The .zip cannot be read: ${message}.`);
}
