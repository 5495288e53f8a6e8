-- Customers of a site, the tokens that are mailed to them, and what is counted against guessing.

create table customers (
  site_id uuid not null references sites (id) on delete cascade,
  id uuid not null,
  -- Lower case, ASCII, as canonicalEmail writes it: mail goes here and nowhere else.
  email text collate "C" not null,
  password_hash text not null,
  first_name text,
  last_name text,
  phone text,
  email_verified_at timestamptz,
  -- Raised when the password changes: tokens of an earlier version are worth nothing.
  token_version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, email)
);

-- A customer has one live token for each purpose: a new one takes the old one's row.
create table customer_tokens (
  site_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  purpose text not null check (purpose in ('verify-email', 'reset-password')),
  token_hash bytea not null check (length(token_hash) = 32),
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, customer_id, purpose),
  unique (site_id, token_hash),
  foreign key (site_id, customer_id) references customers (site_id, id) on delete cascade
);

-- How often something was tried since a window began. The id is a digest of what is counted: no address stands here.
create table attempts (
  site_id uuid not null references sites (id) on delete cascade,
  id uuid not null,
  count int not null,
  began_at timestamptz not null,
  primary key (site_id, id)
);

create index attempts_by_age on attempts (site_id, began_at);

-- The public representation of a customer.
create function customer_json(customers) returns json
  language sql stable parallel safe
  return json_build_object(
    'id', $1.id,
    'email', $1.email,
    'firstName', $1.first_name,
    'lastName', $1.last_name,
    'phone', $1.phone,
    'emailVerified', $1.email_verified_at is not null,
    'createdAt', iso_instant($1.created_at),
    'updatedAt', iso_instant($1.updated_at)
  );
