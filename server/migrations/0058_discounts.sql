-- What orders cost less, and for whom.

create table discounts (
  site_id uuid not null references sites (id) on delete cascade,
  id uuid not null,
  -- Its title in the site's default locale when it was saved: what people search for.
  name text not null,
  -- The members that people write, without the code and the items.
  rule json not null,
  -- `{ categories, products, variants }`, each a list of ids. Null: all items.
  items json,
  -- It applies without a code.
  is_automatic boolean not null,
  -- So many orders use it. Cancelled ones do not.
  uses int not null default 0 check (uses >= 0),
  usage_limit int check (usage_limit > 0),
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id)
);
create index automatic_discounts on discounts (site_id) where is_automatic;

-- A discount's own code, whose id is that of the discount, and the single-use codes that the shop made for it.
create table discount_codes (
  site_id uuid not null,
  id uuid not null,
  discount_id uuid not null,
  -- As people wrote it.
  code text collate "C" not null,
  -- In capitals: what a buyer's code is compared with.
  key text collate "C" not null,
  -- Of a single-use code: how many orders use it.
  uses int not null default 0 check (uses between 0 and 1),
  created_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, key),
  foreign key (site_id, discount_id) references discounts (site_id, id) on delete cascade
);
create index codes_of_discount on discount_codes (site_id, discount_id, id);

-- Which orders use a discount. The order's own columns say what it cost.
create table discount_uses (
  site_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  discount_id uuid not null,
  -- The single-use code. Null: another code, or none.
  code_id uuid,
  primary key (site_id, id),
  foreign key (site_id, order_id) references orders (site_id, id) on delete cascade
);
create index discount_uses_of_order on discount_uses (site_id, order_id);

alter table orders
  -- What all discounts took off, shipping included. The lines have their shares.
  add column discount int not null default 0,
  -- `[{ code, title, amount }]`, in the buyer's language.
  add column discounts json not null default '[]';

alter table orders drop constraint orders_total_check;
-- An order that costs nothing is paid at once.
-- squawk-ignore constraint-missing-not-valid
alter table orders add constraint orders_total_check check (
  total = subtotal + shipping - discount + case when tax_included then 0 else tax end and discount >= 0 and total between 0 and 99999999
);

alter table order_lines add column discount int not null default 0;

alter table payments drop constraint payments_amount_check;
-- squawk-ignore constraint-missing-not-valid
alter table payments add constraint payments_amount_check check (amount between 0 and 99999999);

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
      order_lines.quantity * order_lines.unit_price - order_lines.discount as total,
      order_lines.discount,
      order_lines.tax
  ) as shown
  where order_lines.site_id = orders.site_id and order_lines.order_id = orders.id
) as own_lines;
