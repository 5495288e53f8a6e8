import { nameInAddress, readStoredAssets } from "../media/index.ts";
import type { Sql } from "../../../ports/database.ts";

/** A file that an export names. */
export interface ExportedAsset {
  /** Beside the bundle. */
  path: string;
  /** In the store. */
  key: string;
  bytes: number;
}

/** The section of a bundle with all assets of a site, what their files are, and how the bundle calls them by id. */
export async function assetSection(
  tx: Sql,
  siteId: string,
): Promise<{ section: object[]; files: ExportedAsset[]; names: Map<string, string> }> {
  const assets = await readStoredAssets(tx, siteId);
  const names = new Map<string, string>();
  const taken = { names: new Set<string>(), paths: new Set<string>() };
  const written = assets.map(({ id, name: ownName, extension, key, bytes, title, alt, tags, folder, focus }) => {
    // Files of the same name are told apart; the path has letters that every system takes.
    const name = distinct(ownName, taken.names);
    const path = `files/${distinct(nameInAddress(ownName, extension), taken.paths)}`;
    names.set(id, name);
    const isCentred = focus.every((part) => part === 0.5);
    const words = {
      ...(title === "" ? {} : { title }),
      ...(Object.keys(alt).length === 0 ? {} : { alt }),
      ...(tags.length === 0 ? {} : { tags }),
      ...(folder === "" ? {} : { folder }),
      ...(isCentred ? {} : { focus }),
    };
    return { item: { path, name, ...words }, file: { path, key, bytes } };
  });
  return { section: written.map(({ item }) => item), files: written.map(({ file }) => file), names };
}

/** The name, with a number before its ending where it is taken: `chair-2.jpg`. */
function distinct(name: string, taken: Set<string>): string {
  const dot = name.lastIndexOf(".");
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${stem.slice(0, 180)}-${number}${ending}`;
  taken.add(free);
  return free;
}
