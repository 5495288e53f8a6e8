-- Sites and what must be found before the site of a request is known: global tables, listed in test/schema/schema.test.ts.

create table sites (
  id uuid primary key,
  slug text collate "C" not null unique,
  name text not null,
  default_locale text not null,
  locales text[] not null check (default_locale = any (locales)),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  storefront_url text,
  allowed_origins text[] not null default '{}',
  settings json not null default '{}',
  -- Raised in the transaction of every change to what the public side shows of content, settings or keys. The lower 20 bits
  -- are chance: after a restore the same count may come again, and must not stand for what was kept under the first one.
  content_version bigint not null default 1048576,
  -- The same for the catalogue. Stock and orders raise neither.
  catalog_version bigint not null default 1048576,
  suspended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table api_keys (
  id uuid primary key,
  site_id uuid not null references sites (id) on delete cascade,
  name text not null,
  key_hash bytea not null unique check (length(key_hash) = 32),
  last_four text not null,
  -- Reads per second for this key alone, in place of the limit per client address.
  read_limit int check (read_limit > 0),
  created_at timestamptz not null,
  revoked_at timestamptz
);

create index api_keys_by_site on api_keys (site_id);

create table plugins (
  site_id uuid not null references sites (id) on delete cascade,
  id uuid not null,
  plugin text not null,
  enabled boolean not null,
  config json not null,
  -- The secret members of the configuration, encrypted under SECRET_KEY; null where there are none.
  secrets bytea,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, plugin)
);

-- The one spelling of an instant in JSON that PostgreSQL builds: ISO 8601, UTC, milliseconds.
create function iso_instant(timestamptz) returns text
  language sql stable parallel safe
  return to_char($1 at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
