import { randomInt } from "node:crypto";
import type { Ids } from "../../ports/ids.ts";
import type { Sql } from "../../ports/database.ts";
import { savePageType } from "../content/index.ts";
import { siteChangedChannel } from "./site-directory.ts";

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

/** Makes a site with the one content type that every site has. Resolves with its id; undefined when the slug is taken. */
export async function createSite(tx: Sql, { now, ids }: { now: Date; ids: Ids }, site: SiteInput): Promise<string | undefined> {
  const [created] = await tx<{ id: string }>`
    insert into sites (
      id, slug, name, default_locale, locales, currency, storefront_url, allowed_origins, settings, created_at, updated_at
    )
    values (
      ${ids.next()}, ${site.slug}, ${site.name}, ${site.defaultLocale}, ${site.locales}, ${site.currency},
      ${site.storefrontUrl}, ${site.allowedOrigins}, ${JSON.stringify(site.settings)}::json, ${now}, ${now}
    )
    on conflict (slug) do nothing
    returning id`;
  if (!created) return undefined;
  await savePageType(tx, { now, ids }, created.id);
  return created.id;
}

/** Changes the site with the slug to the input, except for the members to keep. */
export async function changeSite(
  tx: Sql,
  { now }: { now: Date },
  input: SiteInput,
  keeps: { storefrontUrl: boolean; allowedOrigins: boolean; settings: boolean },
): Promise<{ id: string; isChanged: boolean }> {
  // Locks the site, so that two changes of it follow one another.
  const [stored] = await tx<{ id: string; storefrontUrl: string | null; allowedOrigins: string[]; settings: Record<string, unknown> }>`
    select id, storefront_url as "storefrontUrl", allowed_origins as "allowedOrigins", settings
    from sites where slug = ${input.slug} for no key update`;
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
 * Raises the versions of a site's parts that a transaction changes, so that every process shows the change within a second. Orders and
 * stock raise none.
 */
export async function raiseVersions(
  tx: Sql,
  siteId: string,
  { content = false, catalog = false }: { content?: boolean; catalog?: boolean },
  now: Date,
): Promise<void> {
  // Not from the database: if `sites` is distributed over several machines, each would have a random value of its own.
  const chance = randomInt(1_048_576);
  await tx`
    with raised as (
      update sites set
        content_version = case when ${content}::boolean
          then (content_version / 1048576 + 1) * 1048576 + ${chance}::int else content_version end,
        catalog_version = case when ${catalog}::boolean
          then (catalog_version / 1048576 + 1) * 1048576 + ${chance}::int else catalog_version end,
        updated_at = ${now}
      where id = ${siteId}
      returning id
    )
    select pg_notify(${siteChangedChannel}, id::text) from raised`;
}
