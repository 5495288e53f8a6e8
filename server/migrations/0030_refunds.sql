-- Refunds through the processor. A row is written before the call: a later run, after a lost answer, learns from it what was asked for.
create table refunds (
  site_id uuid not null,
  -- The key of the call, and our reference in the refund's metadata at the processor.
  id uuid not null,
  payment_id uuid not null,
  -- What the caller calls the request: the same key is the same refund. Null: a caller without keys, such as the command.
  request_key text collate "C",
  -- Minor units.
  amount int not null check (amount > 0),
  -- What had been refunded before the call.
  refunded_before int not null check (refunded_before >= 0),
  -- PENDING: no answer yet. FAILED: the processor refused it, or never got it.
  status text collate "C" not null check (status in ('PENDING', 'SUCCEEDED', 'FAILED')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, payment_id) references payments (site_id, id) on delete cascade
);

create index refunds_by_payment on refunds (site_id, payment_id, created_at);
create unique index refunds_by_request on refunds (site_id, payment_id, request_key) where request_key is not null and status <> 'FAILED';
