import { piece, statement } from "../../server/src/lib/sql/sql-statement.ts";
import type { TestServer, TestSite } from "../kit/harness.ts";
import { fixed } from "./tenant-sites.ts";

/** Puts the other site into a state, past the server. */
export type State = (by: TestServer, other: TestSite) => Promise<unknown>;
export type States = Readonly<Record<string, State>>;

/** The translations of a site, each with the slug and the document of the next one of its type and locale; the last one's next is the first. */
const inTurn = (siteId: string) => piece`(
  select id, slug, document_id, locale,
    coalesce(lead(slug) over by_id, first_value(slug) over by_id) as next_slug,
    coalesce(lead(document_id) over by_id, first_value(document_id) over by_id) as next_document_id
  from translations where site_id = ${siteId}
  window by_id as (partition by content_type, locale order by id)
)`;

/** Above that of any site of the tests. */
export const aheadVersion = 2 ** 50;

/** Adds to a busy site all that is not of its documents, one document with the id of a release, and goods that only it has. */
async function addMore(sql: TestServer["deps"]["sql"], siteId: string, now: Date): Promise<void> {
  await sql`
    insert into documents (site_id, id, content_type, name, created_at) values (${siteId}, ${fixed.release}, 'page', 'as a release', ${now})`;
  await sql`
    insert into catalog_translations (site_id, id, kind, item_id, locale, words, slug, sort_title, search)
    select site_id, md5(kind || ' ' || item_id || ' it')::uuid, kind, item_id, 'it', words, slug, sort_title, search
    from catalog_translations where site_id = ${siteId} and locale = 'es'`;
  await sql`
    insert into search_words (site_id, id, vocabulary, word)
    select site_id, md5('it' || id)::uuid, 'catalog it', word from search_words where site_id = ${siteId} and vocabulary = 'catalog es'`;
  await sql`
    insert into products (
      site_id, id, slug, title, status, currency, images, options, attributes, price, sort_title, search, created_at, updated_at
    )
    values (${siteId}, ${fixed.item}, 'maple', 'Maple', 'ACTIVE', 'eur', '[]', '[]', '{}', 1, 'maple', '', ${now}, ${now})`;
  await sql`
    insert into categories (site_id, id, slug, title, position, status, sort_title, search, created_at, updated_at)
    values (${siteId}, ${fixed.item}, 'desks', 'Desks', 9, 'ACTIVE', 'desks', '', ${now}, ${now})`;
  for (const plugin of ["svc.forms", "svc.payments"]) {
    await sql`
      insert into plugins (site_id, id, plugin, enabled, config, created_at, updated_at)
      values (${siteId}, md5(${plugin})::uuid, ${plugin}, false, '{}', ${now}, ${now})`;
    await sql`
      insert into audit_entries (site_id, id, at, actor_kind, action, target_type, target_id, changes)
      values (${siteId}, md5(${plugin})::uuid, ${new Date(now.getTime() + 60_000)}, 'CLI', 'later', 'plugin', ${plugin}, '{}')`;
  }
}

