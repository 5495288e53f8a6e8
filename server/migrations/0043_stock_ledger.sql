-- Every change of a stock, and what it came from. The insert of a movement is the change: its trigger changes the stock of the variant, so that
-- the sum of a variant's movements is its stock, whoever writes.
create table stock_movements (
  site_id uuid not null,
  id uuid not null,
  variant_id uuid not null,
  at timestamptz not null,
  kind text collate "C" not null check (kind in ('INITIAL', 'ORDER', 'CANCELLATION', 'REFUND', 'IMPORT', 'HAND')),
  -- Inserted as null, it is worked out from the stock that the row sets.
  change int not null,
  -- After the change. Null: not tracked from then on, which counts as 0.
  stock int check (stock >= 0),
  reason text collate "C" check (reason in ('RECEIVED', 'COUNTED', 'DAMAGED', 'RETURNED', 'OTHER')),
  note text,
  -- Without a foreign key: the order of a checkout is written after its movements.
  order_id uuid,
  -- Null: by no person, as everywhere.
  admin_id uuid,
  primary key (site_id, id),
  -- The movements of a variant have an order, in which each stock is the one before and the change.
  unique (site_id, variant_id, at),
  foreign key (site_id, variant_id) references variants (site_id, id) on delete cascade
);

create function record_first_stock() returns trigger
  language plpgsql
  as $$
begin
  insert into stock_movements (site_id, id, variant_id, at, kind, change, stock)
  values (new.site_id, gen_random_uuid(), new.id, new.created_at, 'INITIAL', new.stock, new.stock);
  return null;
end
$$;

-- Somebody changed a stock without a movement: by hand, or in a process of an earlier version while this one is rolled out.
create function record_other_stock() returns trigger
  language plpgsql
  as $$
declare
  changed_at timestamptz := case when new.updated_at > old.updated_at then new.updated_at else now() end;
begin
  insert into stock_movements (site_id, id, variant_id, at, kind, change, stock)
  values (new.site_id, gen_random_uuid(), new.id, changed_at, 'HAND', coalesce(new.stock, 0) - coalesce(old.stock, 0), new.stock);
  return null;
end
$$;

-- A row with a change adds it to a stock that is tracked, and is dropped elsewhere; one without sets the stock, and is dropped where nothing changes.
create function apply_stock_movement() returns trigger
  language plpgsql
  as $$
declare
  earlier int;
  latest timestamptz;
begin
  -- The triggers of variants insert what was changed already.
  if pg_trigger_depth() = 1 then
    if new.change is null then
      select stock into earlier from variants where site_id = new.site_id and id = new.variant_id for no key update;
      if not found or earlier is not distinct from new.stock then
        return null;
      end if;
      update variants set stock = new.stock where site_id = new.site_id and id = new.variant_id;
      new.change := coalesce(new.stock, 0) - coalesce(earlier, 0);
    else
      update variants set stock = stock + new.change
      where site_id = new.site_id and id = new.variant_id and stock is not null
      returning stock into new.stock;
      if not found then
        return null;
      end if;
    end if;
  end if;
  -- A process whose clock is behind another's must not put its movement before the other's.
  select max(at) into latest from stock_movements where site_id = new.site_id and variant_id = new.variant_id;
  if latest >= new.at then
    new.at := latest + interval '1 microsecond';
  end if;
  return new;
end
$$;

create function refuse_change_of_movements() returns trigger
  language plpgsql
  as $$
begin
  raise exception 'Movements of stock cannot be changed: add another one. They go only with their variant.';
end
$$;

-- These wait for all who write variants, so that nothing changes between the first movements and the triggers.
create trigger record_first_stock after insert on variants
  for each row when (new.stock is not null) execute function record_first_stock();
create trigger record_other_stock after update of stock on variants
  for each row when (old.stock is distinct from new.stock and pg_trigger_depth() = 0) execute function record_other_stock();

insert into stock_movements (site_id, id, variant_id, at, kind, change, stock)
select site_id, gen_random_uuid(), id, now(), 'INITIAL', stock, stock from variants where stock is not null;

create trigger apply_stock_movement before insert on stock_movements
  for each row execute function apply_stock_movement();
-- Not for the foreign key's trigger, which removes the movements of a variant.
create trigger refuse_change_of_movements before update or delete on stock_movements
  for each row when (pg_trigger_depth() = 0) execute function refuse_change_of_movements();

-- One for each order of the list of products that people edit, drafts and archived ones included, each read in both directions.
-- squawk-ignore require-concurrent-index-creation
create index edited_products_by_change on products (site_id, updated_at, id);
-- squawk-ignore require-concurrent-index-creation
create index edited_products_by_creation on products (site_id, created_at, id);
-- squawk-ignore require-concurrent-index-creation
create index edited_products_by_title on products (site_id, sort_title, id);
-- squawk-ignore require-concurrent-index-creation
create index edited_products_by_price on products (site_id, price, id);
-- A product in open orders is not deleted.
-- squawk-ignore require-concurrent-index-creation
create index order_lines_of_product on order_lines (site_id, product_id);
