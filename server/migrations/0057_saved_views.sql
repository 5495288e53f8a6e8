-- What people save of a list: its filters, search, order and columns under a name, for themselves or for everybody at the site.
create table saved_views (
  site_id uuid not null references sites (id) on delete cascade,
  id uuid not null,
  -- Whose it is. Null: everybody's at the site. It goes with their place in the site.
  admin_id uuid,
  -- The list: `orders`, or `entries/` with a content type.
  list text collate "C" not null,
  name text not null,
  -- The query string of the list's address, as `URLSearchParams` writes it.
  query text collate "C" not null,
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, admin_id) references members (site_id, admin_id) on delete cascade
);
create index saved_views_of_member on saved_views (site_id, admin_id);
