-- What changes with every publication of a site is no column of `sites`: all sites share that table, so on Citus each of its writes locks it on every node.
-- This row is also what a transaction locks to change the site alone.
create table site_versions (
  site_id uuid not null references sites (id) on delete cascade,
  id uuid not null,
  -- Raised in the transaction of every change to what the public side shows of content, settings or keys. The lower 20 bits
  -- are chance: after a restore the same count may come again, and must not stand for what was cached under the first one.
  content_version bigint not null default 1048576,
  -- The same for the catalogue. Stock and orders raise neither.
  catalog_version bigint not null default 1048576,
  primary key (site_id, id),
  unique (site_id)
);

insert into site_versions (site_id, id, content_version, catalog_version)
select id, id, content_version, catalog_version from sites;

-- squawk-ignore ban-drop-column
alter table sites drop column content_version, drop column catalog_version;

-- Citus keeps the events in one place, and allows no reference from there to the sites: whoever removes a site removes its events.
alter table site_events drop constraint site_events_site_id_fkey;
