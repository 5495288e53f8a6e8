-- Categories and products, with their variants, and subscription plans.

-- All three are trusted extensions of PostgreSQL itself: whoever may create in the database may add them.
create extension if not exists btree_gin;
create extension if not exists fuzzystrmatch;
create extension if not exists pg_trgm;

create table categories (
  site_id uuid not null references sites (id) on delete cascade,
  id uuid not null,
  slug text collate "C" not null,
  title text not null,
  description text,
  image json,
  parent_id uuid,
  position int not null,
  status text not null check (status in ('ACTIVE', 'HIDDEN')),
  -- The title as it is ordered by: the same on every database, whatever its collations.
  sort_title text collate "C" not null,
  search tsvector not null,
  -- What follows from the rest, worked out again after every change to the site's categories or products: the ids from
  -- the root down to its own, whether the public may see it, and how many active products it and its visible descendants have.
  path uuid[] not null default '{}',
  is_public boolean not null default false,
  product_count int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, slug),
  foreign key (site_id, parent_id) references categories (site_id, id)
);

-- No list of pending entries, in this index and those below: every search reads it from end to end, and where nothing vacuums,
-- as in the embedded database, it only grows.
create index categories_by_path on categories using gin (site_id, path) with (fastupdate = off);
create index categories_by_parent on categories (site_id, parent_id);

create table products (
  site_id uuid not null references sites (id) on delete cascade,
  id uuid not null,
  slug text collate "C" not null,
  title text not null,
  description text,
  status text not null check (status in ('DRAFT', 'ACTIVE', 'ARCHIVED')),
  category_id uuid,
  currency text not null check (currency ~ '^[a-z]{3}$'),
  images json not null,
  options json not null,
  attributes json not null,
  -- Those of the cheapest variant.
  price int not null check (price >= 0),
  compare_at_price int check (compare_at_price >= 0),
  sort_title text collate "C" not null,
  search tsvector not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, slug),
  foreign key (site_id, category_id) references categories (site_id, id)
);

-- One for each order of the public list, each read in both directions, the id as tie-breaker.
create index products_by_creation on products (site_id, created_at, id) where status = 'ACTIVE';
create index products_by_change on products (site_id, updated_at, id) where status = 'ACTIVE';
create index products_by_title on products (site_id, sort_title, id) where status = 'ACTIVE';
create index products_by_price on products (site_id, price, id) where status = 'ACTIVE';
-- A category's products, counted and ordered without a look at the table.
create index products_by_category on products (site_id, category_id, price, id) include (created_at, updated_at, sort_title)
  where status = 'ACTIVE';
create index products_by_word on products using gin (site_id, search) with (fastupdate = off) where status = 'ACTIVE';

create table variants (
  site_id uuid not null,
  id uuid not null,
  product_id uuid not null,
  sku text collate "C" not null,
  title text not null,
  price int not null check (price >= 0),
  compare_at_price int check (compare_at_price >= 0),
  options json not null,
  -- Null: not tracked, always available.
  stock int check (stock >= 0),
  position int not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, sku),
  foreign key (site_id, product_id) references products (site_id, id) on delete cascade
);

create index variants_by_product on variants (site_id, product_id, position);

-- Every word of the site's active products and public categories: where a word that somebody typed is looked for.
create table search_words (
  site_id uuid not null references sites (id) on delete cascade,
  id uuid not null,
  word text collate "C" not null,
  primary key (site_id, id),
  unique (site_id, word)
);

create index search_words_alike on search_words using gin (site_id, word gin_trgm_ops) with (fastupdate = off);

create table plans (
  site_id uuid not null references sites (id) on delete cascade,
  id uuid not null,
  slug text collate "C" not null,
  name text not null,
  description text,
  price int not null check (price >= 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  interval text not null check (interval in ('day', 'week', 'month', 'year')),
  interval_count int not null check (interval_count > 0),
  trial_days int not null check (trial_days >= 0),
  features text[] not null,
  status text not null check (status in ('ACTIVE', 'INACTIVE')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, slug)
);

-- What public reads of categories and products may name: none of it has a row that the public may not see. `json` is the public
-- representation but for its pictures, whose addresses depend on where the server is reached. Made from rows, which unlike
-- json_build_object leaves no blanks between members.
create view public_categories as
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
  (
    select row_to_json(shown) from (
      select
        id,
        slug,
        title,
        description,
        status,
        parent_id as "parentId",
        position,
        product_count as "productCount",
        iso_instant(created_at) as "createdAt",
        iso_instant(updated_at) as "updatedAt"
    ) as shown
  )::text as json
from categories
where is_public;

create view listed_products as
select site_id, id, category_id, price, sort_title, search, created_at, updated_at
from products
where status = 'ACTIVE';

create view public_products as
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
  )::text as json
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

-- What the public search looks for: every term as the beginning of a word, or as one of the site's words that is much like
-- it, with a letter wrong, missing, added or swapped with its neighbour (two from nine letters on), or as a word that the term
-- makes a plural of with one letter or two. Too many words are like a short one, so up to four letters a wrong one is only
-- forgiven where no word begins with the term. Terms are letters and digits.
create function search_query(site uuid, terms text[]) returns tsquery
  language plpgsql stable parallel safe
  -- As little have words in common that differ by one letter in the middle.
  set pg_trgm.similarity_threshold = 0.2
  as $$
begin
  return (
    select string_agg('(' || alternatives || ')', ' & ' order by place)::tsquery
    from (
      select place, string_agg(lexeme, ' | ' order by lexeme) as alternatives
      from unnest(terms) with ordinality as given (term, place)
      cross join lateral (
        select quote_literal(term) || ':*' as lexeme
        union
        select quote_literal(word)
        from search_words
        where site_id = site
          and word % term
          and length(term) > 2
          and levenshtein_less_equal(word, term, case when length(term) < 9 then 1 else 2 end)
            <= case when length(term) < 9 then 1 else 2 end
          and (length(term) > 4 or not exists (
            select from search_words as longer
            where longer.site_id = site and longer.word >= term and longer.word < term || chr(1114111)
          ))
        union
        select quote_literal(word)
        from search_words
        where site_id = site
          and length(term) > 3
          and word = any (array(
            select overlay(term placing reverse(substr(term, swapped, 2)) from swapped for 2)
            from generate_series(1, length(term) - 1) as swapped
          ))
        union
        select quote_literal(word)
        from search_words
        where site_id = site and length(word) > 3 and word = any (array[left(term, -1), left(term, -2)])
      ) as alternative
      group by place
    ) as each_term
  );
end
$$;
