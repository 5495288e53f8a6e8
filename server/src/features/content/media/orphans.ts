import type { Deps } from "../../../deps.ts";
import type { Sql } from "../../../ports/database.ts";
import type { StoredObject } from "../../../ports/object-store.ts";
import { everySite, readKey, type KnownKey } from "./object-key.ts";
import { removeBytes } from "./idle-files.ts";

/** Objects that one statement looks up. */
const lookedUpAtOnce = 500;

/** An object of the store that no row names, such as after a database was restored to an earlier state. */
export type Orphan = StoredObject & KnownKey;

/** Removes the objects that were stored before then, and that no row names. Other programs' objects in the same store stay. */
export async function removeOrphans(deps: Pick<Deps, "sql" | "clock" | "ids" | "store" | "log">, before: Date): Promise<void> {
  let removed = 0;
  for await (const orphan of findOrphans(deps, everySite)) {
    if (orphan.storedAt >= before) continue;
    if (await removeOrphan(deps, orphan)) removed += 1;
  }
  if (removed > 0) deps.log.info({ removed }, "files that nothing names were removed from the store");
}

/** The objects below a prefix that no row names. One that was just stored has a row by then, or a moment later. */
export async function* findOrphans({ sql, store }: Pick<Deps, "sql" | "store">, prefix: string): AsyncIterable<Orphan> {
  let batch: Orphan[] = [];
  for await (const object of store.list(prefix)) {
    const parsedKey = readKey(object.key);
    if (!parsedKey) continue;
    batch.push({ ...object, ...parsedKey });
    if (batch.length < lookedUpAtOnce) continue;
    yield* await withoutRow(sql, batch);
    batch = [];
  }
  yield* await withoutRow(sql, batch);
}

async function withoutRow(sql: Sql, objects: readonly Orphan[]): Promise<Orphan[]> {
  const orphans: Orphan[] = [];
  for (const siteId of new Set(objects.map((object) => object.siteId))) {
    const siteObjects = objects.filter((object) => object.siteId === siteId);
    const keys = siteObjects.map(({ key }) => key);
    const digests = siteObjects.flatMap((one) => (one.kind === "file" ? [one.sha256] : []));
    const partIds = siteObjects.flatMap((one) => (one.kind === "part" ? [one.partId] : []));
    const files = await sql<{ name: string }>`
      select sha256 as name from asset_files where site_id = ${siteId} and sha256 = any (${digests})`;
    const variants = await sql<{ name: string }>`
      select object_key as name from asset_variants where site_id = ${siteId} and object_key = any (${keys})`;
    const parts = await sql<{ name: string }>`
      select id::text as name from asset_upload_parts where site_id = ${siteId} and id = any (${partIds}::uuid[])`;
    const names = new Set([...files, ...variants, ...parts].map(({ name }) => name));
    orphans.push(...siteObjects.filter((one) => !names.has(nameOf(one))));
  }
  return orphans;
}

/** By which its row names an object. */
function nameOf(object: Orphan): string {
  if (object.kind === "part") return object.partId;
  return object.kind === "file" ? object.sha256 : object.key;
}

/**
 * Removes an object unless something names it by now. An original gets a row first that says that it is being removed: an upload of the same bytes waits
 * for its end, instead of relying on what is about to go. False: something names it.
 */
export async function removeOrphan(
  { sql, clock, ids, store }: Pick<Deps, "sql" | "clock" | "ids" | "store">,
  orphan: Orphan,
): Promise<boolean> {
  const { key, siteId, storedAt } = orphan;
  const [site] = orphan.kind === "file" ? await sql<{ id: string }>`select id from sites where id = ${siteId}` : [];
  if (orphan.kind !== "file" || !site) {
    await store.delete(key);
    return true;
  }
  const now = clock.now();
  // Of no bytes, since they were never counted; and idle since then, so that the next sweep goes on if this process dies.
  const [taken] = await sql<{ id: string }>`
    insert into asset_files (site_id, id, sha256, content_type, extension, bytes, created_at, used_at, removed_at)
    values (${siteId}, ${ids.next()}, ${orphan.sha256}, 'application/octet-stream', 'bin', 0, ${now}, ${storedAt}, ${now})
    on conflict (site_id, sha256) do nothing
    returning id`;
  if (taken) await removeBytes({ sql, store }, { siteId, id: taken.id, sha256: orphan.sha256, bytes: 0 });
  return taken !== undefined;
}
