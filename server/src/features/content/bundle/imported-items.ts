import type { WriteContext } from "../../../lib/published/write-context.ts";
import { piece, statement, type SqlPiece } from "../../../lib/sql/sql-statement.ts";
import type { Sql } from "../../../ports/database.ts";
import type { AuditTarget } from "../../people/audit/index.ts";

/** The sections that both imports and people change, apart from documents. Only imports change forms. */
export type ItemSection = "site" | "assets" | "plugins" | "blockTypes" | "contentTypes" | "categories" | "products" | "plans" | "discounts";

/** An item of a bundle; of the site one of its members. */
export interface ImportedItem {
  section: ItemSection;
  name: string;
}

/** An item that differs from what the last import left, as the audit log knows it. */
export interface ChangedItem extends ImportedItem {
  /** Another one after each change. */
  state: string;
  target: AuditTarget;
}

/** The items that the last import left in another state than they have now. */
export async function readChangedItems(tx: Sql, siteId: string): Promise<ChangedItem[]> {
  const rows = await tx<ImportedItem & { state: string; type: string; id: string }>(
    ...statement`
    select left_items.section, left_items.name, present.state, present.target_type as type, present.target_id as id
    from (${present(siteId)}) as present
    join imported_items as left_items on left_items.site_id = ${siteId}
      and left_items.section = present.section
      and left_items.name = present.name
    where left_items.state <> present.state
    order by left_items.section, left_items.name`,
  );
  return rows.map(({ type, id, ...item }) => ({ ...item, target: { type, id } }));
}

/** Stores the state in which an import leaves its items, for the next one to compare. */
export async function noteImported(tx: Sql, { ids }: WriteContext, siteId: string, items: readonly ImportedItem[]): Promise<void> {
  if (items.length === 0) return;
  const rows = JSON.stringify(items.map(({ section, name }) => ({ id: ids.next(), section, name })));
  await tx(
    ...statement`
    insert into imported_items (site_id, id, section, name, state)
    select ${siteId}::uuid, given.id, given.section, given.name, present.state
    from json_to_recordset(${rows}::json) as given (id uuid, section text, name text)
    join (${present(siteId)}) as present on present.section = given.section and present.name = given.name
    on conflict (site_id, section, name) do update set state = excluded.state
    where imported_items.state <> excluded.state`,
  );
}

/** Bundles call an asset by its name, of several the oldest one. */
function present(siteId: string): SqlPiece {
  return piece`
      select 'blockTypes' as section, type collate "C" as name, revision::text collate "C" as state, 'blockType' as target_type, type as target_id
      from block_types where site_id = ${siteId}
      union all
      select 'contentTypes', slug, revision::text, 'contentType', slug from content_types where site_id = ${siteId} and not built_in
      union all
      select 'plugins', plugin, revision::text, 'plugin', plugin from plugins where site_id = ${siteId}
      union all
      select 'categories', slug, revision::text, 'category', id::text from categories where site_id = ${siteId}
      union all
      select 'products', slug, revision::text, 'product', id::text from products where site_id = ${siteId}
      union all
      select 'plans', slug, revision::text, 'plan', id::text from plans where site_id = ${siteId}
      union all
      select 'discounts', called.name, called.revision::text, 'discount', called.id::text
      from (
        select distinct on (coalesce(own.key, titles.first collate "C")) coalesce(own.key, titles.first collate "C") as name, discounts.revision, discounts.id
        from discounts
        left join discount_codes as own on own.site_id = ${siteId} and own.id = discounts.id
        cross join lateral (select value as first from json_each_text(discounts.rule -> 'title') limit 1) as titles
        where discounts.site_id = ${siteId}
        order by coalesce(own.key, titles.first collate "C"), discounts.id
      ) as called
      union all
      select 'assets', named.name, named.revision::text, 'asset', named.id::text
      from (select distinct on (name) name, revision, id from assets where site_id = ${siteId} order by name, created_at, id) as named
      union all
      select 'site', member.key, encode(sha256(convert_to(member.value::text, 'UTF8')), 'hex'), 'site', sites.id::text
      from sites
      cross join lateral json_each(
        json_build_object(
          'name', sites.name, 'defaultLocale', sites.default_locale, 'locales', sites.locales, 'currency', sites.currency,
          'allowedOrigins', sites.allowed_origins, 'storefrontUrl', sites.storefront_url, 'settings', sites.settings
        )
      ) as member
      where sites.id = ${siteId}`;
}
