-- What queries compare of published documents, written on publication, so that no read looks into contents: a row for each document of a list,
-- which is a content type in a locale under the plan of its schema.
create table published_rows (
  site_id uuid not null,
  id uuid not null,
  -- Made of the content type, the locale and the fields that have columns.
  list_id uuid not null,
  document_id uuid not null,
  locale text collate "C" not null,
  -- The order of the texts is the order of the values, in all columns.
  slug text collate "C" not null,
  published_at text collate "C" not null,
  first_published_at text collate "C" not null,
  created_at text collate "C" not null,
  updated_at text collate "C" not null,
  primary key (site_id, id),
  foreign key (site_id, document_id, locale) references translations (site_id, document_id, locale) on delete cascade
);

create unique index published_rows_of_list on published_rows (site_id, list_id, document_id);
create unique index published_rows_of_document on published_rows (site_id, document_id, list_id);
create index published_rows_by_slug on published_rows (site_id, list_id, slug, document_id);
create index published_rows_by_publication on published_rows (site_id, list_id, published_at desc, document_id);
create index published_rows_by_first_publication on published_rows (site_id, list_id, first_published_at desc, document_id);
create index published_rows_by_creation on published_rows (site_id, list_id, created_at desc, document_id);
create index published_rows_by_update on published_rows (site_id, list_id, updated_at desc, document_id);

-- The columns of the fields that types mark: s1 to s50 for one value, a1 to a12 for lists. One without a value costs nothing, nor does its index.
do $$
begin
  for number in 1..50 loop
    execute format('alter table published_rows add column s%1$s text collate "C"', number);
    execute format(
      'create index published_rows_s%1$s on published_rows (site_id, list_id, s%1$s, document_id) where s%1$s is not null', number
    );
  end loop;
  for number in 1..12 loop
    execute format('alter table published_rows add column a%1$s text[] collate "C"', number);
    execute format(
      'create index published_rows_a%1$s on published_rows using gin (site_id, list_id, a%1$s) with (fastupdate = off) where a%1$s is not null',
      number
    );
  end loop;
end
$$;

-- The site is known with the list: without this the planner multiplies how rare both are.
create statistics published_rows_lists (dependencies) on site_id, list_id from published_rows;

-- The background job writes the rows of all types, as those of a changed schema. Queries wait until those of their type are there.
update content_types
set next_query_plan = coalesce(next_query_plan, query_plan), query_plan = null, rewritten_to = null
where query_plan is not null;

-- squawk-ignore ban-drop-table
drop table published_values;
