-- A list of orders shows how many items each has, and need not read their lines. Null: an order of an earlier version, whose lines a list adds up.
alter table orders add column units int;
