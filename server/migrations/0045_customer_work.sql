-- What the people of a shop do with customers, and the addresses that customers keep.

-- Statements read the columns themselves.
drop function customer_json;

alter table customers
  -- Raised by each change of what can be edited.
  add column revision int not null default 1,
  -- Of the shop's people. The customer never sees it.
  add column note text,
  -- Since when the shop refuses to sign the customer in.
  add column blocked_at timestamptz;

-- The list of the admin API.
-- squawk-ignore require-concurrent-index-creation
create index customers_by_age on customers (site_id, created_at, id);

create table customer_addresses (
  site_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  address json not null,
  is_shipping_default boolean not null default false,
  is_billing_default boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, customer_id) references customers (site_id, id) on delete cascade
);

create index customer_addresses_by_customer on customer_addresses (site_id, customer_id, id);
