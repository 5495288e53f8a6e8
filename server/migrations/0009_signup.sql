-- Who runs sites, and those who ask for one. Admins and challenges are global: they are there before the site.

create table admins (
  id uuid primary key,
  -- As canonicalEmail writes it.
  email text collate "C" not null unique,
  password_hash text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table members (
  site_id uuid not null references sites (id) on delete cascade,
  id uuid not null,
  admin_id uuid not null references admins (id) on delete cascade,
  role text not null check (role in ('OWNER', 'EDITOR', 'VIEWER')),
  created_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, admin_id)
);

-- A site that somebody asked for, until the address is proven. It reserves nothing: neither the slug nor the address.
create table signup_challenges (
  -- Works as a secret, so it is random throughout.
  id uuid primary key,
  email text collate "C" not null,
  site_slug text collate "C" not null,
  site_name text not null,
  -- Null once the challenge has ended: at once when it is verified or cancelled, within the hour when its time is over.
  password_hash text,
  -- Of the latest code, and null until that is mailed, which is when it is made.
  code_hash bytea check (length(code_hash) = 32),
  -- How many codes were asked for. An earlier code is worth nothing.
  generation int not null default 1,
  code_expires_at timestamptz not null,
  resend_available_at timestamptz not null,
  attempts int not null default 0 check (attempts between 0 and 5),
  expires_at timestamptz not null,
  verified_at timestamptz,
  cancelled_at timestamptz,
  created_at timestamptz not null
);

create index signup_challenges_by_email on signup_challenges (email, resend_available_at);
create index signup_challenges_by_age on signup_challenges (expires_at);

-- How often something was tried since a window began, before there is a site to count it for. The id is a digest of what is counted.
create table signup_attempts (
  id uuid primary key,
  count int not null,
  began_at timestamptz not null
);

create index signup_attempts_by_age on signup_attempts (began_at);
