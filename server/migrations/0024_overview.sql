-- What the first screen counts, each figure from an index alone. The large ones of these tables are written for seconds while an index is built;
-- `vitrine migrate` before the new version starts keeps the site open to readers.

-- squawk-ignore require-concurrent-index-creation
create index orders_by_payment on orders (site_id, paid_at) include (currency, total) where paid_at is not null;
-- squawk-ignore require-concurrent-index-creation
create index orders_to_fulfil on orders (site_id, paid_at) where status in ('PAID', 'PARTIALLY_REFUNDED') and fulfilled_at is null;

-- A payment of which something went back changed after its order was paid.
-- squawk-ignore require-concurrent-index-creation
create index payments_refunded on payments (site_id, updated_at) include (order_id, refunded) where refunded > 0;
-- squawk-ignore require-concurrent-index-creation
create index payments_failed on payments (site_id, updated_at) where status = 'FAILED';

-- squawk-ignore require-concurrent-index-creation
create index variants_low on variants (site_id, product_id) where stock <= 5;

-- squawk-ignore require-concurrent-index-creation
create index documents_recent on documents (site_id, updated_at desc, id) where trashed_at is null;

-- squawk-ignore require-concurrent-index-creation
create index form_submissions_wanted on form_submissions (site_id, form_id, created_at) where not is_spam;

-- squawk-ignore require-concurrent-index-creation
create index outbox_failed on outbox (site_id, failed_at) include (lane) where failed_at is not null;
