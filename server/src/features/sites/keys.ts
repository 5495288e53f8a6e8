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

/** Makes a key, or takes the given one. This is the only time that it is known. Undefined: the given key exists already. */
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

/** Ends the site's keys that have the id or the name. Resolves with how many that were; the caller raises the site's version. */
export async function revokeKeys(tx: Sql, siteId: string, idOrName: string, now: Date): Promise<number> {
  const revoked = await tx<{ id: string }>`
    update api_keys set revoked_at = ${now}
    where site_id = ${siteId} and (id::text = ${idOrName} or name = ${idOrName}) and revoked_at is null
    returning id`;
  return revoked.length;
}
