import { emptyTally, type Tally } from "../../lib/observing/tally.ts";
import type { Ids } from "../../ports/ids.ts";
import type { Sql } from "../../ports/database.ts";
import { addKey, hashApiKey } from "../sites/index.ts";
import { BundleError } from "./bundle-error.ts";
import type { Bundle } from "./schema.ts";

interface Stored {
  id: string;
  siteId: string;
  revoked: boolean;
}

/**
 * Adds the keys that the site does not have: a given one by its hash, one to be made by its name. Resolves also with those
 * that were made, which nobody can read again. Throws BundleError for a key that is another site's, or was revoked.
 */
export async function saveKeys(
  tx: Sql,
  saving: { now: Date; ids: Ids },
  siteId: string,
  { apiKeys = [] }: Bundle,
): Promise<{ tally: Tally; newKeys: { name: string; key: string }[] }> {
  const tally = emptyTally();
  const newKeys: { name: string; key: string }[] = [];
  for (const [index, { name, key, readLimit }] of apiKeys.entries()) {
    const stored = key ? await findByKey(tx, key) : await findByName(tx, siteId, name);
    if (stored && (stored.siteId !== siteId || stored.revoked)) {
      const message = stored.revoked ? "was revoked, and stays so" : "is in use elsewhere";
      throw new BundleError([{ path: `/apiKeys/${index}/key`, code: "key", message }]);
    }
    if (stored) {
      tally[(await setReadLimit(tx, siteId, stored.id, readLimit)) ? "updated" : "unchanged"] += 1;
      continue;
    }
    const added = await addKey(tx, saving, siteId, { name, key, readLimit: readLimit ?? null });
    if (!added) throw new BundleError([{ path: `/apiKeys/${index}/key`, code: "key", message: "is in use elsewhere" }]);
    tally.created += 1;
    if (!key) newKeys.push({ name, key: added.key });
  }
  return { tally, newKeys };
}

async function findByKey(tx: Sql, key: string): Promise<Stored | undefined> {
  const [stored] = await tx<Stored>`
    select id, site_id as "siteId", revoked_at is not null as revoked from api_keys where key_hash = ${hashApiKey(key)}`;
  return stored;
}

async function findByName(tx: Sql, siteId: string, name: string): Promise<Stored | undefined> {
  const [stored] = await tx<Stored>`
    select id, site_id as "siteId", false as revoked
    from api_keys where site_id = ${siteId} and name = ${name} and revoked_at is null
    order by created_at, id limit 1`;
  return stored;
}

/** True when the limit changed. One that the bundle does not mention stays. */
async function setReadLimit(tx: Sql, siteId: string, id: string, readLimit: number | undefined): Promise<boolean> {
  if (readLimit === undefined) return false;
  const changed = await tx<{ id: string }>`
    update api_keys set read_limit = ${readLimit}
    where site_id = ${siteId} and id = ${id} and read_limit is distinct from ${readLimit}
    returning id`;
  return changed.length > 0;
}
