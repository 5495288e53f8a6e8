import type { WriteContext } from "../../../lib/published/write-context.ts";
import { wholeSite } from "../../../lib/published/site-changes.ts";
import type { Ids } from "../../../ports/ids.ts";
import type { Sql } from "../../../ports/database.ts";
import { recordChange, type RecordedChange } from "../../people/audit/index.ts";
import { recordWebhookEvents, type NewWebhookEvent } from "../webhooks/index.ts";
import { hashApiKey, newApiKey } from "./api-key.ts";
import { raiseVersions } from "./create-site.ts";

/** A key as those see it who issue keys. The keys themselves are not stored. */
export interface StoredKey {
  id: string;
  name: string;
  lastFour: string;
  readLimit: number | null;
  createdAt: Date;
  revokedAt: Date | null;
}

/** The site's keys, the oldest first: all of them, a part, or the one with the id. */
export async function listKeys(
  sql: Sql,
  siteId: string,
  { id = null, limit = null, offset = 0 }: { id?: string | null; limit?: number | null; offset?: number } = {},
): Promise<StoredKey[]> {
  return sql<StoredKey>`
    select id, name, last_four as "lastFour", read_limit as "readLimit", created_at as "createdAt", revoked_at as "revokedAt"
    from api_keys where site_id = ${siteId} and id = coalesce(${id}::uuid, id)
    order by created_at, id
    limit ${limit} offset ${offset}`;
}

/** The site's keys, and those of them that are good. */
export async function countKeys(sql: Sql, siteId: string): Promise<{ all: number; active: number }> {
  const [counted] = await sql<{ all: number; active: number }>`
    select count(*)::int as all, (count(*) filter (where revoked_at is null))::int as active from api_keys where site_id = ${siteId}`;
  return counted ?? { all: 0, active: 0 };
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
  if (!added) return undefined;
  await recordWebhookEvents(tx, { now, ids }, siteId, [{ type: "key.created", data: { id: added.id, name } }]);
  return { id: added.id, key };
}

/** Makes a key for somebody, in their transaction. Only this call returns it. */
export async function issueKey(
  tx: Sql,
  ctx: WriteContext,
  by: Pick<RecordedChange, "actor" | "action"> & { siteId: string },
  { name, readLimit }: { name: string; readLimit: number | null },
): Promise<{ id: string; key: string }> {
  const added = await addKey(tx, ctx, by.siteId, { name, readLimit });
  if (!added) throw new Error("A new key exists already.");
  const changes = [{ member: "name", to: name }, ...(readLimit === null ? [] : [{ member: "readLimit", to: readLimit }])];
  await recordChange(tx, ctx, { ...by, target: { type: "key", id: added.id, label: name }, changes });
  return added;
}

/** Ends the site's keys with the id, or with the id or the name, on every process within a second. Resolves with their number. */
export async function revokeKeys(
  tx: Sql,
  ctx: WriteContext,
  by: Pick<RecordedChange, "actor" | "action"> & { siteId: string },
  which: { id: string } | { idOrName: string },
): Promise<number> {
  const [id, name] = "id" in which ? [which.id, null] : [which.idOrName, which.idOrName];
  const revoked = await tx<{ id: string; name: string }>`
    update api_keys set revoked_at = ${ctx.now}
    where site_id = ${by.siteId} and (id::text = ${id} or name = ${name}) and revoked_at is null
    returning id, name`;
  for (const key of revoked) {
    await recordChange(tx, ctx, { ...by, target: { type: "key", id: key.id, label: key.name }, removes: true });
  }
  const events = revoked.map((key): NewWebhookEvent => ({ type: "key.revoked", data: { id: key.id, name: key.name } }));
  await recordWebhookEvents(tx, ctx, by.siteId, events);
  if (revoked.length > 0) await raiseVersions(tx, ctx, by.siteId, { content: true }, new Set([wholeSite]));
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
  const [foundKey] = await tx<FoundKey>`
    select id, site_id as "siteId", revoked_at is not null as revoked from api_keys where key_hash = ${hashApiKey(key)}`;
  return foundKey;
}

/** The oldest active key of the site with the name. */
export async function findNamedKey(tx: Sql, siteId: string, name: string): Promise<FoundKey | undefined> {
  const [foundKey] = await tx<FoundKey>`
    select id, site_id as "siteId", false as revoked
    from api_keys where site_id = ${siteId} and name = ${name} and revoked_at is null
    order by created_at, id limit 1`;
  return foundKey;
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
