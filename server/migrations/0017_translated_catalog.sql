-- The catalogue in every locale of its site. Products, categories and plans themselves have the words of the default locale.

-- A row for each product, category and plan in each of the site's other locales, translated or not.
create table catalog_translations (
  site_id uuid not null references sites (id) on delete cascade,
  id uuid not null,
  kind text collate "C" not null check (kind in ('product', 'category', 'plan')),
  item_id uuid not null,
  locale text collate "C" not null,
  -- The words that differ, as a bundle has them. Null: there is no translation.
  words json,
  -- Of what this locale shows: of the default locale's words where there are no others.
  slug text collate "C" not null,
  sort_title text collate "C" not null,
  search tsvector not null,
  primary key (site_id, id),
  unique (site_id, kind, item_id, locale),
  -- Two items may exchange their slugs in one transaction.
  unique (site_id, kind, locale, slug) deferrable initially deferred
);

-- Sites that have several locales already.
insert into catalog_translations (site_id, id, kind, item_id, locale, slug, sort_title, search)
select item.site_id, gen_random_uuid(), item.kind, item.id, locale, item.slug, item.sort_title, item.search
from (
  select site_id, id, 'product' as kind, slug, sort_title, search from products
  union all
  select site_id, id, 'category', slug, sort_title, search from categories
  union all
  select site_id, id, 'plan', slug, '', ''::tsvector from plans
) as item
join sites on sites.id = item.site_id
cross join lateral unnest(sites.locales) as locale
where locale <> sites.default_locale;

-- Nothing is translated, so that the words are the same in every locale.
insert into search_words (site_id, id, vocabulary, word)
select search_words.site_id, md5('catalog ' || locale || ' ' || word)::uuid, 'catalog ' || locale, word
from search_words
join sites on sites.id = search_words.site_id
cross join lateral unnest(sites.locales) as locale
where vocabulary = 'catalog' and locale <> sites.default_locale;

create index catalog_translations_by_title on catalog_translations (site_id, kind, locale, sort_title, item_id);
create index catalog_translations_by_word on catalog_translations
  using gin (site_id, kind, locale, search) with (fastupdate = off);

-- Null: none was given, and answers leave the member out.
alter table products add column seo json;
alter table categories add column seo json;
alter table plans add column seo json;

-- The locale in which the buyer saw the shop. Null: the site's default one.
alter table orders add column locale text collate "C";

-- What lists of products in another locale are searched and ordered by.
create view translated_products as
select
  products.site_id,
  products.id,
  products.category_id,
  products.price,
  translations.sort_title,
  translations.search,
  products.created_at,
  products.updated_at,
  translations.locale,
  translations.slug as translated_slug
from products
join catalog_translations as translations
  on translations.site_id = products.site_id and translations.kind = 'product' and translations.item_id = products.id
where products.status = 'ACTIVE';

-- The same views with `seo` at the end of what has one.
create or replace view public_categories as
select
  site_id,
  id,
  slug,
  parent_id,
  position,
  path,
  sort_title,
  search,
  created_at,
  image::text as image,
  case when seo is null then own.json else left(own.json, -1) || ',"seo":' || seo || '}' end as json
from categories
cross join lateral (
  select row_to_json(shown)::text as json from (
    select
      categories.id,
      categories.slug,
      categories.title,
      categories.description,
      categories.status,
      categories.parent_id as "parentId",
      categories.position,
      categories.product_count as "productCount",
      iso_instant(categories.created_at) as "createdAt",
      iso_instant(categories.updated_at) as "updatedAt"
  ) as shown
) as own
where is_public;

-- The categories in another locale: with what they are searched and ordered by there.
create view translated_categories as
select
  categories.site_id,
  categories.id,
  categories.slug,
  categories.parent_id,
  categories.position,
  translations.sort_title,
  translations.search,
  categories.created_at,
  categories.image,
  categories.json,
  translations.locale,
  translations.slug as translated_slug
from public_categories as categories
join catalog_translations as translations
  on translations.site_id = categories.site_id and translations.kind = 'category' and translations.item_id = categories.id;

create or replace view public_products as
select
  products.site_id,
  products.id,
  products.slug,
  own_variants.any_stock as shows_stock,
  products.images::text as images,
  case
    when products.compare_at_price is null and products.seo is null then product.json
    else
      left(product.json, -1)
      || case
        when products.compare_at_price is null then ''
        else ',"priorPrice":' || coalesce(own_variants.prior_price::text, 'null')
      end
      || case when products.seo is null then '' else ',"seo":' || products.seo end
      || '}'
  end as json,
  products.category_id
from products
left join categories
  on categories.site_id = products.site_id and categories.id = products.category_id and categories.is_public
cross join lateral (
  select
    count(stock) > 0 as any_stock,
    array_to_json(array_agg(shown order by place, id)) as list,
    -- That of the cheapest variant, whose price and compare_at_price the product has. Without an order: that would sort once more.
    (min(array[price, place, prior_price]) filter (where compare_at_price is not null))[3] as prior_price
  from (
    select
      variants.stock,
      variants.position as place,
      variants.id,
      variants.price,
      variants.compare_at_price,
      variants.prior_price,
      case
        when variants.compare_at_price is null then row_to_json(shown)
        else (left(row_to_json(shown)::text, -1) || ',"priorPrice":' || coalesce(variants.prior_price::text, 'null') || '}')::json
      end as shown
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
cross join lateral (
  select row_to_json(shown)::text as json
  from (
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
) as product
where products.status = 'ACTIVE';
