import type { Ids } from "../../../ports/ids.ts";
import { nextVersion, recordChange, siteChangedChannel } from "../../../lib/published/site-changes.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Sql } from "../../../ports/database.ts";

export interface SiteInput {
  slug: string;
  name: string;
  defaultLocale: string;
  locales: readonly string[];
  currency: string;
  storefrontUrl: string | null;
  allowedOrigins: readonly string[];
  settings: Readonly<Record<string, unknown>>;
}

/** Makes the row of a site, which has no content type yet, with a new id unless one is given. Resolves with its id; undefined when the slug is taken. */
export async function createSite(
  tx: Sql,
  { now, ids }: { now: Date; ids: Ids },
  site: SiteInput,
  id = ids.next(),
): Promise<string | undefined> {
  const [created] = await tx<{ id: string }>`
    insert into sites (
      id, slug, name, default_locale, locales, currency, storefront_url, allowed_origins, settings, created_at, updated_at
    )
    values (
      ${id}, ${site.slug}, ${site.name}, ${site.defaultLocale}, ${site.locales}, ${site.currency},
      ${site.storefrontUrl}, ${site.allowedOrigins}, ${JSON.stringify(site.settings)}::json, ${now}, ${now}
    )
    on conflict (slug) do nothing
    returning id`;
  if (!created) return undefined;
  await tx`insert into site_versions (site_id, id) values (${id}, ${id})`;
  return id;
}

/** Changes the locked site with the slug to the input, except for the members to keep. Undefined: it was deleted. */
export async function changeSite(
  tx: Sql,
  { now }: { now: Date },
  input: SiteInput,
  keeps: { storefrontUrl: boolean; allowedOrigins: boolean; settings: boolean },
): Promise<{ id: string; isChanged: boolean } | undefined> {
  const [storedSite] = await tx<{
    id: string;
    storefrontUrl: string | null;
    allowedOrigins: string[];
    settings: Record<string, unknown>;
    isDeleted: boolean;
  }>`
    select id, storefront_url as "storefrontUrl", allowed_origins as "allowedOrigins", settings, deleted_at is not null as "isDeleted"
    from sites where slug = ${input.slug}`;
  if (storedSite?.isDeleted) return undefined;
  if (!storedSite) throw new Error("A site vanished while it was changed.");
  const id: string = storedSite.id;
  const storefrontUrl: string | null = keeps.storefrontUrl ? storedSite.storefrontUrl : input.storefrontUrl;
  const allowedOrigins: readonly string[] = keeps.allowedOrigins ? storedSite.allowedOrigins : input.allowedOrigins;
  const settings = JSON.stringify(keeps.settings ? storedSite.settings : input.settings);
  // Only a change writes: on Citus a write of this table locks it on every node.
  const [isChanged] = await tx<{ id: string }>`
    select id from sites
    where id = ${id}
      and (name, default_locale, locales, currency, storefront_url, allowed_origins, settings::text) is distinct from (
        ${input.name}, ${input.defaultLocale}, ${input.locales}::text[], ${input.currency}, ${storefrontUrl},
        ${allowedOrigins}::text[], ${settings}
      )`;
  if (!isChanged) return { id, isChanged: false };
  await tx`
    update sites set
      name = ${input.name},
      default_locale = ${input.defaultLocale},
      locales = ${input.locales},
      currency = ${input.currency},
      storefront_url = ${storefrontUrl},
      allowed_origins = ${allowedOrigins},
      settings = ${settings}::json,
      revision = revision + 1,
      updated_at = ${now}
    where id = ${id}`;
  return { id, isChanged: true };
}

/** Counts a change of a site's members that are not in its row. */
export async function raiseRevision(tx: Sql, { now }: { now: Date }, siteId: string): Promise<void> {
  await tx`update sites set revision = revision + 1, updated_at = ${now} where id = ${siteId}`;
}

/**
 * Raises the versions of a site's parts that a transaction changes, and stores the tags of the cached responses that it makes out of date,
 * so that every process shows the change within a second.
 */
export async function raiseVersions(
  tx: Sql,
  ctx: WriteContext,
  siteId: string,
  { content = false, catalog = false }: { content?: boolean; catalog?: boolean },
  touched: ReadonlySet<string>,
): Promise<void> {
  const [before] = await tx<{ content: number; catalog: number }>`
    select content_version::float8 as content, catalog_version::float8 as catalog
    from site_versions where site_id = ${siteId} for no key update`;
  if (!before) throw new Error("A site vanished while it was changed.");
  const after: { content: number; catalog: number } = {
    content: content ? nextVersion(before.content) : before.content,
    catalog: catalog ? nextVersion(before.catalog) : before.catalog,
  };
  await tx`update site_versions set content_version = ${after.content}, catalog_version = ${after.catalog} where site_id = ${siteId}`;
  // By itself: on Citus the statement above runs on another node, which nobody listens to.
  await tx`select pg_notify(${siteChangedChannel}, ${siteId})`;
  for (const part of ["content", "catalog"] as const) {
    if (after[part] === before[part]) continue;
    await recordChange(tx, ctx, { siteId, part, previous: before[part], version: after[part], tags: touched });
  }
}
