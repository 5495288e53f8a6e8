-- Changes that go live together: publications that are frozen, unpublications, and changes of the shop.
create table releases (
  site_id uuid not null references sites (id) on delete cascade,
  id uuid not null,
  name text not null,
  state text collate "C" not null check (state in ('OPEN', 'SCHEDULED', 'PUBLISHED', 'FAILED')),
  publish_at timestamptz,
  -- For people: why the plan could not be carried out.
  failure text,
  -- Grows with every change of it, of its items and of its changes.
  revision int not null default 1,
  -- Null: by no person, as everywhere.
  created_by uuid,
  scheduled_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  published_at timestamptz,
  primary key (site_id, id),
  check (state <> 'SCHEDULED' or publish_at is not null),
  check ((failure is not null) = (state = 'FAILED')),
  check ((published_at is not null) = (state = 'PUBLISHED'))
);

create index releases_due on releases (site_id, publish_at) where state = 'SCHEDULED';
create index releases_latest on releases (site_id, updated_at desc, id);

-- What becomes of one translation. The revision to publish is frozen: it is a version.
create table release_items (
  site_id uuid not null,
  id uuid not null,
  release_id uuid not null,
  translation_id uuid not null,
  action text collate "C" not null check (action in ('PUBLISH', 'UNPUBLISH')),
  version_id uuid,
  revision int not null,
  -- Of the content to publish, as text.
  bytes int not null,
  added_by uuid,
  added_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, release_id, translation_id),
  foreign key (site_id, release_id) references releases (site_id, id) on delete cascade,
  foreign key (site_id, translation_id) references translations (site_id, id) on delete cascade,
  foreign key (site_id, translation_id, version_id) references versions (site_id, translation_id, id),
  check ((version_id is null) = (action = 'UNPUBLISH'))
);

create index release_items_version on release_items (site_id, translation_id, version_id);

-- What becomes of a product, a category or a plan: a merge patch, in the order of the ids. No foreign key to them, which are three tables.
create table release_changes (
  site_id uuid not null,
  id uuid not null,
  release_id uuid not null,
  kind text collate "C" not null check (kind in ('product', 'category', 'plan')),
  target_id uuid not null,
  patch json not null,
  added_by uuid,
  added_at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, release_id) references releases (site_id, id) on delete cascade
);

create index release_changes_of_release on release_changes (site_id, release_id, id);

-- A preview shows the draft of a page, or everything as it will be after a release.
alter table previews
  -- squawk-ignore ban-drop-not-null
  alter column document_id drop not null,
  add column release_id uuid,
  -- squawk-ignore constraint-missing-not-valid
  add constraint previews_of_one check (num_nonnulls(document_id, release_id) = 1);
