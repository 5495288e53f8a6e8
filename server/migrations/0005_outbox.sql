-- What a transaction wants done outside the database, written in that transaction: done at least once, by whichever process
-- takes it. A row goes when it is done; one that failed for good stays for whoever runs the server to see.
create table outbox (
  id uuid primary key,
  kind text not null,
  -- Never a secret: a code or token that a mail shall hold is made when it is sent.
  payload json not null,
  attempts int not null default 0,
  due_at timestamptz not null,
  -- Until when a process works on it, by the database's clock. Its number of attempts says whose lease it is.
  leased_until timestamptz,
  failed_at timestamptz,
  created_at timestamptz not null
);

create index outbox_by_due on outbox (due_at, id) where failed_at is null;
