-- Content types that have one entry, such as a site's settings.
alter table content_types add column is_single boolean not null default false;

alter table documents
  -- As its content type: of a single one, no second document is outside the trash.
  add column is_single boolean not null default false;

-- No document is single yet.
-- squawk-ignore require-concurrent-index-creation
create unique index documents_single on documents (site_id, content_type) where is_single and trashed_at is null;
