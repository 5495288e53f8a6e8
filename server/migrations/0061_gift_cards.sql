-- Gift cards: codes that are worth money of the shop. A product may be one; an order may be paid with some.

-- With which key a site's codes are hashed, encrypted with SECRET_KEY: so that a new SECRET_KEY leaves the cards valid.
create table gift_card_keys (
  site_id uuid not null references sites (id) on delete cascade,
  id uuid not null,
  key bytea not null,
  primary key (site_id, id),
  unique (site_id)
);

create table gift_cards (
  site_id uuid not null references sites (id) on delete cascade,
  id uuid not null,
  -- In hexadecimal.
  code_hash text collate "C" not null,
  last4 text collate "C" not null check (length(last4) = 4),
  -- The code, encrypted, until it has been mailed. Null: nobody but its owner knows it.
  sealed_code bytea,
  currency text collate "C" not null,
  initial_amount int not null check (initial_amount between 1 and 99999999),
  -- The sum of its changes.
  balance int not null check (balance between 0 and 99999999),
  expires_at timestamptz,
  is_blocked boolean not null default false,
  -- Since when it is worth nothing because its price was refunded.
  voided_at timestamptz,
  -- The order that it was sold with, the line, and which of its units it is. Null: the shop made it.
  order_id uuid,
  line_id uuid,
  unit int,
  note text not null default '',
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, code_hash),
  unique (site_id, line_id, unit)
);
create index gift_cards_by_age on gift_cards (site_id, created_at, id);
create index gift_cards_of_order on gift_cards (site_id, order_id) where order_id is not null;

create table gift_card_changes (
  site_id uuid not null,
  id uuid not null,
  card_id uuid not null,
  at timestamptz not null,
  kind text collate "C" not null check (kind in ('ISSUED', 'REDEEMED', 'RETURNED', 'REFUNDED', 'ADJUSTED', 'VOIDED')),
  amount int not null,
  -- The balance after it.
  balance int not null check (balance >= 0),
  -- The order that was paid with the card, or for which it was sold.
  order_id uuid,
  admin_id uuid,
  reason text,
  primary key (site_id, id),
  foreign key (site_id, card_id) references gift_cards (site_id, id) on delete cascade
);
create index gift_card_changes_of_card on gift_card_changes (site_id, card_id, id);
create index gift_card_changes_of_order on gift_card_changes (site_id, order_id) where order_id is not null;

alter table products add column is_gift_card boolean not null default false;

alter table order_lines
  -- Each unit is a gift card.
  add column is_gift_card boolean not null default false;

alter table orders
  -- What gift cards paid of the total. The payment has the rest.
  add column gift_card_amount int not null default 0 check (gift_card_amount >= 0),
  -- `[{ last4, amount }]`
  add column gift_cards json not null default '[]',
  -- What went back to them. `refunded` contains it.
  add column gift_card_refunded int not null default 0 check (gift_card_refunded between 0 and gift_card_amount);

-- No order has such a refund yet.
-- squawk-ignore require-concurrent-index-creation
create index orders_refunded_to_cards on orders (site_id, paid_at) where gift_card_refunded > 0;

alter table refunds
  -- What goes back to gift cards, besides the amount at the processor.
  add column gift_card_amount int not null default 0 check (gift_card_amount >= 0),
  -- The cards have it.
  add column cards_credited boolean not null default false;

alter table refunds drop constraint refunds_amount_check;
-- What goes back to gift cards alone is nothing at the processor.
-- squawk-ignore constraint-missing-not-valid
alter table refunds add constraint refunds_amount_check check (amount >= 0);

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
