-- Content shows assets, too.
alter table content_references
  drop constraint content_references_kind_check,
  -- squawk-ignore constraint-missing-not-valid
  add constraint content_references_kind_check check (kind in ('entry', 'page', 'product', 'category', 'asset'));

-- The bytes of a site's files, which lie in the object store under the site and their SHA-256. A row is written before the bytes are stored, so
-- that whatever lies in the store has a row that names it; `stored_at` says that they are there.
create table asset_files (
  site_id uuid not null references sites (id) on delete cascade,
  id uuid not null,
  -- Hexadecimal, of the cleaned file.
  sha256 text collate "C" not null check (sha256 ~ '^[0-9a-f]{64}$'),
  content_type text collate "C" not null,
  extension text collate "C" not null,
  bytes bigint not null,
  width int,
  height int,
  dominant_color text collate "C",
  -- ThumbHash, base64.
  placeholder text collate "C",
  pages int,
  duration_ms int,
  created_at timestamptz not null,
  stored_at timestamptz,
  -- When an asset last began to need it, or ceased to.
  used_at timestamptz not null,
  -- A process removes the bytes: nothing may use the row until it is gone.
  removed_at timestamptz,
  primary key (site_id, id),
  unique (site_id, sha256)
);

create index asset_files_idle on asset_files (site_id, used_at);

-- What editors and storefronts know as a file. Its bytes can be replaced.
create table assets (
  site_id uuid not null references sites (id) on delete cascade,
  id uuid not null,
  file_id uuid not null,
  name text not null,
  title text not null default '',
  -- By locale.
  alt json not null default '{}',
  tags text [] not null default '{}',
  folder text not null default '',
  focus_x double precision not null default 0.5 check (focus_x between 0 and 1),
  focus_y double precision not null default 0.5 check (focus_y between 0 and 1),
  -- Of its bytes and its focus: a part of its address.
  hash text collate "C" not null check (hash ~ '^[0-9a-f]{8}$'),
  -- What a search looks through: folded words of name, title, alternative texts and tags.
  search text not null,
  revision int not null default 1,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, file_id) references asset_files (site_id, id)
);

create index assets_of_file on assets (site_id, file_id);
create index assets_latest on assets (site_id, created_at desc, id);
create index assets_named on assets (site_id, name);
create index assets_by_name on assets (site_id, lower(name) collate "C", id);
create index assets_by_folder on assets (site_id, folder collate "C");
create index assets_by_tag on assets using gin (site_id, tags);

-- Under which addresses the public gets an asset: the current one, and those before a replacement, which pages still name for a while.
create table asset_addresses (
  site_id uuid not null references sites (id) on delete cascade,
  id uuid not null,
  asset_id uuid not null,
  hash text collate "C" not null,
  file_id uuid not null,
  name text collate "C" not null,
  focus_x double precision not null,
  focus_y double precision not null,
  -- Null: the current one.
  ended_at timestamptz,
  primary key (site_id, id),
  unique (site_id, asset_id, hash),
  foreign key (site_id, asset_id) references assets (site_id, id) on delete cascade,
  foreign key (site_id, file_id) references asset_files (site_id, id)
);

create index asset_addresses_of_file on asset_addresses (site_id, file_id);
create index asset_addresses_ended on asset_addresses (site_id, ended_at) where ended_at is not null;

-- Renderings of a picture in the object store.
create table asset_variants (
  site_id uuid not null,
  id uuid not null,
  file_id uuid not null,
  -- Of the store, below the site.
  object_key text collate "C" not null,
  -- The process that renders it has until then. Null: it is stored.
  rendered_until timestamptz,
  bytes bigint,
  sha256 text collate "C",
  created_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, object_key),
  foreign key (site_id, file_id) references asset_files (site_id, id) on delete cascade,
  check ((rendered_until is null) = (bytes is not null))
);

create index asset_variants_of_file on asset_variants (site_id, file_id);

-- The bytes of all files of a site. Changed in the transactions that add and remove them, so that two uploads cannot pass the quota at once.
create table asset_totals (
  site_id uuid not null references sites (id) on delete cascade,
  id uuid not null,
  bytes bigint not null check (bytes >= 0),
  primary key (site_id, id),
  unique (site_id)
);
