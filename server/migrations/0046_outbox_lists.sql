-- What the people of a site see of its tasks.

alter table outbox
  -- Why the latest attempt failed: the names of errors and codes, never data of the task.
  add column last_error text;

-- The table is short as long as nothing is wrong.
-- squawk-ignore require-concurrent-index-creation
create index outbox_of_site on outbox (site_id, created_at, id);
