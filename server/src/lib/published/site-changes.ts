import { randomInt } from "node:crypto";
import type { Clock } from "../../ports/clock.ts";
import type { Database, Sql } from "../../ports/database.ts";
import type { SiteVersions } from "../site.ts";
import { deletedAtOnce, deleteSiteBySite } from "../tasks/in-batches.ts";
import { piece } from "../sql/sql-statement.ts";
import { recordPurge } from "./cache-purges.ts";
import type { WriteContext } from "./write-context.ts";

/** The parts of a site's public data, each with a version of its own. */
type SitePart = "content" | "catalog" | "stock";

/** One raise of a part's version, and the tags of the cached responses that it made out of date. */
export interface SiteChange {
  siteId: string;
  part: SitePart;
  previous: number;
  version: number;
  tags: string[];
}

/** Sent with a site's id by every transaction that raises the version of its content or catalogue. */
export const siteChangedChannel = "vitrine_site_changed";

/** The tag of a change that concerns every response of the site, and the site itself: its settings, its locales, its keys. */
export const wholeSite = "*";

// A change of more than these is rare, and reading the site anew costs less than naming all of it.
const mostTags = 1_000;
// A process that polls twice a second is never so far behind. What is left out makes it read the sites anew.
const mostChanges = 20_000;
const mostTagsOfSite = 20_000;
const chances = 1_048_576;
// Every process polls twice a second: one that was stopped for longer reads its sites anew.
const keptMs = 5 * 60_000;

/** A part of a site at a version. */
interface PartVersion {
  siteId: string;
  part: SitePart;
  version: number;
}

/** The parts whose versions are newer now, at the earlier versions. */
export function risenParts(siteId: string, before: SiteVersions, now: SiteVersions): PartVersion[] {
  const parts = [
    { part: "content", version: before.contentVersion, risen: now.contentVersion > before.contentVersion },
    { part: "catalog", version: before.catalogVersion, risen: now.catalogVersion > before.catalogVersion },
    { part: "stock", version: before.stockVersion, risen: now.stockVersion > before.stockVersion },
  ] as const;
  return parts.filter(({ risen }) => risen).map(({ part, version }) => ({ siteId, part, version }));
}

/**
 * The next version: one more, above 20 random bits. After a database was restored, or lost its last writes, the same count must not revive
 * responses that were cached before.
 */
export function nextVersion(version: number): number {
  return (Math.floor(version / chances) + 1) * chances + randomInt(chances);
}

/** Stores what a raised version of the content or the catalogue made out of date. Call it in the transaction that holds the site's row. */
export async function recordChange(
  tx: Sql,
  ctx: WriteContext,
  { siteId, part, previous, version, tags }: Omit<SiteChange, "tags"> & { tags: ReadonlySet<string> },
): Promise<void> {
  const { now, ids } = ctx;
  const storedTags = tags.size > mostTags ? [wholeSite] : [...tags];
  await tx`
    insert into site_changes (site_id, id, part, previous, version, tags, created_at)
    values (${siteId}, ${ids.next()}, ${part}, ${previous}, ${version}, ${storedTags}, ${now})`;
  await recordPurge(tx, ctx, siteId, storedTags);
}

/**
 * Raises the version of the site's stock, in the transaction that changed it. Its row stays locked until the transaction ends: lock those
 * of the variants before.
 */
export async function raiseStockVersion(tx: Sql, ctx: WriteContext, siteId: string, tags: readonly string[]): Promise<void> {
  const { now, ids } = ctx;
  const chance = randomInt(chances);
  await tx`
    with raised as (
      insert into stock_versions (site_id, id, previous, version)
      values (${siteId}, ${ids.next()}, 0, ${chances + chance})
      on conflict (site_id) do update set
        previous = stock_versions.version,
        version = (stock_versions.version / ${chances}::int + 1) * ${chances}::int + ${chance}::int
      returning previous, version
    )
    insert into site_changes (site_id, id, part, previous, version, tags, created_at)
    select ${siteId}, ${ids.next()}, 'stock', previous, version, ${tags}::text[], ${now} from raised`;
  await recordPurge(tx, ctx, siteId, tags);
}

