-- A document is a page or an entry. A page is a document of the built-in content type `page`, which every site has and
-- which is never shown as a content type. A translation is a document in one locale; it has a draft, a published
-- version, or both. `json` rather than `jsonb`: content is passed through as it was written, member order included.

create table block_types (
  site_id uuid not null references sites (id) on delete cascade,
  id uuid not null,
  type text collate "C" not null,
  title text not null,
  description text,
  category text,
  icon text,
  schema json not null,
  ui_schema json not null,
  defaults json not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, type)
);

create table content_types (
  site_id uuid not null references sites (id) on delete cascade,
  id uuid not null,
  slug text collate "C" not null,
  title text not null,
  schema json not null,
  ui_schema json not null,
  built_in boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, slug)
);

create table documents (
  site_id uuid not null,
  id uuid not null,
  content_type text not null,
  -- What its translations have in common where their slugs differ: the `page` of a bundle.
  name text collate "C" not null,
  created_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, content_type, name),
  unique (site_id, id, content_type),
  foreign key (site_id, content_type) references content_types (site_id, slug) on delete cascade
);

create table translations (
  site_id uuid not null,
  id uuid not null,
  document_id uuid not null,
  content_type text not null,
  locale text collate "C" not null,
  slug text collate "C" not null,
  -- The newer, unpublished content, or the only content of what was never published.
  draft json,
  draft_updated_at timestamptz,
  published_version_id uuid,
  published_at timestamptz,
  first_published_at timestamptz,
  created_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, content_type, locale, slug),
  unique (site_id, document_id, locale),
  foreign key (site_id, document_id, content_type) references documents (site_id, id, content_type) on delete cascade,
  check (draft is not null or published_version_id is not null),
  check ((published_version_id is null) = (published_at is null)),
  check (published_at is null or first_published_at is not null)
);

-- Lists of published entries: newest first, the document's id as tie-breaker.
create index translations_newest on translations (site_id, content_type, locale, published_at desc, document_id)
  where published_version_id is not null;

-- Everything that was ever published, one row a publication, never changed.
create table versions (
  site_id uuid not null,
  id uuid not null,
  translation_id uuid not null,
  number int not null,
  content json not null,
  -- Known on save, so that a page without bindings is answered without being parsed.
  has_bindings boolean not null,
  created_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, translation_id, number),
  unique (site_id, translation_id, id),
  foreign key (site_id, translation_id) references translations (site_id, id) on delete cascade
);

alter table translations
  add foreign key (site_id, id, published_version_id) references versions (site_id, translation_id, id)
  deferrable initially deferred;

-- The only two things that public reads of content may name: neither has a column that knows a draft. The first is where
-- published documents are, for counting, paging and finding; it does without the contents, which are many and large.
create view published_places as
select
  site_id,
  document_id,
  content_type,
  locale,
  slug,
  published_version_id,
  published_at,
  first_published_at,
  created_at
from translations
where published_version_id is not null;

create view published_documents as
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
  versions.created_at as updated_at
from published_places as places
join versions on versions.site_id = places.site_id and versions.id = places.published_version_id;
