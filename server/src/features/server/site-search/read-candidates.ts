import type { Sql } from "../../../ports/database.ts";
import type { Candidate } from "./found.ts";

/** Of so many that the index finds, the best are looked for: a letter that every second thing begins with is not a search. */
const mostRead = 500;
/** More than are shown: several locales of a document count once. */
const mostRanked = 40;

/** Each statement finds by one index, compares nothing but texts of the site, and takes the best few. `keys` is a tsquery of search_keys. */
export interface Looking {
  sql: Sql;
  siteId: string;
  keys: string;
  /** In lower case. */
  whole: string;
}

/** Pages, or entries, by the titles and slugs of their drafts and of what is published, in every locale. */
export async function findDocuments({ sql, siteId, keys, whole }: Looking, arePages: boolean): Promise<Candidate[]> {
  return sql<Candidate>`
    select
      found.id, found.label,
      case when ${arePages}::boolean then '/' || found.slug || ' · ' || found.locale
        else found.content_type || ' · ' || found.slug || ' · ' || found.locale end as detail,
      found.also, false as "isExact"
    from (
      select
        translations.document_id as id,
        case when translations.draft is null then translations.title else translations.draft_title end as label,
        coalesce(translations.draft_slug, translations.slug) as slug,
        translations.title || ' ' || translations.slug as also,
        translations.content_type, translations.locale
      from translations
      where translations.site_id = ${siteId} and not translations.is_trashed
        and array_to_tsvector(search_keys(
          translations.title || ' ' || translations.draft_title || ' ' || translations.slug || ' ' || coalesce(translations.draft_slug, '')
        )) @@ ${keys}::tsquery
        and (translations.content_type = 'page') = ${arePages}::boolean
      limit ${mostRead}
    ) as found
    order by
      lower(found.label) = ${whole} desc, found.slug = ${whole} desc, starts_with(lower(found.label), ${whole}) desc,
      length(found.label), found.label collate "C", found.id, found.locale
    limit ${mostRanked}`;
}

/** Products by title and slug, of any status. */
export async function findProducts({ sql, siteId, keys, whole }: Looking): Promise<Candidate[]> {
  return sql<Candidate>`
    select found.id, found.label, found.slug || ' · ' || found.status as detail, found.slug as also, false as "isExact"
    from (
      select products.id, products.title as label, products.slug, products.status
      from products
      where products.site_id = ${siteId} and array_to_tsvector(search_keys(products.title || ' ' || products.slug)) @@ ${keys}::tsquery
      limit ${mostRead}
    ) as found
    order by
      lower(found.label) = ${whole} desc, found.slug = ${whole} desc, starts_with(lower(found.label), ${whole}) desc,
      length(found.label), found.label collate "C", found.id
    limit ${mostRanked}`;
}

/** Products by the beginning of an SKU, as typed or in capitals. */
export async function findSkus({ sql, siteId, typedSku }: { sql: Sql; siteId: string; typedSku: string }): Promise<Candidate[]> {
  const capitals = typedSku.toUpperCase();
  return sql<Candidate>`
    select products.id, products.title as label, products.slug || ' · ' || found.sku as detail, found.sku as also, coalesce(found.is_exact, false) as "isExact"
    from (
      select variants.product_id, variants.sku, variants.sku in (${typedSku}, ${capitals}) as is_exact
      from variants
      where variants.site_id = ${siteId}
        and (
          (variants.sku >= ${typedSku} and variants.sku < ${typedSku} || chr(1114111))
          or (variants.sku >= ${capitals} and variants.sku < ${capitals} || chr(1114111))
        )
      order by is_exact desc, variants.sku
      limit ${mostRanked}
    ) as found
    join products on products.site_id = ${siteId} and products.id = found.product_id
    order by found.is_exact desc, found.sku`;
}

export async function findCategories({ sql, siteId, keys, whole }: Looking): Promise<Candidate[]> {
  return sql<Candidate>`
    select found.id, found.label, found.slug as detail, found.slug as also, false as "isExact"
    from (
      select categories.id, categories.title as label, categories.slug
      from categories
      where categories.site_id = ${siteId} and array_to_tsvector(search_keys(categories.title || ' ' || categories.slug)) @@ ${keys}::tsquery
      limit ${mostRead}
    ) as found
    order by
      lower(found.label) = ${whole} desc, found.slug = ${whole} desc, starts_with(lower(found.label), ${whole}) desc,
      length(found.label), found.label collate "C", found.id
    limit ${mostRanked}`;
}

