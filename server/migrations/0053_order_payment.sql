-- A list of orders shows the state of each payment, and need not read the payments. Null: an order of an earlier version, whose payment a list reads.
alter table orders add column payment_status text, add column refunded int;
