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
  return created?.id;
}

/** Changes the site with the slug to the input, except for the members to keep. Undefined: it was deleted. */
export async function changeSite(
  tx: Sql,
  { now }: { now: Date },
  input: SiteInput,
  keeps: { storefrontUrl: boolean; allowedOrigins: boolean; settings: boolean },
): Promise<{ id: string; isChanged: boolean } | undefined> {
  // Locks the site, so that two changes of it follow one another.
  const [stored] = await tx<{
    id: string;
    storefrontUrl: string | null;
    allowedOrigins: string[];
    settings: Record<string, unknown>;
    isDeleted: boolean;
  }>`
    select id, storefront_url as "storefrontUrl", allowed_origins as "allowedOrigins", settings, deleted_at is not null as "isDeleted"
    from sites where slug = ${input.slug} for no key update`;
  if (stored?.isDeleted) return undefined;
  if (!stored) throw new Error("A site vanished while it was changed.");
  const storefrontUrl = keeps.storefrontUrl ? stored.storefrontUrl : input.storefrontUrl;
  const allowedOrigins = keeps.allowedOrigins ? stored.allowedOrigins : input.allowedOrigins;
  const settings = JSON.stringify(keeps.settings ? stored.settings : input.settings);
  const updated = await tx<{ id: string }>`
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
    where id = ${stored.id}
      and (name, default_locale, locales, currency, storefront_url, allowed_origins, settings::text) is distinct from (
        ${input.name}, ${input.defaultLocale}, ${input.locales}::text[], ${input.currency}, ${storefrontUrl},
        ${allowedOrigins}::text[], ${settings}
      )
    returning id`;
  return { id: stored.id, isChanged: updated.length > 0 };
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
    select content_version::float8 as content, catalog_version::float8 as catalog from sites where id = ${siteId} for no key update`;
  if (!before) throw new Error("A site vanished while it was changed.");
  const after: { content: number; catalog: number } = {
    content: content ? nextVersion(before.content) : before.content,
    catalog: catalog ? nextVersion(before.catalog) : before.catalog,
  };
  await tx`
    with raised as (
      update sites set content_version = ${after.content}, catalog_version = ${after.catalog}, updated_at = ${ctx.now}
      where id = ${siteId}
      returning id
    )
    select pg_notify(${siteChangedChannel}, id::text) from raised`;
  for (const part of ["content", "catalog"] as const) {
    if (after[part] === before[part]) continue;
    await recordChange(tx, ctx, { siteId, part, previous: before[part], version: after[part], tags: touched });
  }
}
