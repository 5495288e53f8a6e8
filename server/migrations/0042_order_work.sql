-- What a shop's people do with orders: shipments by line, notes, and a timeline of what happened; and where orders go.

alter table orders
  add column revision int not null default 1,
  -- How much was sent: nothing, a part, or all that was not refunded before it was sent.
  add column fulfilment text collate "C" not null default 'UNFULFILLED';
-- squawk-ignore constraint-missing-not-valid
alter table orders add constraint orders_fulfilment_check check (fulfilment in ('UNFULFILLED', 'PARTIAL', 'FULFILLED'));
update orders set fulfilment = 'FULFILLED' where fulfilled_at is not null;

-- Units that were sent, and units that were refunded before they were sent.
alter table order_lines
  add column fulfilled int not null default 0,
  add column removed int not null default 0,
  add column refunded int not null default 0;
-- squawk-ignore constraint-missing-not-valid
alter table order_lines add constraint order_lines_sent_check
  check (fulfilled >= 0 and removed >= 0 and fulfilled + removed <= quantity and refunded between removed and quantity);
update order_lines set fulfilled = quantity
from orders
where orders.site_id = order_lines.site_id and orders.id = order_lines.order_id and orders.fulfilled_at is not null;

-- What happened to an order after it was placed.
create table order_events (
  site_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  at timestamptz not null,
  kind text collate "C" not null check (kind in ('PAID', 'CANCELLED', 'FULFILLED', 'REFUNDED', 'REFUND_FAILED', 'NOTE', 'MAIL')),
  -- The person who did it; null: a buyer, the processor, a job or the command line.
  admin_id uuid,
  -- Depends on the kind: server/src/features/shop/orders/order-event.ts.
  details json not null,
  primary key (site_id, id),
  foreign key (site_id, order_id) references orders (site_id, id) on delete cascade
);

create index order_events_by_order on order_events (site_id, order_id, at, id);

insert into order_events (site_id, id, order_id, at, kind, details)
select site_id, gen_random_uuid(), id, paid_at, 'PAID', '{}'::json from orders where paid_at is not null
union all
select site_id, gen_random_uuid(), id, cancelled_at, 'CANCELLED', '{}'::json from orders where cancelled_at is not null
union all
select site_id, gen_random_uuid(), id, fulfilled_at, 'FULFILLED', '{}'::json from orders where fulfilled_at is not null;

-- What a person asked for with a refund. Null of the command line and of jobs.
alter table refunds
  -- [{"id": …, "quantity": …}] of order_lines.
  add column lines json,
  add column reason text,
  add column restock boolean not null default false,
  add column admin_id uuid;

-- The lists of the admin API, each in the order of the numbers, and the search by SKU.
-- squawk-ignore require-concurrent-index-creation
create index orders_by_status on orders (site_id, status, number);
-- squawk-ignore require-concurrent-index-creation
create index orders_sent_in_part on orders (site_id, number) where fulfilment = 'PARTIAL';
-- squawk-ignore require-concurrent-index-creation
create index order_lines_by_sku on order_lines (site_id, sku, order_id);

-- Where an order goes, who pays for it, and what the storefront stores with it.
alter table orders
  add column shipping_address json,
  add column billing_address json,
  add column metadata json not null default '{}';

-- Orders are found by the beginning of the recipient's name.
-- squawk-ignore require-concurrent-index-creation
create index orders_by_recipient on orders (site_id, (lower(shipping_address ->> 'name') collate "C")) where shipping_address is not null;

-- The same view with the addresses and the metadata.
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
        orders.tax,
        orders.shipping,
        orders.total,
        orders.notes,
        orders.shipping_address as "shippingAddress",
        orders.billing_address as "billingAddress",
        orders.metadata,
        own_lines.list as lines,
        iso_instant(orders.created_at) as "createdAt",
        iso_instant(orders.updated_at) as "updatedAt"
    ) as shown
  )::text as json
from orders
join payments on payments.site_id = orders.site_id and payments.order_id = orders.id
cross join lateral (
  select array_to_json(array_agg(row_to_json(shown) order by order_lines.position)) as list
  from order_lines
  cross join lateral (
    select
      order_lines.variant_id as "variantId",
      order_lines.product_id as "productId",
      order_lines.title,
      order_lines.sku,
      order_lines.quantity,
      order_lines.unit_price as "unitPrice",
      order_lines.quantity * order_lines.unit_price as total
  ) as shown
  where order_lines.site_id = orders.site_id and order_lines.order_id = orders.id
) as own_lines;

-- Only counted until now: lists of orders go by number.
-- squawk-ignore require-concurrent-index-deletion
drop index orders_to_fulfil;
-- squawk-ignore require-concurrent-index-creation
create index orders_to_fulfil on orders (site_id, number) where status in ('PAID', 'PARTIALLY_REFUNDED') and fulfilled_at is null;
