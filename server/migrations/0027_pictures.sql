-- The assets whose copies a product or a category has in its pictures, so that a change of an asset finds them.
alter table products add column asset_ids uuid [] not null default '{}';
alter table categories add column asset_ids uuid [] not null default '{}';

-- squawk-ignore require-concurrent-index-creation
create index products_of_asset on products using gin (site_id, asset_ids) where asset_ids <> '{}';
-- squawk-ignore require-concurrent-index-creation
create index categories_of_asset on categories using gin (site_id, asset_ids) where asset_ids <> '{}';
