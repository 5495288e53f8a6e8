-- Uploads that go on after an interruption. What was received lies in the object store, in parts.
create table asset_uploads (
  site_id uuid not null references sites (id) on delete cascade,
  id uuid not null,
  -- The person who may go on.
  created_by uuid not null,
  -- Of the whole file, as announced.
  bytes bigint not null check (bytes > 0),
  -- The offset: those in `asset_upload_parts`, or all of them once there is an asset.
  received bigint not null default 0 check (received between 0 and bytes),
  parts int not null default 0,
  -- Of the asset: its name as sent, title, alternative texts, tags, folder, focus.
  words json not null,
  asset_id uuid,
  is_duplicate boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (site_id, id),
  check ((asset_id is null) = (received < bytes))
);

create index asset_uploads_ended on asset_uploads (site_id, expires_at);

-- A part counts once the store has its bytes.
create table asset_upload_parts (
  site_id uuid not null,
  id uuid not null,
  upload_id uuid not null,
  start bigint not null,
  bytes int not null check (bytes > 0),
  primary key (site_id, id),
  unique (site_id, upload_id, start),
  foreign key (site_id, upload_id) references asset_uploads (site_id, id) on delete cascade
);

-- What the search of the admin API looks in: names, titles, alternative texts and tags.
-- squawk-ignore require-concurrent-index-creation
create index assets_found on assets using gin (site_id, array_to_tsvector(search_keys(search))) with (fastupdate = off);
