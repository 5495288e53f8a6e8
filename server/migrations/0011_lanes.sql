-- Sites take turns in each lane of the outbox, and one site may have so many tasks waiting. lib/task.ts has the lanes.

-- No release has this table yet, and it is short as long as nothing is wrong: writers may wait while it is written anew.
alter table outbox
  -- What a process of the version before adds is in this lane: it is done all the same.
  add column lane text not null default 'notices',
  -- Whose turn it is. All zeros: no site's, such as a signup's mail.
  add column site_id uuid not null
    -- squawk-ignore adding-field-with-default
    generated always as (coalesce((payload ->> 'siteId')::uuid, '00000000-0000-0000-0000-000000000000'::uuid)) stored,
  -- Tasks of the same site and kind that were not added, for too many waited; counted in the one that was the last in the queue.
  add column skipped int not null default 0;

update outbox set lane = case kind when 'refund-payment' then 'money' else 'codes' end
where kind in ('refund-payment', 'customer-mail', 'signup-mail');

-- squawk-ignore require-concurrent-index-deletion
drop index outbox_by_due;
-- squawk-ignore require-concurrent-index-creation
create index outbox_by_turn on outbox (lane, site_id, due_at, id) include (kind) where failed_at is null;
