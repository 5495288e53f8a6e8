import type { Deps } from "../../../deps.ts";
import type { Sql } from "../../../ports/database.ts";
import { namedObjects, storedLengths, type NamedObject, type SiteOfFiles } from "./named-objects.ts";

/** A file of a site that its row names, and that the store does not have as it should. */
interface LostFile {
  site: string;
  key: string;
  bytes: number;
  /** The length that the store has there; null: it has none. */
  storedBytes: number | null;
  /** The names of the assets that show it. */
  assets: string[];
}

export interface CheckedFiles {
  objects: number;
  bytes: number;
  lost: LostFile[];
  /** Variants that the store lacks: the next request makes them anew. */
  lostVariants: number;
}

/** Compares the objects that the rows of a site name with those of the store, without reading any. */
export async function checkFiles({ sql, store }: Pick<Deps, "sql" | "store">, site: SiteOfFiles): Promise<CheckedFiles> {
  // First the store: what is stored meanwhile may be missing here, and is asked for by itself.
  const lengths = await storedLengths(store, site.id);
  const checked: CheckedFiles = { objects: 0, bytes: 0, lost: [], lostVariants: 0 };
  const suspects: NamedObject[] = [];
  for await (const object of namedObjects(sql, site.id)) {
    checked.objects += 1;
    checked.bytes += object.bytes;
    if (lengths.get(object.key) !== object.bytes) suspects.push(object);
  }
  if (suspects.length === 0) return checked;
  const lost = new Map<string, NamedObject & { storedBytes: number | null }>();
  for (const object of suspects) {
    const storedBytes = (await store.head(object.key))?.bytes ?? null;
    if (storedBytes !== object.bytes) lost.set(object.key, { ...object, storedBytes });
  }
  // Rows no longer name objects that were removed meanwhile.
  const named: (NamedObject & { storedBytes: number | null })[] = [];
  for await (const { key } of namedObjects(sql, site.id)) {
    const lostObject = lost.get(key);
    if (lostObject) named.push(lostObject);
  }
  const originals = named.filter(({ kind }) => kind !== "variant");
  const names = await assetNames(
    sql,
    site.id,
    originals.flatMap(({ sha256 }) => sha256 ?? []),
  );
  checked.lost = originals.map(({ key, bytes, storedBytes, sha256 = "" }) => {
    return { site: site.slug, key, bytes, storedBytes, assets: names.get(sha256) ?? [] };
  });
  checked.lostVariants = named.length - originals.length;
  return checked;
}

async function assetNames(sql: Sql, siteId: string, digests: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await sql<{ sha256: string; name: string }>`
    select files.sha256, assets.name
    from asset_files as files
    join assets on assets.site_id = ${siteId} and assets.file_id = files.id
    where files.site_id = ${siteId} and files.sha256 = any (${digests})
    order by assets.name, assets.id`;
  const names = new Map<string, string[]>();
  for (const { sha256, name } of rows) names.set(sha256, [...(names.get(sha256) ?? []), name]);
  return names;
}