/** States of the other site, in one of which whatever is taken from it shows. */
export const states: States = {
  alike: () => Promise.resolve(),
  /** Everything of it is planned, referred to, kept in a release, and once had another's slug. */
  busy: async ({ deps: { sql }, clock }, { id: siteId }) => {
    const now = clock.now();
    const soon = new Date(now.getTime() + 30_000);
    await sql`
      insert into versions (site_id, id, translation_id, number, kind, content, has_bindings, slug, title, revision, created_at)
      select translations.site_id, md5('busy' || translations.id)::uuid, translations.id, 900, 'SNAPSHOT', coalesce(translations.draft, versions.content), false,
        translations.slug, 'A busy snapshot', translations.revision, ${now}
      from translations left join versions on versions.site_id = ${siteId} and versions.id = translations.published_version_id
      where translations.site_id = ${siteId}`;
    await sql`
      insert into schedules (site_id, id, translation_id, publish_at, unpublish_at, version_id, revision, created_at)
      select site_id, md5('plan' || translation_id)::uuid, translation_id, ${soon}, ${new Date(now.getTime() + 90_000)}, id, 1, ${now}
      from versions where site_id = ${siteId} and number = 900
      on conflict (site_id, translation_id) do update set publish_at = excluded.publish_at, version_id = excluded.version_id`;
    await sql`
      insert into release_items (site_id, id, release_id, translation_id, action, version_id, revision, bytes, added_at)
      select site_id, md5('item' || id)::uuid, ${fixed.release}, translation_id, 'PUBLISH', id, 1, 10, ${now}
      from versions where site_id = ${siteId} and number = 3`;
    await sql`
      insert into content_references (site_id, id, translation_id, is_draft, path, kind, target_id)
      select links.site_id, md5(links.id || targets.id::text || form)::uuid, links.id, form::boolean, '/busy/' || targets.id,
        case when targets.content_type = 'page' then 'page' else 'entry' end, targets.id
      from translations as links
      join documents as targets on targets.site_id = links.site_id
      cross join unnest('{true,false}'::text[]) as form
      where links.site_id = ${siteId}`;
    await sql`
      insert into former_slugs (site_id, id, document_id, content_type, locale, slug, created_at)
      select distinct on (content_type, locale, slug) site_id, md5('former' || id)::uuid, document_id, content_type, locale, slug, ${now}
      from translations where site_id = ${siteId} and slug <> ''
      on conflict (site_id, content_type, locale, slug) do nothing`;
    await addMore(sql, siteId, now);
  },
  /** It has changed more often, lately as well, and its publications no longer fit its types. */
  ahead: async ({ deps: { sql } }, { id }) => {
    await sql`update documents set revision = 90, title = 'Ahead', updated_at = updated_at + interval '1 hour' where site_id = ${id}`;
    await sql`
      update translations set revision = 90, is_invalid = true, edited_at = edited_at + interval '1 hour', snapshot_at = null,
        draft = coalesce(draft, '{"slug":"ahead","title":"Ahead","data":{"text":"ahead"}}'), draft_title = 'Ahead', title = 'Ahead'
      where site_id = ${id}`;
    await sql`update versions set number = number + 1000 where site_id = ${id}`;
    await sql`update block_types set revision = 90, schema = '{"type":"object","properties":{},"additionalProperties":false}' where site_id = ${id}`;
    await sql`update content_types set revision = 90, query_plan = null, schema = '{"type":"object","properties":{},"additionalProperties":false}' where site_id = ${id}`;
    await sql`update variants set stock = 1 where site_id = ${id}`;
    await sql`update sites set revision = 90 where id = ${id}`;
    await sql`update site_versions set content_version = ${aheadVersion}, catalog_version = ${aheadVersion} where site_id = ${id}`;
  },
  /** Its documents and goods have one another's slugs, its products one another's variants, and no field can be queried. */
  moved: async ({ deps: { sql } }, { id }) => {
    await sql`update content_types set query_plan = '{"fields":[],"searchable":{}}' where site_id = ${id}`;
    await sql`update content_references set path = path where site_id = ${id}`;
    await sql`
      update variants set product_id = others.id from products as others
      where variants.site_id = ${id} and others.site_id = ${id} and others.id <> variants.product_id`;
    for (const [from, to] of [
      ["walnut", "was"],
      ["cherry", "walnut"],
      ["was", "cherry"],
      ["chairs", "was"],
      ["low", "chairs"],
      ["was", "low"],
    ] as const) {
      await sql`update products set slug = ${to} where site_id = ${id} and slug = ${from}`;
      await sql`update categories set slug = ${to} where site_id = ${id} and slug = ${from}`;
    }
    for (const turn of [0, 1]) {
      await sql(
        ...statement`
        update translations set slug = case when ${turn} = 0 then 'was-' || own.next_slug else substr(own.slug, 5) end
        from ${inTurn(id)} as own
        where translations.site_id = ${id} and translations.id = own.id`,
      );
      await sql`
        with numbered as (
          select id, name, content_type, row_number() over (partition by content_type order by id) as place, count(*) over (partition by content_type) as places
          from documents where site_id = ${id}
        )
        update documents set name = case when ${turn} = 0 then 'was-' || next.name else substr(own.name, 5) end
        from numbered as own join numbered as next on next.content_type = own.content_type and next.place = own.place % own.places + 1
        where documents.site_id = ${id} and documents.id = own.id`;
    }
  },
  /** Nothing of it is published. */
  withdrawn: async ({ deps: { sql } }, { id }) => {
    await sql`
      update translations set draft = coalesce(draft, versions.content), draft_title = versions.title,
        published_version_id = null, published_at = null
      from versions
      where translations.site_id = ${id} and versions.site_id = ${id} and versions.id = published_version_id`;
  },
  /** Nothing that is published has a newer draft, what is planned is an old version, and two entries are of another type. */
  settled: async ({ deps: { sql } }, { id }) => {
    await sql`
      update schedules set version_id = versions.id from versions
      where schedules.site_id = ${id} and versions.site_id = ${id} and versions.translation_id = schedules.translation_id and versions.number = 3`;
    await sql`
      with retyped as (update documents set content_type = 'spare' where site_id = ${id} and name in ('three', 'four') returning id)
      update translations set content_type = 'spare' from retyped where site_id = ${id} and document_id = retyped.id`;
    await sql`
      update translations set draft = null, draft_slug = null, draft_title = '' where site_id = ${id} and published_version_id is not null`;
  },
  /** Its documents have one another's translations. */
  swapped: async ({ deps: { sql } }, { id }) => {
    await sql`delete from published_rows where site_id = ${id}`;
    await sql`delete from published_words where site_id = ${id}`;
    for (const turn of [0, 1]) {
      await sql(
        ...statement`
        update translations set
          document_id = case when ${turn} = 0 then own.next_document_id else own.document_id end,
          locale = case when ${turn} = 0 then 'was-' || own.locale else substr(own.locale, 5) end
        from ${inTurn(id)} as own
        where translations.site_id = ${id} and translations.id = own.id`,
      );
    }
  },
  /** All of its documents are in the trash, pages longer than entries, and those that were are not. */
  trashed: async ({ deps: { sql }, clock }, { id }) => {
    const ago = (days: number) => new Date(clock.now().getTime() - days * 24 * 60 * 60_000);
    await sql`
      update documents set
        trashed_at = case when trashed_at is null then case content_type when 'page' then ${ago(40)}::timestamptz else ${ago(1)} end end,
        name_before = case when trashed_at is null then name end, name = case when trashed_at is null then id::text else name_before end
      where site_id = ${id}`;
    await sql`update translations set is_trashed = not is_trashed where site_id = ${id}`;
  },
};

/** No job publishes what the site has planned. */
export const suspend: State = async ({ deps: { sql }, clock }, { id }) => {
  await sql`update sites set suspended_at = ${clock.now()} where id = ${id}`;
};

/** Its values are those of its types. */
export const keepValues: State = async ({ deps: { sql } }, { id }) => {
  await sql`
    update content_types set query_plan = coalesce(query_plan, '{"fields":[],"searchable":{}}'), next_query_plan = null, obsolete_values = '{}'
    where site_id = ${id}`;
};

/** Nothing in its trash is old. */
export const keepTrash: State = async ({ deps: { sql } }, { id }) => {
  await sql`update documents set trashed_at = '2100-01-01' where site_id = ${id} and trashed_at is not null`;
};
