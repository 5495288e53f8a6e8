-- Distributes the tables of sites by site, on Citus. Run once by psql, statement by statement, as the owner of the tables, on
-- the coordinator: after `create extension citus`, after every node was added, and after `vitrine migrate`. All or nothing
-- happens. docs/run/citus.md says when anybody needs this, and why each table is what it is here.
begin;

-- Otherwise all that refers to `sites` would become a table of its own kind first, which cannot be distributed any more.
set local citus.enable_local_reference_table_foreign_keys = off;

-- Two foreign keys that cannot be there while tables are distributed one by one, or at all: the first leads in a circle, and
-- the second sets a column to null, which Citus refuses wherever the site is a part of the key. Both come back below.
alter table translations drop constraint translations_site_id_id_published_version_id_fkey;
alter table orders drop constraint orders_site_id_customer_id_fkey;

-- The triggers that write the history of prices would write it anew while rows are copied. They come back below.
drop trigger record_first_price on variants;
drop trigger record_new_price on variants;
drop trigger record_new_currency on products;
drop trigger refuse_change_of_prices on variant_prices;
drop trigger record_first_currency_price on currency_prices;
drop trigger record_new_currency_price on currency_prices;
-- The same of those that write the movements of stock.
drop trigger record_first_stock on variants;
drop trigger record_other_stock on variants;
drop trigger apply_stock_movement on stock_movements;
drop trigger refuse_change_of_movements on stock_movements;

-- On every node: statements join them with a site's tables, or those refer to them. They are written rarely.
select create_reference_table('sites');
select create_reference_table('api_keys');
select create_reference_table('site_hosts');
select create_reference_table('previews');
select create_reference_table('admins');
select create_reference_table('members');
select create_reference_table('invitations');
select create_reference_table('operator_entries');
select create_reference_table('admin_sessions');
select create_reference_table('admin_tokens');
select create_reference_table('admin_links');
select create_reference_table('passkeys');
select create_reference_table('passkey_challenges');
select create_reference_table('recovery_codes');
select create_reference_table('known_browsers');
select create_reference_table('account_audit_entries');

-- By site, all of one site on one node. Whatever is referred to comes first.
select create_distributed_table('block_types', 'site_id');
select create_distributed_table('site_versions', 'site_id', colocate_with => 'block_types');
select create_distributed_table('content_types', 'site_id', colocate_with => 'block_types');
select create_distributed_table('documents', 'site_id', colocate_with => 'block_types');
select create_distributed_table('translations', 'site_id', colocate_with => 'block_types');
select create_distributed_table('versions', 'site_id', colocate_with => 'block_types');
select create_distributed_table('schedules', 'site_id', colocate_with => 'block_types');
select create_distributed_table('comment_threads', 'site_id', colocate_with => 'block_types');
select create_distributed_table('comments', 'site_id', colocate_with => 'block_types');
select create_distributed_table('review_requests', 'site_id', colocate_with => 'block_types');
select create_distributed_table('former_slugs', 'site_id', colocate_with => 'block_types');
select create_distributed_table('asset_files', 'site_id', colocate_with => 'block_types');
select create_distributed_table('assets', 'site_id', colocate_with => 'block_types');
select create_distributed_table('asset_addresses', 'site_id', colocate_with => 'block_types');
select create_distributed_table('asset_variants', 'site_id', colocate_with => 'block_types');
select create_distributed_table('asset_totals', 'site_id', colocate_with => 'block_types');
select create_distributed_table('site_usage', 'site_id', colocate_with => 'block_types');
select create_distributed_table('asset_uploads', 'site_id', colocate_with => 'block_types');
select create_distributed_table('asset_upload_parts', 'site_id', colocate_with => 'block_types');
select create_distributed_table('releases', 'site_id', colocate_with => 'block_types');
select create_distributed_table('release_items', 'site_id', colocate_with => 'block_types');
select create_distributed_table('release_changes', 'site_id', colocate_with => 'block_types');
select create_distributed_table('imported_items', 'site_id', colocate_with => 'block_types');
alter table translations
  add constraint translations_site_id_id_published_version_id_fkey
  foreign key (site_id, id, published_version_id) references versions (site_id, translation_id, id)
  deferrable initially deferred;
