import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { FileRefusal, PreparedFile } from "../../../ports/pictures.ts";
import { asFileWork, claimFile, putPrepared, readMediaSettings, type FileDeps, type KeptFile } from "./keep-file.ts";
import { pictureOwner } from "./picture-owner.ts";

/** The files of a visitor's form, in steps, so that nothing is stored of a form that is refused. Each step happens once. */
export interface FormFiles {
  /** Recognises and cleans each file on this machine. */
  prepare(): Promise<readonly (PreparedFile | FileRefusal)[]>;
  /** Stores them, which `useFile` names afterwards: what nothing names is removed by the sweep. Throws one of `roomProblems`, or `unavailable`. */
  store(): Promise<readonly KeptFile[]>;
  /** Removes from this machine what the steps made. */
  end(): Promise<void>;
}

export function formFiles(deps: FileDeps, siteId: string, client: string, paths: readonly string[]): FormFiles {
  const { sql, media, pictures } = deps;
  const targets = paths.map(() => join(media.uploads, randomUUID()));
  let prepared: Promise<(PreparedFile | FileRefusal)[]> | undefined;
  let stored: Promise<KeptFile[]> | undefined;

  async function prepareAll(): Promise<(PreparedFile | FileRefusal)[]> {
    const { keepMetadata } = await readMediaSettings(sql, media, siteId);
    const owner = await pictureOwner(sql, siteId, client);
    const all: (PreparedFile | FileRefusal)[] = [];
    for (const [index, source] of paths.entries()) {
      all.push(await pictures.prepare(owner, { source, target: targets[index] ?? "", keepMetadata }));
    }
    return all;
  }

  async function storeAll(): Promise<KeptFile[]> {
    const quota = await readMediaSettings(sql, media, siteId);
    const all: KeptFile[] = [];
    for (const file of await prepare()) {
      if ("refused" in file) throw new Error("A file that was refused is not stored.");
      const { path: _, ...kept } = file;
      const { id, isStored } = await claimFile(deps, siteId, kept, quota);
      await putPrepared(deps, siteId, file, { isStored });
      all.push({ ...kept, id });
    }
    return all;
  }

  const prepare = () => (prepared ??= asFileWork(prepareAll));
  return {
    prepare,
    store: () => (stored ??= asFileWork(storeAll)),
    end: async () => {
      for (const target of targets) await rm(target, { force: true });
    },
  };
}
