-- Hosts of sites, behind which shared caches stand, and the purges that these caches are still to get.

-- Read before the site of a request is known. A host is one site's, on the whole server.
create table site_hosts (
  host text collate "C" primary key,
  site_id uuid not null references sites (id) on delete cascade,
  created_at timestamptz not null
);
create index site_hosts_of_site on site_hosts (site_id);

-- What a change made out of date in the caches in front of a site, written in its transaction.
create table cache_purges (
  site_id uuid not null references sites (id) on delete cascade,
  id uuid not null,
  -- Of cached responses, as `site_changes` has them.
  tags text[] collate "C" not null,
  -- How many times the caches have acknowledged it. Each change is purged several times.
  passes int not null default 0,
  due_at timestamptz not null,
  primary key (site_id, id)
);
create index cache_purges_by_time on cache_purges (site_id, due_at);

-- Which process purges the caches of a site, and when it may again.
create table cache_turns (
  site_id uuid not null references sites (id) on delete cascade,
  id uuid not null,
  -- Until when a process has the turn, by the database's clock.
  turn_until timestamptz,
  -- No call before: there is one a second, and after failures fewer.
  next_at timestamptz not null,
  failures int not null default 0,
  primary key (site_id, id),
  unique (site_id)
);
