-- Since when an order says nothing of its buyer any more: what is heard of them later is not written into it again.
alter table orders add column erased_at timestamptz;

-- No release has these tables yet, so none of them is large anywhere, and writers may wait.

-- What a person is found by who has no account.
-- squawk-ignore require-concurrent-index-creation
create index orders_by_email on orders (site_id, email) where email is not null;

-- What jobs look for.
-- squawk-ignore require-concurrent-index-creation
create index orders_never_paid on orders (site_id, cancelled_at) where status = 'CANCELLED' and paid_at is null and erased_at is null;
-- squawk-ignore require-concurrent-index-creation
create index customers_unconfirmed on customers (site_id, created_at) where email_verified_at is null;
-- squawk-ignore require-concurrent-index-creation
create index processor_events_by_age on processor_events (site_id, received_at);
