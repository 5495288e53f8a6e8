-- Every price that a variant ever had in this shop, which triggers write: no code path can forget it.
create table variant_prices (
  site_id uuid not null,
  id uuid not null,
  variant_id uuid not null,
  price int not null check (price >= 0),
  -- Of the product at that time: prices of different currencies are never compared.
  currency text not null,
  since timestamptz not null,
  primary key (site_id, id),
  unique (site_id, variant_id, since),
  foreign key (site_id, variant_id) references variants (site_id, id) on delete cascade
);

-- Earlier prices are unknown, and so is when these began: they are known since the variant was last written.
insert into variant_prices (site_id, id, variant_id, price, currency, since)
select variants.site_id, gen_random_uuid(), variants.id, variants.price, products.currency, variants.updated_at
from variants
join products on products.site_id = variants.site_id and products.id = variants.product_id;

-- The lowest price of the 30 days before the present one began; null: there was none. Written with the price, so that reads only show it.
alter table variants add column prior_price int;

create function add_price(site uuid, variant uuid, new_price int, new_currency text, changed_at timestamptz) returns void
  language plpgsql
  as $$
declare
  latest timestamptz := (select max(since) from variant_prices where site_id = site and variant_id = variant);
  -- A process whose clock is behind another's must not put the new price before the old one.
  began timestamptz := case when changed_at < latest then latest + interval '1 microsecond' else changed_at end;
  lowest int;
begin
  select min(earlier.price) into lowest
  from (
    select price, currency, lead(since, 1, began) over (order by since) as ended
    from variant_prices
    where site_id = site and variant_id = variant and since < began
  ) as earlier
  -- Days of a time zone have 23 to 25 hours.
  where earlier.currency = new_currency and earlier.ended > began - interval '720 hours';
  -- At the same instant only the last price counts: an import changes the currency first, and the price to go with it next.
  insert into variant_prices (site_id, id, variant_id, price, currency, since)
  values (site, gen_random_uuid(), variant, new_price, new_currency, began)
  on conflict (site_id, variant_id, since) do update set price = excluded.price, currency = excluded.currency;
  update variants set prior_price = lowest where site_id = site and id = variant;
end
$$;

create function record_first_price() returns trigger
  language plpgsql
  as $$
declare
  own_currency text := (select currency from products where site_id = new.site_id and id = new.product_id);
begin
  insert into variant_prices (site_id, id, variant_id, price, currency, since)
  values (new.site_id, gen_random_uuid(), new.id, new.price, own_currency, new.created_at);
  return null;
end
$$;

-- Somebody who changes a price by hand leaves `updated_at` as it was: then the time is the database's.
create function record_new_price() returns trigger
  language plpgsql
  as $$
declare
  own_currency text := (select currency from products where site_id = new.site_id and id = new.product_id);
  changed_at timestamptz := case when new.updated_at > old.updated_at then new.updated_at else now() end;
begin
  perform add_price(new.site_id, new.id, new.price, own_currency, changed_at);
  return null;
end
$$;

create function record_new_currency() returns trigger
  language plpgsql
  as $$
declare
  changed_at timestamptz := case when new.updated_at > old.updated_at then new.updated_at else now() end;
  own record;
begin
  for own in select id, price from variants where site_id = new.site_id and product_id = new.id loop
    perform add_price(new.site_id, own.id, own.price, new.currency, changed_at);
  end loop;
  return null;
end
$$;

create function refuse_change_of_prices() returns trigger
  language plpgsql
  as $$
begin
  raise exception 'The history of prices cannot be changed: its rows go only with their variant.';
end
$$;

create trigger record_first_price after insert on variants
  for each row execute function record_first_price();
create trigger record_new_price after update of price on variants
  for each row when (old.price <> new.price) execute function record_new_price();
create trigger record_new_currency after update of currency on products
  for each row when (old.currency <> new.currency) execute function record_new_currency();
-- Not for the triggers above, nor for the foreign key's, which removes the rows of a variant.
create trigger refuse_change_of_prices before update or delete on variant_prices
  for each row when (pg_trigger_depth() = 0) execute function refuse_change_of_prices();

-- The same view with `priorPrice` at the end of each product and variant that has a price to cross out, and of no other.
create or replace view public_products as
select
  products.site_id,
  products.id,
  products.slug,
  own_variants.any_stock as shows_stock,
  products.images::text as images,
  case
    when products.compare_at_price is null then product.json
    else left(product.json, -1) || ',"priorPrice":' || coalesce(own_variants.prior_price::text, 'null') || '}'
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
