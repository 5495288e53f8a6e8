-- Types that people edit: revisions, the slots of block types, and publications that a changed type has made invalid.
alter table block_types
  add column revision int not null default 1,
  -- By name: title, allowed types, and how many blocks. Null: blocks may have any slots.
  add column slots json;

alter table content_types add column revision int not null default 1;

-- squawk-ignore require-concurrent-index-creation
create index translations_invalid on translations (site_id, content_type) where is_invalid;
