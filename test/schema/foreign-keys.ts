import type { Sql } from "../../server/src/ports/database.ts";

/** A reference from one table to another, its columns in order. */
export interface ForeignKey {
  name: string;
  fromTable: string;
  toTable: string;
  fromColumns: string[];
  toColumns: string[];
  /** As in pg_constraint.confdeltype. */
  onDelete: string;
}

/** Every reference that the database knows. */
export async function readForeignKeys(sql: Sql): Promise<ForeignKey[]> {
  return sql<ForeignKey>`
    select
      pg_constraint.conname as name,
      from_table.relname as "fromTable",
      to_table.relname as "toTable",
      pg_constraint.confdeltype::text as "onDelete",
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
}
