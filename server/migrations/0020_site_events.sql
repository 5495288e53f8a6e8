-- What happened in sites, for the streams of those who run them. Rows are only needed for some minutes. Global: every process reads the events of
-- many sites at once, and their order is that of the transactions of one database.
create table site_events (
  site_id uuid not null references sites (id) on delete cascade,
  -- Orders the events of one transaction.
  id uuid not null,
  -- By this a reader knows, without waiting for anybody, which rows its last snapshot did not show.
  transaction_id xid8 not null default pg_current_xact_id(),
  kind text collate "C" not null check (kind in ('changed', 'removed', 'presence')),
  target_type text collate "C" not null,
  target_id text collate "C" not null,
  locale text collate "C",
  revision int,
  -- Without a foreign key: the account may be gone before the event is.
  admin_id uuid,
  -- Of a presence: until when it is good.
  expires_at timestamptz,
  created_at timestamptz not null,
  primary key (site_id, id)
);

create index site_events_by_transaction on site_events (transaction_id);
create index site_events_by_age on site_events (created_at);
create index site_events_of_presence on site_events (site_id, expires_at) where kind = 'presence';
create index site_events_by_actor on site_events (admin_id) where admin_id is not null;
