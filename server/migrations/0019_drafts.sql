-- Drafts that people edit: revisions, who edited, snapshots, schedules, the trash, and former slugs.
-- No release has these tables yet, so none of them is large anywhere, and writers may wait.

alter table documents
  -- Grows with every change of any of its translations.
  add column revision int not null default 1,
  add column trashed_at timestamptz,
  add column trashed_by uuid,
  -- While it is in the trash, and its name is free for others.
  add column name_before text collate "C",
  -- What lists show: of the translation in the site's default locale, else of the first one.
  add column title text not null default '',
  add column slug text collate "C" not null default '',
  add column updated_at timestamptz,
  add column published_at timestamptz;

alter table translations
  add column revision int not null default 1,
  -- The slug of the draft beside a published version, where it is another one. A translation without one has its slug in `slug`.
  add column draft_slug text collate "C",
  -- Null: by no person.
  add column edited_by uuid,
  add column edited_at timestamptz,
  -- When the draft began, or the latest snapshot of it was made.
  add column snapshot_at timestamptz,
  -- The published content no longer is what its types demand.
  add column is_invalid boolean not null default false,
  -- As its document.
  add column is_trashed boolean not null default false,
  -- Drafts may share a slug until one of them is published.
  -- squawk-ignore disallowed-unique-constraint
  drop constraint translations_site_id_content_type_locale_slug_key;

update translations set edited_at = coalesce(draft_updated_at, published_at, created_at), snapshot_at = draft_updated_at;

alter table translations
  -- squawk-ignore adding-not-nullable-field
  alter column edited_at set not null;

-- squawk-ignore require-concurrent-index-creation
create unique index translations_published_slug on translations (site_id, content_type, locale, slug)
  where published_version_id is not null;
-- squawk-ignore require-concurrent-index-creation
create index translations_by_slug on translations (site_id, content_type, locale, slug);

update documents set
  title = lead.title, slug = lead.slug, updated_at = lead.edited_at, published_at = lead.published_at
from (
  select distinct on (translations.site_id, translations.document_id)
    translations.site_id, translations.document_id, translations.slug, translations.published_at,
    case when translations.draft is null then translations.title else translations.draft_title end as title,
    max(translations.edited_at) over (partition by translations.site_id, translations.document_id) as edited_at
  from translations
  join sites on sites.id = translations.site_id
  order by translations.site_id, translations.document_id, translations.locale = sites.default_locale desc, translations.created_at, translations.id
) as lead
where lead.site_id = documents.site_id and lead.document_id = documents.id;

-- squawk-ignore require-concurrent-index-creation
create index documents_latest on documents (site_id, content_type, updated_at desc, id) where trashed_at is null;
-- squawk-ignore require-concurrent-index-creation
create index documents_by_title on documents (site_id, content_type, lower(title) collate "C", id) where trashed_at is null;
-- squawk-ignore require-concurrent-index-creation
create index documents_trashed on documents (site_id, trashed_at desc, id) where trashed_at is not null;

-- Everything that was ever published, and drafts that somebody else overwrote: rows are never changed, and only old snapshots go.
alter table versions
  add column kind text collate "C" not null default 'PUBLICATION' check (kind in ('PUBLICATION', 'SNAPSHOT')),
  -- Of the translation when it had this content.
  add column revision int,
  add column slug text collate "C",
  add column title text not null default '',
  -- Null: by no person.
  add column created_by uuid,
  add column release_id uuid;

update versions set slug = translations.slug, title = translations.title
from translations
where translations.site_id = versions.site_id and translations.id = versions.translation_id;

-- Work for a later time. The revision to publish is frozen: it is a version.
create table schedules (
  site_id uuid not null,
  id uuid not null,
  translation_id uuid not null,
  publish_at timestamptz,
  unpublish_at timestamptz,
  version_id uuid,
  revision int not null,
  scheduled_by uuid,
  failed_at timestamptz,
  -- For people.
  failure text,
  created_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, translation_id),
  foreign key (site_id, translation_id) references translations (site_id, id) on delete cascade,
  foreign key (site_id, translation_id, version_id) references versions (site_id, translation_id, id),
  check (publish_at is not null or unpublish_at is not null),
  check ((publish_at is null) = (version_id is null)),
  check ((failed_at is null) = (failure is null))
);

create index schedules_due on schedules (site_id, least(publish_at, unpublish_at)) where failed_at is null;
create index schedules_version on schedules (site_id, translation_id, version_id) where version_id is not null;

-- Slugs that published pages had before, until another page takes them.
create table former_slugs (
  site_id uuid not null,
  id uuid not null,
  document_id uuid not null,
  content_type text collate "C" not null,
  locale text collate "C" not null,
  slug text collate "C" not null,
  created_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, content_type, locale, slug),
  foreign key (site_id, document_id) references documents (site_id, id) on delete cascade
);

create index former_slugs_of_document on former_slugs (site_id, document_id);
