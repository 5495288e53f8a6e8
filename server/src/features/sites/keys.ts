import type { Ids } from "../../ports/ids.ts";
import type { Sql } from "../../ports/database.ts";
import { hashApiKey, newApiKey } from "./api-key.ts";

export interface StoredKey {
  id: string;
  name: string;
  lastFour: string;
  readLimit: number | null;
  createdAt: Date;
  revokedAt: Date | null;
}

/** The site's keys, the oldest first. The keys themselves are not stored. */
export async function listKeys(sql: Sql, siteId: string): Promise<StoredKey[]> {
  return sql<StoredKey>`
    select id, name, last_four as "lastFour", read_limit as "readLimit", created_at as "createdAt", revoked_at as "revokedAt"
    from api_keys where site_id = ${siteId} order by created_at, id`;
}

/** Makes a key, or uses the given one. Only this call returns it. Undefined: the given key exists already. */
export async function addKey(
  tx: Sql,
  { now, ids }: { now: Date; ids: Ids },
  siteId: string,
  { name, key = newApiKey(), readLimit = null }: { name: string; key?: string | undefined; readLimit?: number | null },
): Promise<{ id: string; key: string } | undefined> {
  const [added] = await tx<{ id: string }>`
    insert into api_keys (id, site_id, name, key_hash, last_four, read_limit, created_at)
    values (${ids.next()}, ${siteId}, ${name}, ${hashApiKey(key)}, ${key.slice(-4)}, ${readLimit}, ${now})
    on conflict (key_hash) do nothing
    returning id`;
  return added && { id: added.id, key };
}

/** Revokes the site's keys with the id or the name. Resolves with their number; the caller raises the site's version. */
export async function revokeKeys(tx: Sql, siteId: string, idOrName: string, now: Date): Promise<number> {
  const revoked = await tx<{ id: string }>`
    update api_keys set revoked_at = ${now}
    where site_id = ${siteId} and (id::text = ${idOrName} or name = ${idOrName}) and revoked_at is null
    returning id`;
  return revoked.length;
}

/** An existing key of any site. */
export interface FoundKey {
  id: string;
  siteId: string;
  revoked: boolean;
}

/** The key, of any site. */
export async function findKey(tx: Sql, key: string): Promise<FoundKey | undefined> {
  const [stored] = await tx<FoundKey>`
    select id, site_id as "siteId", revoked_at is not null as revoked from api_keys where key_hash = ${hashApiKey(key)}`;
  return stored;
}

/** The oldest active key of the site with the name. */
export async function findNamedKey(tx: Sql, siteId: string, name: string): Promise<FoundKey | undefined> {
  const [stored] = await tx<FoundKey>`
    select id, site_id as "siteId", false as revoked
    from api_keys where site_id = ${siteId} and name = ${name} and revoked_at is null
    order by created_at, id limit 1`;
  return stored;
}

/** True when the limit changed. Undefined: it stays. */
export async function setReadLimit(tx: Sql, siteId: string, id: string, readLimit: number | undefined): Promise<boolean> {
  if (readLimit === undefined) return false;
  const changed = await tx<{ id: string }>`
    update api_keys set read_limit = ${readLimit}
    where site_id = ${siteId} and id = ${id} and read_limit is distinct from ${readLimit}
    returning id`;
  return changed.length > 0;
}
