import { Type } from "typebox";
import type { Sql } from "../../ports/database.ts";
import { addToOutbox } from "../tasks/outbox.ts";
import type { WriteContext } from "./write-context.ts";

/** Purges what changes of a site made out of date in the caches in front of it. */
export const purgeKind = {
  name: "purge-caches",
  lane: "caches",
  isNeverGivenUp: true,
  payload: Type.Object({ siteId: Type.String() }),
} as const;

/** Records that the caches in front of a site are to drop responses with these tags, in the transaction of the change. Without hosts of its own a site has no caches. */
export async function recordPurge(tx: Sql, ctx: WriteContext, siteId: string, tags: readonly string[]): Promise<void> {
  const [host] = await tx<{ host: string }>`select host from site_hosts where site_id = ${siteId} limit 1`;
  if (host) await addPurge(tx, ctx, siteId, tags);
}

/** The same of a site whose caches may still have responses, whatever its hosts are by now. */
export async function addPurge(tx: Sql, ctx: WriteContext, siteId: string, tags: readonly string[]): Promise<void> {
  await tx`
    insert into cache_purges (site_id, id, tags, due_at)
    values (${siteId}, ${ctx.ids.next()}, ${tags}, ${ctx.now})`;
  await addToOutbox(tx, ctx, purgeKind, { siteId });
}
