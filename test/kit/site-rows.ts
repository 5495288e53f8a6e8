import type { Sql } from "../../server/src/ports/database.ts";

const copied = [
  ...(["discounts", "discount_codes", "discount_uses"] as const),
  ...(["gift_card_keys", "gift_cards", "gift_card_changes"] as const),
  ...(["customers", "products", "variants", "catalog_translations", "order_numbers", "orders", "order_lines", "payments"] as const),
  ...(["processor_events", "idempotent_requests", "refunds", "order_events"] as const),
];
export type TableName = (typeof copied)[number];

/** Rows by table, in the order of their ids. */
export type Rows = Record<TableName | "sites" | "plugins" | "outbox", Record<string, unknown>[]>;

/** All the tables of a site that concern money. Each row has, as `writer`, its transaction, so that rewriting the same values shows. */
export async function readRows(sql: Sql, siteId: string): Promise<Rows> {
  const rows = await sql<{ name: keyof Rows; row: string }>(allRows, siteId);
  const byTable = Object.fromEntries(names.map((name) => [name, []])) as unknown as Rows;
  for (const { name, row } of rows) byTable[name].push(JSON.parse(row) as Record<string, unknown>);
  return byTable;
}

/** Copies the rows of one site to another, with the same ids, and changes all of them alike. */
export async function copyRows(sql: Sql, table: TableName, from: string, to: string, changes: object): Promise<void> {
  await sql(copies[table], JSON.stringify({ ...changes, site_id: to }), from);
}

/**
 * The state of a site: a line for each table that has rows of it, with their number and the sum of the transactions that wrote them. Every
 * change of a row raises the sum, and what is added for what is removed does so too; so equal states are the same rows.
 */
export async function readEverything(sql: Sql, siteId: string): Promise<string[]> {
  let statement = stateStatements.get(sql);
  if (!statement) stateStatements.set(sql, (statement = await stateStatement(sql)));
  const rows = await sql<{ line: string }>(statement, siteId);
  return rows.map(({ line }) => line);
}

const stateStatements = new WeakMap<Sql, TemplateStringsArray>();

async function stateStatement(sql: Sql): Promise<TemplateStringsArray> {
  const tables = await sql<{ name: string }>`
    select columns.table_name as name
    from information_schema.columns as columns join information_schema.tables as tables using (table_schema, table_name)
    where columns.table_schema = 'public' and columns.column_name = 'site_id' and tables.table_type = 'BASE TABLE' and table_name <> 'outbox'
    order by name`;
  const selects = [
    ...tables.map(({ name }) => [name, "site_id = site"]),
    ["sites", "id = site"],
    ["outbox", "payload ->> 'siteId' = site::text"],
  ]
    .map(([name, where]) => {
      return `select '${name} ' || count(*) || ' ' || sum(xmin::text::bigint) as line from ${name} where ${where} having count(*) > 0`;
    })
    .join(" union all ");
  return statement(
    "select found.line from (select ",
    `::uuid) as given (site) cross join lateral (${selects}) as found order by found.line`,
  );
}

/** A statement for many tables; between the parts are parameters. */
function statement(...parts: string[]): TemplateStringsArray {
  return Object.assign(parts, { raw: parts });
}

const copies = Object.fromEntries(
  copied.map((table) => [
    table,
    statement(
      `insert into ${table} select copy.* from ${table} cross join lateral jsonb_populate_record(null::${table}, to_jsonb(${table}) || `,
      `::jsonb) as copy where ${table}.site_id = `,
      "",
    ),
  ]),
) as Record<TableName, TemplateStringsArray>;

const places: Record<keyof Rows, string> = {
  ...(Object.fromEntries([...copied, "plugins"].map((table) => [table, "site_id = site"])) as Record<TableName | "plugins", string>),
  sites: "id = site",
  outbox: "payload ->> 'siteId' = site::text",
};
const names = Object.keys(places) as (keyof Rows)[];

const allRows = statement(
  "select found.name, found.row from (select ",
  `::uuid) as given (site) cross join lateral (${names
    .map((name) => {
      const row = `to_jsonb(${name}) || jsonb_build_object('writer', ${name}.xmin::text)`;
      return `select '${name}' as name, ${name}.id, (${row})::text as row from ${name} where ${places[name]}`;
    })
    .join(" union all ")}) as found order by found.name, found.id`,
);
