-- Prices of variants in the further currencies of a site. That in the product's own currency stays in `variants`.

create table currency_prices (
  site_id uuid not null,
  id uuid not null,
  product_id uuid not null,
  variant_id uuid not null,
  currency text collate "C" not null check (currency ~ '^[a-z]{3}$'),
  -- Null for a moment before the row goes, so that the history of prices gets the time.
  price int check (price >= 0),
  compare_at_price int check (compare_at_price >= 0),
  -- As that of `variants`.
  prior_price int,
  updated_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, variant_id, currency),
  foreign key (site_id, variant_id) references variants (site_id, id) on delete cascade
);

-- The lowest price of a product in a currency.
create index currency_prices_of_product on currency_prices (site_id, product_id, currency, price);

-- A variant may have prices in several currencies at a time: each currency has a history of its own. A row without a price says
-- since when the variant is not sold in the currency.
-- squawk-ignore ban-drop-not-null
alter table variant_prices alter column price drop not null;
alter table variant_prices drop constraint variant_prices_site_id_variant_id_since_key;
-- squawk-ignore disallowed-unique-constraint, constraint-missing-not-valid
alter table variant_prices add unique (site_id, variant_id, currency, since);

-- Until now, the price in one currency ended the one in another.
insert into variant_prices (site_id, id, variant_id, price, currency, since)
select site_id, gen_random_uuid(), variant_id, null, currency, ended
from (
  select
    site_id, variant_id, currency,
    lead(since) over following as ended,
    lead(currency) over following as next_currency
  from variant_prices
  window following as (partition by site_id, variant_id order by since)
) as earlier
where next_currency <> currency;

-- Writes a price, or its end, into the history; returns the lowest price in the currency of the 30 days before.
create function record_price(site uuid, variant uuid, new_price int, new_currency text, changed_at timestamptz) returns int
  language plpgsql
  as $$
declare
  latest timestamptz := (
    select max(since) from variant_prices where site_id = site and variant_id = variant and currency = new_currency
  );
  -- A process whose clock is behind another's must not put the new price before the old one.
  began timestamptz := case when changed_at < latest then latest + interval '1 microsecond' else changed_at end;
  lowest int;
begin
  select min(earlier.price) into lowest
  from (
    select price, lead(since, 1, began) over (order by since) as ended
    from variant_prices
    where site_id = site and variant_id = variant and currency = new_currency and since < began
  ) as earlier
  -- Days of a time zone have 23 to 25 hours.
  where earlier.ended > began - interval '720 hours';
  -- At the same instant only the last price counts: an import changes the currency first, and the price to go with it next.
  insert into variant_prices (site_id, id, variant_id, price, currency, since)
  values (site, gen_random_uuid(), variant, new_price, new_currency, began)
  on conflict (site_id, variant_id, currency, since) do update set price = excluded.price;
  return lowest;
end
$$;

create or replace function add_price(site uuid, variant uuid, new_price int, new_currency text, changed_at timestamptz) returns void
  language plpgsql
  as $$
declare
  lowest int := record_price(site, variant, new_price, new_currency, changed_at);
begin
  update variants set prior_price = lowest where site_id = site and id = variant;
end
$$;

create or replace function record_new_currency() returns trigger
  language plpgsql
  as $$
declare
  changed_at timestamptz := case when new.updated_at > old.updated_at then new.updated_at else now() end;
  own record;
begin
  for own in select id, price from variants where site_id = new.site_id and product_id = new.id loop
    -- The product may have a price in its former currency beside the new one: that is written next.
    perform record_price(new.site_id, own.id, null, old.currency, changed_at);
    perform add_price(new.site_id, own.id, own.price, new.currency, changed_at);
  end loop;
  return null;
end
$$;

create function record_currency_price() returns trigger
  language plpgsql
  as $$
declare
  own_currency text := (select currency from products where site_id = new.site_id and id = new.product_id);
  changed_at timestamptz := new.updated_at;
  lowest int;
begin
  -- The currency has become the product's own: its price goes on in `variants`.
  if new.price is null and new.currency = own_currency then
    return null;
  end if;
  if tg_op = 'UPDATE' and new.updated_at <= old.updated_at then
    changed_at := now();
  end if;
  lowest := record_price(new.site_id, new.variant_id, new.price, new.currency, changed_at);
  update currency_prices set prior_price = lowest where site_id = new.site_id and id = new.id;
  return null;
end
$$;

create trigger record_first_currency_price after insert on currency_prices
  for each row execute function record_currency_price();
create trigger record_new_currency_price after update of price on currency_prices
  for each row when (old.price is distinct from new.price) execute function record_currency_price();

-- The same views with the product's own currency at the end.
create or replace view listed_products as
select site_id, id, category_id, price, sort_title, search, created_at, updated_at, slug, title, currency
from products
where status = 'ACTIVE';

create or replace view translated_products as
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
  translations.slug as translated_slug,
  products.currency
from products
join catalog_translations as translations
  on translations.site_id = products.site_id and translations.kind = 'product' and translations.item_id = products.id
where products.status = 'ACTIVE';