select create_distributed_table('content_references', 'site_id', colocate_with => 'block_types');
select create_distributed_table('published_rows', 'site_id', colocate_with => 'block_types');
select create_distributed_table('published_words', 'site_id', colocate_with => 'block_types');
select create_distributed_table('plugins', 'site_id', colocate_with => 'block_types');
select create_distributed_table('categories', 'site_id', colocate_with => 'block_types');
select create_distributed_table('products', 'site_id', colocate_with => 'block_types');
select create_distributed_table('variants', 'site_id', colocate_with => 'block_types');
select create_distributed_table('variant_prices', 'site_id', colocate_with => 'block_types');
select create_distributed_table('currency_prices', 'site_id', colocate_with => 'block_types');
select create_distributed_table('stock_movements', 'site_id', colocate_with => 'block_types');
select create_distributed_table('search_words', 'site_id', colocate_with => 'block_types');
select create_distributed_table('product_totals', 'site_id', colocate_with => 'block_types');
select create_distributed_table('stock_versions', 'site_id', colocate_with => 'block_types');
select create_distributed_table('site_changes', 'site_id', colocate_with => 'block_types');
select create_distributed_table('plans', 'site_id', colocate_with => 'block_types');
select create_distributed_table('catalog_translations', 'site_id', colocate_with => 'block_types');
select create_distributed_table('former_catalog_slugs', 'site_id', colocate_with => 'block_types');
select create_distributed_table('customers', 'site_id', colocate_with => 'block_types');
select create_distributed_table('customer_tokens', 'site_id', colocate_with => 'block_types');
select create_distributed_table('customer_addresses', 'site_id', colocate_with => 'block_types');
select create_distributed_table('attempts', 'site_id', colocate_with => 'block_types');
select create_distributed_table('order_numbers', 'site_id', colocate_with => 'block_types');
select create_distributed_table('orders', 'site_id', colocate_with => 'block_types');
-- Whoever removes a customer takes the customer from the orders as well; it is looked at when all of that is done.
alter table orders
  add constraint orders_site_id_customer_id_fkey
  foreign key (site_id, customer_id) references customers (site_id, id)
  deferrable initially deferred;
select create_distributed_table('order_lines', 'site_id', colocate_with => 'block_types');
select create_distributed_table('discounts', 'site_id', colocate_with => 'block_types');
select create_distributed_table('discount_codes', 'site_id', colocate_with => 'block_types');
select create_distributed_table('discount_uses', 'site_id', colocate_with => 'block_types');
select create_distributed_table('gift_card_keys', 'site_id', colocate_with => 'block_types');
select create_distributed_table('gift_cards', 'site_id', colocate_with => 'block_types');
select create_distributed_table('gift_card_changes', 'site_id', colocate_with => 'block_types');
select create_distributed_table('order_events', 'site_id', colocate_with => 'block_types');
select create_distributed_table('payments', 'site_id', colocate_with => 'block_types');
select create_distributed_table('refunds', 'site_id', colocate_with => 'block_types');
select create_distributed_table('processor_events', 'site_id', colocate_with => 'block_types');
select create_distributed_table('idempotent_requests', 'site_id', colocate_with => 'block_types');
select create_distributed_table('forms', 'site_id', colocate_with => 'block_types');
select create_distributed_table('form_submissions', 'site_id', colocate_with => 'block_types');
select create_distributed_table('form_submission_files', 'site_id', colocate_with => 'block_types');
select create_distributed_table('audit_entries', 'site_id', colocate_with => 'block_types');
select create_distributed_table('saved_views', 'site_id', colocate_with => 'block_types');
select create_distributed_table('cache_purges', 'site_id', colocate_with => 'block_types');
select create_distributed_table('cache_turns', 'site_id', colocate_with => 'block_types');
select create_distributed_table('webhooks', 'site_id', colocate_with => 'block_types');
select create_distributed_table('webhook_events', 'site_id', colocate_with => 'block_types');
select create_distributed_table('webhook_sequences', 'site_id', colocate_with => 'block_types');
select create_distributed_table('webhook_deliveries', 'site_id', colocate_with => 'block_types');

-- Written in the transactions that distributed tables are written in. Known to Citus, it makes them commit in two phases:
-- otherwise a crash in between would keep the order and lose its mail.
select citus_add_local_table_to_metadata('outbox');
select citus_add_local_table_to_metadata('site_events');

-- What a function of a statement reads, it reads where the statement runs: of the same site, so on the same node.
alter function search_query(uuid, text, text[]) set citus.allow_nested_distributed_execution = on;

-- Citus calls a trigger unsafe that may reach another node. These reach none: they read and write rows of the same site, in tables
-- that are distributed alike.
set local citus.enable_unsafe_triggers = on;
alter function record_price(uuid, uuid, int, text, timestamptz) set citus.allow_nested_distributed_execution = on;
alter function add_price(uuid, uuid, int, text, timestamptz) set citus.allow_nested_distributed_execution = on;
alter function record_first_price() set citus.allow_nested_distributed_execution = on;
alter function record_new_price() set citus.allow_nested_distributed_execution = on;
alter function record_new_currency() set citus.allow_nested_distributed_execution = on;
alter function record_currency_price() set citus.allow_nested_distributed_execution = on;
create trigger record_first_price after insert on variants
  for each row execute function record_first_price();
