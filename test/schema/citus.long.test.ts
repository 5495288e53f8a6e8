import { readFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { Database } from "../../server/src/ports/database.ts";
import { judge, type Schema } from "./citus-rules.ts";
import { openTestDatabase, watchStatements, type TestDatabase } from "../kit/database.ts";
import { addProofSite } from "../kit/proof-site.ts";
import { sendEveryProof } from "../kit/send-every-proof.ts";
import { readForeignKeys, type ForeignKey } from "./foreign-keys.ts";
import { shop, startServer } from "../kit/harness.ts";
import { sampleCatalog } from "../kit/sample-catalog.ts";
import { changesSites, fansOut } from "./fans-out.ts";

const script = await readFile(new URL("../../server/citus/distribute.sql", import.meta.url), "utf8");

const statements = script.replaceAll(/^(begin|commit);$/gm, "");

let database: TestDatabase;
let schema: Schema;
/** In the order of the script. */
const calls: { kind: string; table: string; column: string | null; colocated: string | null }[] = [];
let triggers: { name: string; definition: string }[];
const readTriggers = () => database.sql<{ name: string; definition: string }>`
  select tgname as name, pg_get_triggerdef(oid) as definition from pg_trigger where not tgisinternal order by tgname`;

// needs: server-postgres. The declarations of the script are read from the catalogue of a database that it ran in; Citus is not needed.
describe.skipIf(inject("database") === "embedded")("on Citus", () => {
  beforeAll(async () => {
    database = await openTestDatabase();
    triggers = await readTriggers();
    await database.sql.begin((tx) => tx.script(`${standIn}\n${statements}`));
    const rows = await database.sql<(typeof calls)[number]>`select kind, "table", "column", colocated from citus_calls order by place`;
    calls.push(...rows);
    const views = await database.sql<{ view: string; tables: string[] }>`
      select view_name as view, array_agg(distinct table_name::text) as tables
      from information_schema.view_table_usage where view_schema = 'public' group by view_name`;
    const kinds = new Map(calls.map(({ kind, table }) => [table, kind as "distributed" | "reference" | "local"]));
    for (const { view } of views) kinds.set(view, "distributed");
    const functions = await database.sql<{ name: string; volatility: string }>`
      select proname as name, case when bool_or(provolatile = 'v') then 'v' when bool_or(provolatile = 's') then 's' else 'i' end as volatility
      from pg_proc group by proname`;
    const volatility = new Map(functions.map(({ name, volatility: value }) => [name, value]));
    schema = { kinds, volatility };
  });
  afterAll(() => database.drop());

  test("the script names every table once, with its kind", async () => {
    const tables = await database.sql<{ name: string; column: string | null }>`
      select tables.relname as name, format_type(columns.atttypid, columns.atttypmod) as column
      from pg_class as tables
      left join pg_attribute as columns on columns.attrelid = tables.oid and columns.attname = 'site_id' and not columns.attisdropped
      where tables.relkind = 'r' and tables.relnamespace = 'public'::regnamespace and tables.relname <> 'citus_calls'`;
    const local = ["migrations", "global_attempts", "signup_challenges"];
    expect(calls.map(({ table }) => table).sort()).toEqual(
      tables
        .map(({ name }) => name)
        .filter((name) => !local.includes(name))
        .sort(),
    );
    const distributed = calls.filter(({ kind }) => kind === "distributed");
    expect(distributed.length).toBeGreaterThan(20);
    const [first, ...others] = distributed;
    expect([first?.column, first?.colocated]).toEqual(["site_id", null]);
    for (const { column, colocated } of others) expect([column, colocated]).toEqual(["site_id", first?.table]);
    for (const { table } of distributed) expect(tables.find(({ name }) => name === table)?.column).toBe("uuid");
  });

  // "Unique constraints and foreign keys", https://docs.citusdata.com/en/stable/develop/reference_ddl.html
  test("every unique key of a distributed table has the site", async () => {
    const rows = await database.sql<{ table: string; index: string; columns: string[] }>`
      select tables.relname as "table", indexes.relname as index, array_agg(columns.attname::text) as columns
      from pg_index
      join pg_class as tables on tables.oid = pg_index.indrelid
      join pg_class as indexes on indexes.oid = pg_index.indexrelid
      left join pg_attribute as columns on columns.attrelid = tables.oid and columns.attnum = any (pg_index.indkey)
      where (pg_index.indisunique or pg_index.indisexclusion) and tables.relnamespace = 'public'::regnamespace
      group by tables.relname, indexes.relname`;
    const ofSites = rows.filter(({ table }) => schema.kinds.get(table) === "distributed");
    expect(ofSites.length).toBeGreaterThan(40);
    expect(ofSites.filter(({ columns }) => !columns.includes("site_id"))).toEqual([]);
  });

  test("Citus accepts every foreign key", async () => {
    const keys = await readForeignKeys(database.sql);
    expect(keys.length).toBeGreaterThan(30);
    expect(keys.flatMap((key) => foreignKeyErrors(key, schema))).toEqual([]);
  });

  test.each([
    [{ fromTable: "orders", toTable: "customers", fromColumns: ["site_id", "customer_id"], toColumns: ["site_id", "id"], onDelete: "n" }],
    [{ fromTable: "orders", toTable: "customers", fromColumns: ["customer_id"], toColumns: ["id"], onDelete: "a" }],
    [{ fromTable: "orders", toTable: "customers", fromColumns: ["customer_id", "site_id"], toColumns: ["site_id", "id"], onDelete: "a" }],
    [{ fromTable: "previews", toTable: "documents", fromColumns: ["site_id", "document_id"], toColumns: ["site_id", "id"], onDelete: "c" }],
    [{ fromTable: "orders", toTable: "outbox", fromColumns: ["site_id"], toColumns: ["id"], onDelete: "a" }],
  ])("the check finds a foreign key like %j", (key) => {
    expect(foreignKeyErrors(key, schema)).toHaveLength(1);
  });

  // They read and write rows of their own row's site: price-tenants.test.ts.
  test("the triggers are those of the history of prices and of the stocks, and the script leaves them as they were", async () => {
    expect(triggers.map(({ name }) => name)).toEqual([
      ...["apply_stock_movement", "record_first_price", "record_first_stock", "record_new_currency", "record_new_price"],
      ...["record_other_stock", "refuse_change_of_movements", "refuse_change_of_prices"],
    ]);
    expect(await readTriggers()).toEqual(triggers);
    expect(script.indexOf("citus.enable_unsafe_triggers = on")).toBeLessThan(script.indexOf("create trigger"));
  });

  test.each([
    [
      "a local table with a reference to another",
      "alter table site_events add foreign key (site_id) references sites (id)",
      "site_events cannot become local",
    ],
    [
      "a shared table that refers to one of sites",
      "alter table previews add foreign key (site_id, document_id) references documents (site_id, id)",
      "previews cannot become reference",
    ],
    [
      "a table of sites that refers to a local one",
      "alter table forms add column task_id uuid references outbox (id)",
      "forms cannot become distributed",
    ],
  ])("the script is refused for %s", async (_name, change, message) => {
    const spoilt = await openTestDatabase();
    await spoilt.sql.begin((tx) => tx.script(change));
    await expect(spoilt.sql.begin((tx) => tx.script(`${standIn}\n${statements}`))).rejects.toThrow(message);
    await spoilt.drop();
  });

  // The plan for any parameters of a statement with a list goes to all nodes.
  test("the script makes PostgreSQL plan each statement for its parameters", async () => {
    const [row] = await database.sql<{ settings: string[] }>`
      select setconfig as settings from pg_db_role_setting join pg_database on pg_database.oid = setdatabase where datname = current_database()`;
    expect(row?.settings).toContain("plan_cache_mode=force_custom_plan");
  });

  test("no table has a rule or a sequence of its own", async () => {
    const rows = await database.sql<{ name: string }>`
      select relname as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace and relname <> 'citus_calls_place_seq'
      union all select rulename from pg_rules where schemaname = 'public'`;
    expect(rows).toEqual([]);
  });

  // TypeScript parses the whole server for it.
  test("every statement of the server reaches one site, or is a plain read that may reach all", { timeout: 120_000 }, async () => {
    const statements = statementsOfServer();
    expect(statements.length).toBeGreaterThan(180);
    expect(statements.filter(({ nullable }) => nullable.length > 0).length).toBeGreaterThan(20);
    const errors: string[] = [];
    for (const { place, text, nullable } of statements) {
      for (const nulls of [[], ...nullable.map((one) => [one]), ...(nullable.length > 1 ? [nullable] : [])])
        errors.push(...(await verdictErrors(place, text, nulls)));
    }
    expect(errors).toEqual([]);
  });

  test("so does every statement that is put together from pieces", async () => {
    const { seen, throughSql } = statementRecorder();
    const server = await startServer({ fromMemory: false, throughSql });
    const { key } = await server.addSite(sampleCatalog());
    const filters = ["", "q=chair", "category=seating", "q=chair&category=seating", "minPrice=1&maxPrice=99999", "status=DRAFT"];
    const sorts = ["", "sort=price", "sort=createdAt:desc", "sort=relevance"];
    for (const filter of filters) {
      for (const sort of sorts) await server.ask(`${shop}/products?${filter}&${sort}`, { key });
      await server.ask(`${shop}/categories?${filter.startsWith("q=") ? "q=seat" : ""}`, { key });
    }
    await server.ask(`${shop}/categories?tree=true&q=seat`, { key });
    await server.stop();
    expect([...seen.keys()].filter((text) => text.includes("found as materialized")).length).toBeGreaterThan(5);
    const errors: string[] = [];
    for (const { text, nulls } of seen.values()) errors.push(...(await verdictErrors("a request", text, nulls)));
    expect(errors).toEqual([]);
  });

  test("so does every statement of every operation", { timeout: 600_000 }, async () => {
    const { seen, throughSql } = statementRecorder();
    const server = await startServer({ takesPayments: true, mailsPerClient: 1_000_000, submissionsPerClient: 1_000_000, throughSql });
    const site = await addProofSite(server, "mark-alpha");
    await addProofSite(server, "mark-beta");
    await sendEveryProof(server, site);
    await server.stop();
    expect(seen.size).toBeGreaterThan(400);
    const errors: string[] = [];
    for (const { text, nulls } of seen.values()) errors.push(...(await verdictErrors("an operation", text, nulls)));
    expect(errors).toEqual([]);
  });

  test.each([
    ["select * from orders where site_id = $1", "routed"],
    ["select * from orders join payments on payments.site_id = orders.site_id where orders.site_id = $1", "routed"],
    ["select * from sites left join plugins on plugins.site_id = sites.id where sites.id = $1", "routed"],
    ["insert into plans (site_id, id) values ($1, $2)", "routed"],
    ["insert into plans (site_id, id) select forms.site_id, forms.id from forms where forms.site_id = $1", "routed"],
    ["select * from outbox where id = $1 for update skip locked", "routed"],
    ["select count(*) from orders", "fans out"],
    ["select * from orders where site_id = $1 or id = $2", "fans out"],
    ["select * from orders where site_id <> $1", "fans out"],
    ["select * from orders join payments on payments.order_id = orders.id where orders.site_id = $1", "fans out"],
    ["select (select count(*) from order_lines where order_lines.site_id = orders.site_id) from orders where site_id = $1", "fans out"],
    ["with all_of as (select * from orders) select * from all_of where site_id = $1", "fans out"],
    [
      "select (select bytes from asset_totals where asset_totals.site_id = sites.id) from sites where sites.id = $1",
      "refused: a subquery that takes the site from an outer query",
    ],
    [
      "select slug from sites where exists (select from versions where versions.site_id = sites.id)",
      "refused: a subquery that takes the site from an outer query",
    ],
    ["select id from sites where id = $1 for no key update", "refused: a lock on `sites`"],
    ["select orders.id from orders join sites on sites.id = orders.site_id where sites.id = $1 for update of orders", "routed"],
    [
      "insert into outbox (id) select $1::uuid where $2::int is null or not exists (select from outbox where kind = $3)",
      "refused: a null parameter decides what is inserted",
    ],
    [
      "insert into site_usage (site_id, id) values ($1, $2) on conflict (site_id) do update set id = $2 where site_usage.measured_at < excluded.measured_at - interval '5 s'",
      "refused: an interval in a change",
    ],
    ["update sites set name = $1 where id = $2", "refused: a change of `sites`"],
    ["select * from orders where id = $1 for update", "refused: a lock that is not bound to a site"],
    ["update orders set notes = $1 where id = $2", "refused: a change that is not bound to a site"],
    ["delete from orders where (site_id, id) in (select site_id, id from orders limit 5)", "refused: a change that is not bound to a site"],
    ["insert into plans (id) values ($1)", "refused: a change that is not bound to a site"],
    ["insert into plans (site_id, id) select forms.site_id, forms.id from forms", "refused: a change that is not bound to a site"],
    ["with gone as (delete from orders returning id) select id from gone", "refused: a change that is not bound to a site"],
    ["update orders set site_id = $1 where site_id = $2", "refused: the site of a row is changed"],
    ["update members set role = random() where site_id = $1", "refused: a volatile function in a change"],
    [
      "update orders set notes = $1 where site_id = $2 returning array_to_string(path, ' ')",
      "refused: a function in `returning` that is not immutable",
    ],
    [
      "insert into attempts (site_id, id) values ($1, $2) on conflict (site_id, id) do update set count = 1 where attempts.began_at < now()",
      "refused: a function in `on conflict` that is not immutable",
    ],
    [
      "insert into plans (site_id, id) select $1, given.id from unnest($2) as given (id) on conflict (site_id, id) do update set name = $3",
      "refused: a parameter in `on conflict` of an `insert … select`",
    ],
    [
      "select * from orders join outbox on outbox.id = orders.id where orders.site_id = $1",
      "refused: a local table together with a distributed one",
    ],
  ])("%s: %s", async (text, verdict) => {
    expect(await judge(text, schema)).toBe(verdict);
  });

  test.each([
    ["select * from sites left join customers on customers.site_id = sites.id and customers.id = $2 where sites.id = $1", "fans out"],
    [
      "select * from sites left join customers on customers.site_id = sites.id and customers.id = any ($2::uuid[]) where sites.id = $1",
      "fans out",
    ],
    ["select * from sites left join customers on customers.site_id = sites.id and lower($2) = email where sites.id = $1", "fans out"],
    ["select * from sites left join customers on customers.site_id = sites.id and (id = $2 or email = $3) where sites.id = $1", "routed"],
    [
      "select * from sites left join customers on customers.site_id = sites.id and email is not distinct from $2 where sites.id = $1",
      "routed",
    ],
    ["select (select id from customers where customers.site_id = $1 and customers.id = $2) from sites where id = $1", "routed"],
    ["update orders set notes = '' where site_id = $1 and customer_id = $2", "routed"],
  ])("where the second parameter is null, %s: %s", async (text, verdict) => {
    expect([await judge(text, schema), await judge(text, schema, new Set([2]))]).toEqual(["routed", verdict]);
  });
});

async function verdictErrors(place: string, text: string, nulls: readonly number[]): Promise<string[]> {
  const plain = text.replaceAll(/--.*$/gm, "").replaceAll(/\s+/g, " ").trim();
  const verdict = await judge(text, schema, new Set(nulls));
  const mayFanOut = fansOut.some((beginning) => plain.startsWith(beginning));
  if (verdict === "refused: a change of `sites`" && changesSites.some((beginning) => plain.startsWith(beginning))) return [];
  return verdict === "routed" || (verdict === "fans out" && mayFanOut)
    ? []
    : [`${place}: ${verdict}${nulls.length > 0 ? ` where $${nulls.join(" and $")} is null` : ""}: ${plain.slice(0, 160)}`];
}

/** Records each statement once for each set of parameters that were null. */
function statementRecorder() {
  const seen = new Map<string, { text: string; nulls: number[] }>();
  const throughSql = (sql: Database) =>
    watchStatements(sql, (text, values) => {
      const nulls = values.flatMap((value, index) => (value === null ? [index + 1] : []));
      seen.set(`${text} ${nulls.join()}`, { text, nulls });
    });
  return { seen, throughSql };
}

function foreignKeyErrors({ fromTable, toTable, fromColumns, toColumns, onDelete }: Omit<ForeignKey, "name">, { kinds }: Schema): string[] {
  const [from, to] = [kinds.get(fromTable) ?? "local", kinds.get(toTable) ?? "local"];
  const name = `${fromTable} (${fromColumns.join()}) → ${toTable}`;
  if (from !== "distributed") return to === "distributed" ? [`${name}: into a distributed table`] : [];
  if (to === "reference") return [];
  if (to === "local") return [`${name}: out of a distributed table into a local one`];
  const place = fromColumns.indexOf("site_id");
  if (place < 0 || toColumns.indexOf("site_id") !== place) return [`${name}: without the site at the same place`];
  return onDelete === "n" || onDelete === "d" ? [`${name}: sets a key with the site to null`] : [];
}

/** The texts of all statements in the server's own files, as they are sent, and which parameters may be null, by their types. */
function statementsOfServer(): { place: string; text: string; nullable: number[] }[] {
  const config = fileURLToPath(new URL("../../tsconfig.json", import.meta.url));
  const { config: json } = ts.readConfigFile(config, (path) => ts.sys.readFile(path)) as { config: unknown };
  const { fileNames: all, options } = ts.parseJsonConfigFileContent(json, ts.sys, dirname(config));
  const fileNames = all.filter((name) => name.includes("/server/src/") && !/\.(test|proof)\.ts$/.test(name));
  const program = ts.createProgram(fileNames, options);
  const checker = program.getTypeChecker();
  const mayBeNull = (expression: ts.Expression): boolean => {
    const type = checker.getTypeAtLocation(expression);
    const { Null, Undefined, Any, Unknown } = ts.TypeFlags;
    return (type.isUnion() ? type.types : [type]).some(({ flags }) => (flags & (Null | Undefined | Any | Unknown)) !== 0);
  };
  const statements: { place: string; text: string; nullable: number[] }[] = [];
  for (const source of program.getSourceFiles().filter(({ fileName }) => fileNames.includes(fileName))) {
    const visit = (node: ts.Node): void => {
      if (ts.isTaggedTemplateExpression(node) && /\b(sql|tx)$/.test(node.tag.getText(source))) {
        const { template } = node;
        const spans = ts.isNoSubstitutionTemplateLiteral(template) ? [] : [...template.templateSpans];
        const first = ts.isNoSubstitutionTemplateLiteral(template) ? template.text : template.head.text;
        const text = [first, ...spans.map(({ literal }) => literal.text)].reduce((sum, part, index) => `${sum}$${index}${part}`);
        const nullable = spans.flatMap(({ expression }, index) => (mayBeNull(expression) ? [index + 1] : []));
        if (/^\s*(with|select|insert|update|delete)\b/.test(text)) statements.push({ place: basename(source.fileName), text, nullable });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return statements;
}

/** The functions of Citus that the script calls: each records the call, and refuses the foreign keys that Citus refuses at that moment. */
const standIn = `
create table citus_calls (place int generated always as identity, kind text, "table" text, "column" text, colocated text);
create function citus_kind(of_table regclass) returns text language sql
  return coalesce((select kind from citus_calls where "table" = of_table::text), 'none');
create function citus_refuse_foreign_keys(name text, of_kind text) returns void language plpgsql as $$
declare
  found record;
begin
  for found in
    select conname, conrelid::regclass as from_table, confrelid::regclass as to_table from pg_constraint
    where contype = 'f' and name::regclass in (conrelid, confrelid) and conrelid <> confrelid
  loop
    if of_kind = 'local'
      or (of_kind = 'reference' and found.from_table = name::regclass and citus_kind(found.to_table) <> 'reference')
      or (of_kind = 'distributed' and found.from_table = name::regclass and citus_kind(found.to_table) not in ('reference', 'distributed'))
    then
      raise '% cannot become %: % leads from % to %', name, of_kind, found.conname, found.from_table, found.to_table;
    end if;
  end loop;
end
$$;
create function create_reference_table(name text) returns void language plpgsql as $$
begin
  perform citus_refuse_foreign_keys(name, 'reference');
  insert into citus_calls (kind, "table") values ('reference', name);
end
$$;
create function citus_add_local_table_to_metadata(name text) returns void language plpgsql as $$
begin
  perform citus_refuse_foreign_keys(name, 'local');
  insert into citus_calls (kind, "table") values ('local', name);
end
$$;
create function create_distributed_table(name text, by text, colocate_with text default null) returns void language plpgsql as $$
begin
  perform citus_refuse_foreign_keys(name, 'distributed');
  insert into citus_calls (kind, "table", "column", colocated) values ('distributed', name, by, colocate_with);
end
$$;
`;
