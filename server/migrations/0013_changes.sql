-- What each change of a site's public data made out of date, under the version that it raised. A process that saw one version and
-- polls a later one evicts the cached responses with these tags, and no others. Rows are only needed for some seconds.
create table site_changes (
  site_id uuid not null references sites (id) on delete cascade,
  id uuid not null,
  part text not null check (part in ('content', 'catalog', 'stock')),
  -- The part's version before: a reader that finds another one has missed a change.
  previous bigint not null,
  version bigint not null,
  tags text[] not null,
  created_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, part, version)
);

-- Raised by every sale and every return. Not a column of sites: an import would keep sales waiting.
create table stock_versions (
  site_id uuid not null references sites (id) on delete cascade,
  id uuid not null,
  previous bigint not null,
  version bigint not null,
  primary key (site_id, id),
  unique (site_id)
);

-- The same view with the product's own category, which may be hidden: if it becomes public, the product shows it.
create or replace view public_products as
select
  products.site_id,
  products.id,
  products.slug,
  own_variants.any_stock as shows_stock,
  products.images::text as images,
  (
    select row_to_json(shown) from (
      select
        products.id,
        products.slug,
        products.title,
        products.description,
        products.status,
        products.price,
        products.compare_at_price as "compareAtPrice",
        products.currency,
        categories.id as "categoryId",
        case when categories.id is not null then
          (select row_to_json(named) from (select categories.id, categories.slug, categories.title) as named)
        end as category,
        products.options,
        own_variants.list as variants,
        products.attributes,
        iso_instant(products.created_at) as "createdAt",
        iso_instant(products.updated_at) as "updatedAt"
    ) as shown
  )::text as json,
  products.category_id
from products
left join categories
  on categories.site_id = products.site_id and categories.id = products.category_id and categories.is_public
cross join lateral (
  select count(stock) > 0 as any_stock, array_to_json(array_agg(shown order by place, id)) as list
  from (
    select variants.stock, variants.position as place, variants.id, row_to_json(shown) as shown
    from variants
    cross join lateral (
      select
        variants.id,
        variants.sku,
        variants.title,
        variants.price,
        variants.compare_at_price as "compareAtPrice",
        variants.options,
        variants.stock is null or variants.stock > 0 as available,
        variants.stock
    ) as shown
    where variants.site_id = products.site_id and variants.product_id = products.id
  ) as each_variant
) as own_variants
where products.status = 'ACTIVE';
