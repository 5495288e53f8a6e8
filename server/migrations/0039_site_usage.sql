-- What a site stores in the database in all, in MB, as an operator of the server has set it. Null: DATA_QUOTA_MB.
alter table sites add column data_quota_mb int check (data_quota_mb between 1 and 10000000);

-- The bytes of all rows of a site, as they were measured last. Null: the first measurement is under way.
create table site_usage (
  site_id uuid not null references sites (id) on delete cascade,
  id uuid not null,
  bytes bigint check (bytes >= 0),
  measured_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id)
);
