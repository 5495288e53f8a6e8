import { emptyTally, type Tally } from "../../../lib/observing/tally.ts";
import type { Ids } from "../../../ports/ids.ts";
import type { Sql } from "../../../ports/database.ts";
import { addKey, findKey, findNamedKey, setReadLimit } from "../../server/sites/index.ts";
import { BundleError } from "./bundle-error.ts";
import type { Bundle } from "./schema.ts";

/**
 * Adds the keys that the site does not have: a given one by its hash, one to be made by its name. Resolves also with the new keys, which
 * cannot be read again. Throws BundleError for a key that belongs to another site or was revoked.
 */
export async function saveKeys(
  tx: Sql,
  ctx: { now: Date; ids: Ids },
  siteId: string,
  { apiKeys = [] }: Bundle,
): Promise<{ tally: Tally; newKeys: { name: string; key: string }[] }> {
  const tally = emptyTally();
  const newKeys: { name: string; key: string }[] = [];
  for (const [index, { name, key, readLimit }] of apiKeys.entries()) {
    const storedKey = key ? await findKey(tx, key) : await findNamedKey(tx, siteId, name);
    if (storedKey && (storedKey.siteId !== siteId || storedKey.revoked)) {
      const message = storedKey.revoked ? "was revoked, and stays so" : "is in use elsewhere";
      throw new BundleError([{ path: `/apiKeys/${index}/key`, code: "key", message }]);
    }
    if (storedKey) {
      tally[(await setReadLimit(tx, siteId, storedKey.id, readLimit)) ? "updated" : "unchanged"] += 1;
      continue;
    }
    const added = await addKey(tx, ctx, siteId, { name, key, readLimit: readLimit ?? null });
    if (!added) throw new BundleError([{ path: `/apiKeys/${index}/key`, code: "key", message: "is in use elsewhere" }]);
    tally.created += 1;
    if (!key) newKeys.push({ name, key: added.key });
  }
  return { tally, newKeys };
}
