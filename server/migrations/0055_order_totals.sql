-- What rules computed for an order stays with it: a refund, a mail and an invoice never compute anew.

alter table orders
  -- Whether `tax` is a part of the prices, and not added to them.
  add column tax_included boolean not null default false,
  -- `[{ title, percent, base, amount }]`, in the buyer's language.
  add column taxes json not null default '[]',
  -- `{ id, title }`. Null: the caller decided about shipping.
  add column shipping_option json;

alter table orders drop constraint orders_check;
-- squawk-ignore constraint-missing-not-valid
alter table orders add constraint orders_total_check check (
  total = subtotal + shipping + case when tax_included then 0 else tax end and total between 1 and 99999999
);

-- A line's share of the tax. 0 where the caller decided about tax.
alter table order_lines add column tax int not null default 0;

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
        orders.tax_included as "taxIncluded",
        orders.taxes,
        orders.shipping,
        orders.shipping_option as "shippingOption",
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
      order_lines.quantity * order_lines.unit_price as total,
      order_lines.tax
  ) as shown
  where order_lines.site_id = orders.site_id and order_lines.order_id = orders.id
) as own_lines;
