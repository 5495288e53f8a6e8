import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "./database.ts";

/**
 * What must be found before the site of a request is known, or belongs to none. Everything else is a site's, with the
 * site first in every key, so that a reference across sites cannot be stored and the tables could be distributed by site.
 */
const globalTables = ["api_keys", "migrations", "sites"];

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

test("the global tables are exactly these", async () => {
  const rows = await database.sql<{ name: string }>`
    select tables.table_name as name
    from information_schema.tables as tables
    where tables.table_schema = 'public' and tables.table_type = 'BASE TABLE'
      and (
        tables.table_name = 'api_keys'
        or not exists (
          select from information_schema.columns as columns
          where columns.table_schema = 'public' and columns.table_name = tables.table_name and columns.column_name = 'site_id'
        )
      )
    order by tables.table_name`;
  expect(rows.map(({ name }) => name)).toEqual(globalTables);
});

test("every key of a site's table begins with the site", async () => {
  const rows = await database.sql<{ tableName: string; indexName: string; firstColumn: string; isPrimary: boolean }>`
    select
      tables.relname as "tableName",
      indexes.relname as "indexName",
      columns.attname as "firstColumn",
      pg_index.indisprimary as "isPrimary"
    from pg_index
    join pg_class as tables on tables.oid = pg_index.indrelid
    join pg_class as indexes on indexes.oid = pg_index.indexrelid
    join pg_attribute as columns on columns.attrelid = tables.oid and columns.attnum = pg_index.indkey[0]
    where tables.relnamespace = 'public'::regnamespace and tables.relname <> all (${globalTables}::text[])`;
  expect(rows.filter(({ firstColumn }) => firstColumn !== "site_id")).toEqual([]);
  expect(rows.filter(({ isPrimary }) => isPrimary).length).toBeGreaterThanOrEqual(5);
});

test("every site's table has a primary key of site and id", async () => {
  const rows = await database.sql<{ tableName: string; columns: string[] }>`
    select tables.relname as "tableName", array_agg(columns.attname::text order by keys.place) as columns
    from pg_constraint
    join pg_class as tables on tables.oid = pg_constraint.conrelid
    cross join lateral unnest(pg_constraint.conkey) with ordinality as keys (number, place)
    join pg_attribute as columns on columns.attrelid = tables.oid and columns.attnum = keys.number
    where pg_constraint.contype = 'p' and tables.relnamespace = 'public'::regnamespace
      and tables.relname <> all (${globalTables}::text[])
    group by tables.relname`;
  expect(rows.length).toBeGreaterThanOrEqual(5);
  expect(rows.filter(({ columns }) => columns.join() !== "site_id,id")).toEqual([]);
});

test("every reference between sites' tables carries the site on both ends, and none leads out of a global table into them", async () => {
  const rows = await database.sql<{ name: string; fromTable: string; toTable: string; fromColumns: string[]; toColumns: string[] }>`
    select
      pg_constraint.conname as name,
      from_table.relname as "fromTable",
      to_table.relname as "toTable",
      (
        select array_agg(attname::text order by keys.place)
        from unnest(pg_constraint.conkey) with ordinality as keys (number, place)
        join pg_attribute on attrelid = from_table.oid and attnum = keys.number
      ) as "fromColumns",
      (
        select array_agg(attname::text order by keys.place)
        from unnest(pg_constraint.confkey) with ordinality as keys (number, place)
        join pg_attribute on attrelid = to_table.oid and attnum = keys.number
      ) as "toColumns"
    from pg_constraint
    join pg_class as from_table on from_table.oid = pg_constraint.conrelid
    join pg_class as to_table on to_table.oid = pg_constraint.confrelid
    where pg_constraint.contype = 'f'`;
  expect(rows.length).toBeGreaterThan(5);
  for (const { name, fromTable, toTable, fromColumns, toColumns } of rows) {
    if (globalTables.includes(toTable)) continue;
    expect([name, globalTables.includes(fromTable)]).toEqual([name, false]);
    expect([name, fromColumns[0], toColumns[0]]).toEqual([name, "site_id", "site_id"]);
  }
});

test("the view of published documents has no column of a draft", async () => {
  const rows = await database.sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_name = 'published_documents' order by ordinal_position`;
  expect(rows.map(({ name }) => name)).toEqual([
    ...["site_id", "document_id", "content_type", "locale", "slug", "content", "has_bindings"],
    ...["published_at", "first_published_at", "created_at", "updated_at"],
  ]);
});
