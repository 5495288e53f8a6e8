-- Outgoing webhooks: the endpoints of a site, what happened in it, and the deliveries of that to the endpoints.

create table webhooks (
  site_id uuid not null references sites (id) on delete cascade,
  id uuid not null,
  url text collate "C" not null,
  -- Types of events, or `*` for all of them.
  events text[] collate "C" not null,
  description text not null,
  enabled boolean not null default true,
  -- Why it is not enabled: a member switched it off, the endpoint said that it is gone, or it failed for days.
  disabled_because text collate "C" check (disabled_because in ('MEMBER', 'GONE', 'FAILURES')),
  -- Whether deliveries contain the data of forms, and the addresses of buyers.
  include_personal boolean not null default false,
  -- Encrypted. The former one signs as well until its time is over.
  secret bytea not null,
  former_secret bytea,
  former_secret_until timestamptz,
  -- Since when no delivery succeeded. Null: the latest one did, or there was none.
  failing_since timestamptz,
  -- After a failure: no delivery before.
  resume_at timestamptz,
  -- Until when a process delivers to it, by the database's clock.
  turn_until timestamptz,
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  check (enabled = (disabled_because is null))
);

-- What happened, if any endpoint wants to know. Without the data of people: that is in `personal`, if any endpoint wants it.
create table webhook_events (
  site_id uuid not null references sites (id) on delete cascade,
  id uuid not null,
  -- The order in which transactions recorded them, by the database's clock: the changes of one thing wait for each other.
  recorded_at timestamptz not null default clock_timestamp(),
  type text collate "C" not null,
  -- What it is about: the deliveries of one subject are in order.
  subject text collate "C" not null,
  data json not null,
  personal json,
  -- Given to it when it is handed to the endpoints, with the versions of the site of that moment.
  sequence bigint,
  content_version bigint,
  catalog_version bigint,
  created_at timestamptz not null,
  primary key (site_id, id)
);
create index webhook_events_to_hand_out on webhook_events (site_id, recorded_at, id) where sequence is null;
create index webhook_events_by_age on webhook_events (site_id, created_at);
create index webhook_events_of_subject on webhook_events (site_id, subject);

-- Counts the events of each site. Apart from `sites`, which no change of a site's data may lock.
create table webhook_sequences (
  site_id uuid not null references sites (id) on delete cascade,
  id uuid not null,
  last_sequence bigint not null,
  primary key (site_id, id),
  unique (site_id)
);

create table webhook_deliveries (
  site_id uuid not null references sites (id) on delete cascade,
  id uuid not null,
  webhook_id uuid not null,
  event_id uuid not null,
  -- Of the event.
  event text collate "C" not null,
  sequence bigint not null,
  state text collate "C" not null check (state in ('PENDING', 'DELIVERED', 'FAILED')),
  -- Since the latest request to deliver it.
  tries int not null default 0,
  next_at timestamptz,
  -- [{ at, status, durationMs, error, answer }], the latest ones.
  attempts json not null default '[]',
  created_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, webhook_id, event_id),
  foreign key (site_id, webhook_id) references webhooks (site_id, id) on delete cascade,
  foreign key (site_id, event_id) references webhook_events (site_id, id) on delete cascade,
  check ((state = 'PENDING') = (next_at is not null))
);
create index webhook_deliveries_due on webhook_deliveries (site_id, webhook_id, sequence) include (next_at) where state = 'PENDING';
create index webhook_deliveries_of_webhook on webhook_deliveries (site_id, webhook_id, created_at, id);
create index webhook_deliveries_of_event on webhook_deliveries (site_id, event_id);
