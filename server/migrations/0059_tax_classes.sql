-- By which rate a product is taxed, and whether and with which weight a variant is sent.

alter table products add column tax_class text collate "C" not null default 'standard';

alter table variants
  -- In grams. Null: the shop does not weigh it.
  add column weight int check (weight >= 0),
  add column requires_shipping boolean not null default true;
