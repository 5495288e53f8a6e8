-- Raised by each change but that of the stock, as the revisions of documents and types are.
alter table categories add column revision int not null default 1;
alter table products add column revision int not null default 1;
alter table plans add column revision int not null default 1;

-- The state in which the last import left what is no document, so that the next one overwrites nothing that somebody has changed since.
create table imported_items (
  site_id uuid not null references sites (id) on delete cascade,
  id uuid not null,
  -- Of the bundle.
  section text collate "C" not null,
  name text collate "C" not null,
  -- A revision; of a member of the site the SHA-256 of its value.
  state text collate "C" not null,
  primary key (site_id, id),
  unique (site_id, section, name)
);
