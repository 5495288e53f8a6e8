-- Lists of the orders that were placed in a range of days look only at these. The number, by which lists are sorted, spares reading each of
-- the orders to choose a page.
-- squawk-ignore require-concurrent-index-creation
create index orders_by_time on orders (site_id, created_at, number);
