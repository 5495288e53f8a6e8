-- Slugs that products and categories had before, until others of their kind take them.
create table former_catalog_slugs (
  site_id uuid not null references sites (id) on delete cascade,
  id uuid not null,
  kind text collate "C" not null check (kind in ('product', 'category')),
  -- Empty: the site's default one.
  locale text collate "C" not null,
  slug text collate "C" not null,
  item_id uuid not null,
  created_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, kind, locale, slug)
);

create index former_catalog_slugs_of_item on former_catalog_slugs (site_id, kind, item_id);