create trigger record_new_price after update of price on variants
  for each row when (old.price <> new.price) execute function record_new_price();
create trigger record_new_currency after update of currency on products
  for each row when (old.currency <> new.currency) execute function record_new_currency();
create trigger record_first_currency_price after insert on currency_prices
  for each row execute function record_currency_price();
create trigger record_new_currency_price after update of price on currency_prices
  for each row when (old.price is distinct from new.price) execute function record_currency_price();
create trigger refuse_change_of_prices before update or delete on variant_prices
  for each row when (pg_trigger_depth() = 0) execute function refuse_change_of_prices();
alter function record_first_stock() set citus.allow_nested_distributed_execution = on;
alter function record_other_stock() set citus.allow_nested_distributed_execution = on;
alter function apply_stock_movement() set citus.allow_nested_distributed_execution = on;
create trigger record_first_stock after insert on variants
  for each row when (new.stock is not null) execute function record_first_stock();
create trigger record_other_stock after update of stock on variants
  for each row when (old.stock is distinct from new.stock and pg_trigger_depth() = 0) execute function record_other_stock();
create trigger apply_stock_movement before insert on stock_movements
  for each row execute function apply_stock_movement();
create trigger refuse_change_of_movements before update or delete on stock_movements
  for each row when (pg_trigger_depth() = 0) execute function refuse_change_of_movements();

-- Inside a view nothing can be compared with the site that a statement is about; in a function it can. The columns stay.
create function variants_of_product(site uuid, product uuid, out any_stock boolean, out list json, out prior_price int)
  language plpgsql stable parallel safe
  set citus.allow_nested_distributed_execution = on
  as $$
begin
  select
    count(shown.stock) > 0,
    array_to_json(array_agg(shown.variant order by shown.place, shown.id)),
    (min(array[shown.price, shown.place, shown.prior]) filter (where shown.compare_at_price is not null))[3]
  into any_stock, list, prior_price
  from (
    select
      variants.stock,
      variants.position as place,
      variants.id,
      variants.price,
      variants.compare_at_price,
      variants.prior_price as prior,
      case
        when variants.compare_at_price is null then row_to_json(item)
        else (left(row_to_json(item)::text, -1) || ',"priorPrice":' || coalesce(variants.prior_price::text, 'null') || '}')::json
      end as variant
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
    ) as item
    where variants.site_id = site and variants.product_id = product
  ) as shown;
end
$$;

create function lines_of_order(site uuid, of_order uuid) returns json
  language plpgsql stable parallel safe
  set citus.allow_nested_distributed_execution = on
  as $$
begin
  return (
    select array_to_json(array_agg(row_to_json(shown) order by order_lines.position))
    from order_lines
    cross join lateral (
      select
        order_lines.variant_id as "variantId",
        order_lines.product_id as "productId",
        order_lines.title,
        order_lines.sku,
        order_lines.quantity,
        order_lines.unit_price as "unitPrice",
        order_lines.quantity * order_lines.unit_price - order_lines.discount as total,
        order_lines.discount,
        order_lines.tax
    ) as shown
    where order_lines.site_id = site and order_lines.order_id = of_order
  );
end
$$;

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
cross join lateral variants_of_product(products.site_id, products.id) as own_variants
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

create or replace view own_orders as
select
  orders.site_id,
  orders.id,
  orders.customer_id,
  orders.created_at,
  (
    select row_to_json(shown) from (
      select
        orders.id,
        orders.number,
        orders.status,
        payments.status as "paymentStatus",
        orders.currency,
        orders.subtotal,
        orders.discount,
        orders.discounts,
        orders.tax,
        orders.tax_included as "taxIncluded",
        orders.taxes,
        orders.shipping,
        orders.shipping_option as "shippingOption",
        orders.total,
        orders.gift_cards as "giftCards",
        orders.total - orders.gift_card_amount as "toPay",
        orders.notes,
        orders.shipping_address as "shippingAddress",
        orders.billing_address as "billingAddress",
        orders.metadata,
        lines_of_order(orders.site_id, orders.id) as lines,
        iso_instant(orders.created_at) as "createdAt",
        iso_instant(orders.updated_at) as "updatedAt"
    ) as shown
  )::text as json
from orders
join payments on payments.site_id = orders.site_id and payments.order_id = orders.id;

-- A statement with a list is planned for one site only when its parameters are known. A plan for any parameters goes to all nodes.
do $$
begin
  execute format('alter database %I set plan_cache_mode = force_custom_plan', current_database());
end
$$;

commit;