/** Orders with this number, and the latest of addresses that begin like this. Null: it is not a number, or no beginning of an address. */
export async function findOrders(
  { sql, siteId }: { sql: Sql; siteId: string },
  number: number | null,
  address: string | null,
): Promise<Candidate[]> {
  const rows = await sql<UnionRow & { detail: string }>`
    select found.id, '#' || found.number as label, coalesce(found.email || ' · ', '') || found.status as detail, found.email as also, found.is_exact as "isExact"
    from (
      select orders.id, orders.number, orders.email, orders.status, true as is_exact
      from orders
      where orders.site_id = ${siteId} and orders.number = ${number}::int
      union all
      select latest.id, latest.number, latest.email, latest.status, latest.email = ${address} as is_exact
      from (
        select orders.id, orders.number, orders.email, orders.status
        from orders
        where orders.site_id = ${siteId} and orders.email >= ${address} and orders.email < ${address} || chr(1114111)
        order by orders.email = ${address} desc, orders.number desc
        limit ${mostRanked}
      ) as latest
    ) as found
    order by found.is_exact desc, found.number desc
    limit ${mostRanked}`;
  return rows.map(candidateOf);
}

/** Customers by name and by the beginning of the address. */
export async function findCustomers({ sql, siteId, keys, whole }: Looking, address: string | null): Promise<Candidate[]> {
  const rows = await sql<UnionRow & { isExact: boolean }>`
    select
      found.id, coalesce(nullif(found.name, ''), found.email) as label, found.email as detail, found.email as also,
      found.email = ${whole} as "isExact"
    from (
      (
        select customers.id, trim(coalesce(customers.first_name, '') || ' ' || coalesce(customers.last_name, '')) as name, customers.email
        from customers
        where customers.site_id = ${siteId}
          and array_to_tsvector(search_keys(
            coalesce(customers.first_name, '') || ' ' || coalesce(customers.last_name, '') || ' ' || split_part(customers.email, '@', 1)
          )) @@ ${keys}::tsquery
        limit ${mostRead}
      )
      union
      (
        select customers.id, trim(coalesce(customers.first_name, '') || ' ' || coalesce(customers.last_name, '')) as name, customers.email
        from customers
        where customers.site_id = ${siteId} and customers.email >= ${address} and customers.email < ${address} || chr(1114111)
        order by customers.email
        limit ${mostRanked}
      )
    ) as found
    order by found.email = ${whole} desc, starts_with(lower(found.name), ${whole}) desc, found.name collate "C", found.email
    limit ${mostRanked}`;
  return rows.map(candidateOf);
}

/** Files of the media library by name, title, alternative texts and tags. */
export async function findAssets({ sql, siteId, keys, whole }: Looking): Promise<Candidate[]> {
  return sql<Candidate>`
    select
      found.id, found.label, case when found.folder = '' then found.name else found.folder || '/' || found.name end as detail, found.also,
      false as "isExact"
    from (
      select
        assets.id, case when assets.title = '' then assets.name else assets.title end as label, assets.name, assets.folder, assets.search as also
      from assets
      where assets.site_id = ${siteId} and array_to_tsvector(search_keys(assets.search)) @@ ${keys}::tsquery
      limit ${mostRead}
    ) as found
    order by
      lower(found.label) = ${whole} desc, lower(found.name) = ${whole} desc, starts_with(lower(found.label), ${whole}) desc,
      length(found.label), found.label collate "C", found.id
    limit ${mostRanked}`;
}

/** Forms are few: they are compared one by one. */
export async function readForms({ sql, siteId }: { sql: Sql; siteId: string }): Promise<Candidate[]> {
  return sql<Candidate>`
    select slug as id, name as label, slug as detail, slug as also, false as "isExact" from forms where site_id = ${siteId} order by slug limit ${mostRead}`;
}

/** Of the columns of a union, none is known to be set. */
interface UnionRow {
  id: string | null;
  label: string;
  detail: string | null;
  also: string | null;
  isExact: boolean | null;
}

function candidateOf({ id, label, detail, also, isExact }: UnionRow): Candidate {
  return { id: id ?? "", label, detail: detail ?? "", also: also ?? "", isExact: isExact ?? false };
}
