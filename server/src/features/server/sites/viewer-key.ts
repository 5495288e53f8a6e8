import { createHmac } from "node:crypto";
import type { Ids } from "../../../ports/ids.ts";
import type { Sql } from "../../../ports/database.ts";
import type { KeyRing } from "../../../lib/secrets/secret.ts";
import { wholeSite } from "../../../lib/published/site-changes.ts";
import { raiseVersions } from "./create-site.ts";
import { addKey, findKey } from "./keys.ts";

/** The name of the keys with which a server on a laptop shows its own sites. Bundles leave them out. */
export const viewerKeyName = "viewer of this machine";

/**
 * The site's key for the viewers of its pages and its shop: always the same one, since keys cannot be read again. Adds it when it is
 * missing. Undefined: somebody revoked it.
 */
export async function ensureViewerKey(
  sql: Sql,
  { now, ids, secrets }: { now: Date; ids: Ids; secrets: KeyRing },
  siteId: string,
): Promise<string | undefined> {
  const key = viewerKey(secrets, siteId);
  const foundKey = await findKey(sql, key);
  if (foundKey) return foundKey.revoked ? undefined : key;
  await addKey(sql, { now, ids }, siteId, { name: viewerKeyName, key });
  await raiseVersions(sql, { now, ids }, siteId, { content: true }, new Set([wholeSite]));
  return key;
}

/** The same key of the site with the slug, if it was added. */
export async function readViewerKey(sql: Sql, secrets: KeyRing, slug: string): Promise<string | undefined> {
  const [site] = await sql<{ id: string }>`select id from sites where slug = ${slug} and deleted_at is null`;
  const key = site && viewerKey(secrets, site.id);
  const foundKey = key && (await findKey(sql, key));
  return foundKey && !foundKey.revoked ? key : undefined;
}

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Made from the server's secret, so that nobody else can work it out, and it need not be stored. */
function viewerKey(secrets: KeyRing, siteId: string): string {
  const [{ bytes }] = secrets.derive("vitrine/viewer-keys");
  let rest = BigInt(`0x${createHmac("sha256", bytes).update(siteId).digest("hex")}`);
  let text = "";
  for (; text.length < 32; rest /= 62n) text += base62[Number(rest % 62n)] ?? "";
  return `pk_${text}`;
}