/** The versions of the stocks of sites that ever sold something. */
export async function readStockVersions(sql: Sql, siteIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await sql<{ siteId: string; version: number }>`
    select site_id as "siteId", version::float8 as version from stock_versions where site_id = any (${siteIds}::uuid[])`;
  return new Map(rows.map(({ siteId, version }) => [siteId, version]));
}

/** The changes of sites after known versions, by site, each part's in order; not all of them if they are very many. */
export async function readChanges(sql: Sql, knownVersions: readonly PartVersion[]): Promise<Map<string, SiteChange[]>> {
  const rows = await sql<{ siteId: string; part: string; previous: number; version: number; tags: string[] }>`
    select
      changes.site_id as "siteId",
      changes.part as part,
      changes.previous::float8 as previous,
      changes.version::float8 as version,
      changes.tags
    from (
      select
        site_changes.site_id,
        site_changes.part,
        site_changes.previous,
        site_changes.version,
        site_changes.tags,
        sum(cardinality(site_changes.tags)) over (
          partition by site_changes.site_id order by site_changes.part, site_changes.version
        ) as tags_so_far
      from unnest(
        ${knownVersions.map(({ siteId }) => siteId)}::uuid[],
        ${knownVersions.map(({ part }) => part)}::text[],
        ${knownVersions.map(({ version }) => version)}::bigint[]
      ) as known (site_id, part, version)
      join site_changes on site_changes.site_id = known.site_id
        and site_changes.part = known.part
        and site_changes.version > known.version
      -- On Citus, this keeps the statement from the nodes of other sites, which may not respond.
      where site_changes.site_id = any (${knownVersions.map(({ siteId }) => siteId)}::uuid[])
    ) as changes
    where tags_so_far <= ${mostTagsOfSite}
    order by changes.site_id, changes.part, changes.version
    limit ${mostChanges}`;
  const bySite = new Map<string, SiteChange[]>();
  for (const row of rows) {
    const change = { ...row, part: row.part as SitePart };
    const others = bySite.get(row.siteId);
    if (others) others.push(change);
    else bySite.set(row.siteId, [change]);
  }
  return bySite;
}

/**
 * The state after the changes of one site that follow the known versions, and their tags; undefined if one of them is missing. Changes that
 * the known versions include already are passed over.
 */
export function followChanges(
  knownVersions: SiteVersions,
  changes: readonly SiteChange[],
): { versions: SiteVersions; tags: Set<string> } | undefined {
  const reached: Record<SitePart, number> = {
    content: knownVersions.contentVersion,
    catalog: knownVersions.catalogVersion,
    stock: knownVersions.stockVersion,
  };
  const tags = new Set<string>();
  for (const { part, previous, version, tags: touched } of changes) {
    if (version <= reached[part]) continue;
    if (previous !== reached[part]) return undefined;
    reached[part] = version;
    for (const tag of touched) tags.add(tag);
  }
  const versions = { contentVersion: reached.content, catalogVersion: reached.catalog, stockVersion: reached.stock };
  return { versions, tags };
}

/** Deletes the changes that every process has seen by now. */
export async function forgetChanges({ sql, clock }: { sql: Database; clock: Clock }): Promise<void> {
  const before = new Date(clock.now().getTime() - keptMs);
  await deleteSiteBySite(
    sql,
    piece`from sites join site_changes as old on old.site_id = sites.id and old.created_at < ${before}`,
    (siteId) => sql<{ id: string }>`
      delete from site_changes
      where site_id = ${siteId} and id in (
        select old.id from site_changes as old where old.site_id = ${siteId} and old.created_at < ${before} limit ${deletedAtOnce}
      )
      returning id`,
  );
}
