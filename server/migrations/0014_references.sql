-- What references and lists show of a document: a page's title, the first text of an entry.
alter table translations
  add column title text not null default '',
  add column draft_title text not null default '';

update translations
set
  title = coalesce(left(case
    when translations.content_type = 'page' then versions.content ->> 'title'
    else (
      select versions.content ->> names.name
      from json_object_keys(content_types.schema -> 'properties') with ordinality as names (name, place)
      where json_typeof(versions.content -> names.name) = 'string' and btrim(versions.content ->> names.name) <> ''
      order by names.place
      limit 1
    )
  end, 200), ''),
  draft_title = coalesce(left(case
    when translations.content_type = 'page' then others.draft ->> 'title'
    else (
      select others.draft ->> names.name
      from json_object_keys(content_types.schema -> 'properties') with ordinality as names (name, place)
      where json_typeof(others.draft -> names.name) = 'string' and btrim(others.draft ->> names.name) <> ''
      order by names.place
      limit 1
    )
  end, 200), '')
from translations as others
join content_types on content_types.site_id = others.site_id and content_types.slug = others.content_type
left join versions on versions.site_id = others.site_id and versions.id = others.published_version_id
where translations.site_id = others.site_id and translations.id = others.id;

-- Every reference of every draft and of every publication to another object of the site, which may not exist any more.
create table content_references (
  site_id uuid not null,
  id uuid not null,
  translation_id uuid not null,
  is_draft boolean not null,
  -- JSON Pointer into the content.
  path text collate "C" not null,
  kind text collate "C" not null check (kind in ('entry', 'page', 'product', 'category')),
  target_id uuid not null,
  primary key (site_id, id),
  unique (site_id, translation_id, is_draft, path),
  foreign key (site_id, translation_id) references translations (site_id, id) on delete cascade
);

create index content_references_to on content_references (site_id, target_id);

-- The places of references in values of the type, as its schema declares them: `[{ "path", "kind", "contentTypes" }]`.
alter table block_types add column declared_references json not null default '[]';
alter table content_types add column declared_references json not null default '[]';

create or replace view published_places as
select
  site_id,
  document_id,
  content_type,
  locale,
  slug,
  published_version_id,
  published_at,
  first_published_at,
  created_at,
  id as translation_id,
  title
from translations
where published_version_id is not null;

create or replace view published_documents as
select
  places.site_id,
  places.document_id,
  places.content_type,
  places.locale,
  places.slug,
  versions.content,
  versions.has_bindings,
  places.published_at,
  places.first_published_at,
  places.created_at,
  versions.created_at as updated_at,
  places.translation_id,
  places.title
from published_places as places
join versions on versions.site_id = places.site_id and versions.id = places.published_version_id;

create view published_references as
select site_id, translation_id, path, kind, target_id
from content_references
where not is_draft;

create or replace view listed_products as
select site_id, id, category_id, price, sort_title, search, created_at, updated_at, slug, title
from products
where status = 'ACTIVE';
