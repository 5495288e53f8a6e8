-- Orders with their lines, payments, the processor's events, and requests that are answered once.

-- The last number that a site gave to an order.
create table order_numbers (
  site_id uuid not null references sites (id) on delete cascade,
  id uuid not null,
  last_number int not null,
  primary key (site_id, id),
  unique (site_id)
);

create table orders (
  site_id uuid not null references sites (id) on delete cascade,
  -- Works as a secret: whoever has it may read the status. People are told the number.
  id uuid not null,
  number int not null,
  status text not null check (status in ('PENDING', 'PAID', 'FULFILLED', 'CANCELLED', 'PARTIALLY_REFUNDED', 'REFUNDED')),
  -- Whose token came with the order.
  customer_id uuid,
  -- Whom an order without a token names: a hint for the shop's staff, and nothing that anybody proved.
  claimed_customer_id uuid,
  -- Where a confirmation goes: as given, the customer's own, or the one that the processor was told.
  email text collate "C",
  currency text not null check (currency ~ '^[a-z]{3}$'),
  subtotal int not null check (subtotal >= 0),
  tax int not null check (tax >= 0),
  shipping int not null check (shipping >= 0),
  total int not null check (total = subtotal + tax + shipping and total between 1 and 99999999),
  notes text,
  -- When a pending order is given up.
  expires_at timestamptz not null,
  paid_at timestamptz,
  fulfilled_at timestamptz,
  cancelled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, number),
  foreign key (site_id, customer_id) references customers (site_id, id) on delete set null (customer_id)
);

create index orders_by_customer on orders (site_id, customer_id, created_at, id) where customer_id is not null;

create table order_lines (
  site_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  position int not null,
  -- What was sold, as it was then: the catalogue may change, and drop it, at any time.
  variant_id uuid not null,
  product_id uuid not null,
  title text not null,
  sku text collate "C" not null,
  quantity int not null check (quantity > 0),
  unit_price int not null check (unit_price >= 0),
  -- How many of the quantity were taken from a stock: none where it was not tracked.
  reserved int not null check (reserved between 0 and quantity),
  primary key (site_id, id),
  unique (site_id, order_id, position),
  foreign key (site_id, order_id) references orders (site_id, id) on delete cascade
);

create table payments (
  site_id uuid not null references sites (id) on delete cascade,
  -- Works as a secret, and is our reference at the processor.
  id uuid not null,
  -- Null: a payment of the plugin, for nothing that we know of.
  order_id uuid,
  amount int not null check (amount between 1 and 99999999),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  description text,
  metadata json not null,
  status text not null check (
    status in ('PENDING', 'PROCESSING', 'REQUIRES_ACTION', 'SUCCEEDED', 'FAILED', 'CANCELLED', 'PARTIALLY_REFUNDED', 'REFUNDED')
  ),
  -- What the status rests on happened at this time, by the processor's clock, in whole seconds. Null: nothing was heard yet.
  status_at timestamptz,
  refunded int not null default 0 check (refunded between 0 and amount),
  -- What else the processor is asked for: with the amount all of it, so that asking again is asking for the same.
  request json not null,
  processor_session_id text collate "C",
  processor_intent_id text collate "C",
  -- When the processor is asked how it stands, or has it ended. Null: it stands for good, there too.
  check_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, order_id),
  unique (site_id, processor_session_id),
  unique (site_id, processor_intent_id),
  foreign key (site_id, order_id) references orders (site_id, id) on delete cascade
);

create index payments_to_check on payments (site_id, check_at) where check_at is not null;

-- Events of the processor that took effect: each does so once, for ever.
create table processor_events (
  site_id uuid not null,
  id uuid not null,
  event_id text collate "C" not null,
  type text collate "C" not null,
  payment_id uuid not null,
  received_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, event_id),
  foreign key (site_id, payment_id) references payments (site_id, id) on delete cascade
);

-- Requests with an Idempotency-Key. The id is a digest of the key and of whom it counts for.
create table idempotent_requests (
  site_id uuid not null references sites (id) on delete cascade,
  id uuid not null,
  body_hash bytea not null check (length(body_hash) = 32),
  -- What the request made, for another try to go on with.
  payment_id uuid,
  -- Encrypted under SECRET_KEY: it may hold what somebody pays with. Null: not answered yet.
  answer bytea,
  -- Until when a process works on it, by the database's clock, and which try that is.
  leased_until timestamptz not null,
  try_id uuid not null,
  created_at timestamptz not null,
  primary key (site_id, id)
);

create index idempotent_requests_by_age on idempotent_requests (site_id, created_at);

-- An order as its customer sees it.
create view own_orders as
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
