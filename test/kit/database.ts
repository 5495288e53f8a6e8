import { openAsBlob } from "node:fs";
import pg from "pg";
import { inject } from "vitest";
import { openEmbeddedDatabase } from "../../server/src/adapters/embedded-database.ts";
import { createDistributedDatabase } from "./citus.ts";
import { connectPostgres } from "../../server/src/adapters/postgres.ts";
import type { Database, Sql, SqlValue, Transaction } from "../../server/src/ports/database.ts";

export interface TestDatabase {
  sql: Database;
  /** Of the PostgreSQL copy; undefined on the embedded database. */
  url: string | undefined;
  drop(): Promise<void>;
}

let copies = 0;

/** Empty databases of this worker: to make another takes longer than most test files do. */
const emptied: { sql: Database; url: string | undefined }[] = [];
/** The schema of each as the migrations made it. */
const schemas = new WeakMap<Database, string>();

/** A migrated, empty database of the test file's own. `off`: settings of PostgreSQL, such as `enable_seqscan`, which are off on each connection. */
export async function openTestDatabase({ off = [] }: { off?: readonly string[] } = {}): Promise<TestDatabase> {
  if (off.length > 0) {
    const database = await makeDatabase(off);
    return { ...database, drop: () => remove(database) };
  }
  const { sql, url } = emptied.pop() ?? (await makeDatabase());
  return { sql, url, drop: () => emptyForReuse({ sql, url }) };
}

async function remove({ sql, url }: { sql: Database; url: string | undefined }): Promise<void> {
  await sql.close();
  if (url) await asAdmin(`drop database ${new URL(url).pathname.slice(1)} with (force)`);
}

async function makeDatabase(off: readonly string[] = []): Promise<{ sql: Database; url: string | undefined }> {
  const template = inject("template");
  const url =
    inject("database") === "embedded" ? undefined : await (inject("isDistributed") ? distributed(template) : copyOf(template, off));
  const sql = url
    ? connectPostgres({ url, poolSize: 10, preparedStatements: true, onIdleError: () => undefined })
    : await openEmbeddedDatabase({ seed: await openAsBlob(template) });
  schemas.set(sql, await fingerprintOf(sql));
  return { sql, url };
}

const distributed = (prefix: string) => createDistributedDatabase(inject("postgresUrl"), `${prefix}_${process.pid}_${(copies += 1)}`);

async function copyOf(template: string, off: readonly string[]): Promise<string> {
  const name = `${template}_${process.pid}_${(copies += 1)}`;
  await asAdmin(`create database ${name} template ${template}`);
  const url = Object.assign(new URL(inject("postgresUrl")), { pathname: name });
  if (off.length > 0) url.searchParams.set("options", off.map((setting) => `-c ${setting}=off`).join(" "));
  return url.href;
}

/** Changes with every change of the schema, by the transactions that wrote the catalogue. */
async function fingerprintOf(sql: Sql): Promise<string> {
  const [row] = await sql<{ fingerprint: string }>`
    select string_agg(concat(written, ' ', total), ', ') as fingerprint from (
      select count(*) as total, max(xmin::text::bigint) as written from pg_attribute
      union all select count(*), max(xmin::text::bigint) from pg_constraint
      union all select count(*), max(xmin::text::bigint) from pg_proc
      union all select count(*), max(xmin::text::bigint) from pg_rewrite
      union all select count(*), max(xmin::text::bigint) from pg_trigger
    ) as catalogue`;
  return row?.fingerprint ?? "";
}

/** Removes all rows, so that the next test file of this worker can use the database. One whose schema has changed, or that does not answer, is closed. */
async function emptyForReuse(database: { sql: Database; url: string | undefined }): Promise<void> {
  const { sql } = database;
  if (inject("isolate")) return remove(database);
  try {
    if ((await fingerprintOf(sql)) !== schemas.get(sql)) return await sql.close();
    const tables = await sql<{ name: string }>`
      select quote_ident(relname) as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('migrations', 'citus_tables')
        and (pg_relation_size(oid) > 0 or ${inject("isDistributed")}::boolean)`;
    const names = tables.map(({ name }) => name).join(", ");
    if (names !== "") await sql.begin((tx) => tx.script(`truncate ${names} restart identity cascade`), { statementTimeoutMs: 60_000 });
    emptied.push(database);
  } catch {
    await sql.close();
  }
}

/** Runs one statement on the maintenance database. */
export async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client(inject("postgresUrl"));
  await client.connect();
  // Two copies of one template cannot be made at the same moment.
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(statement);
      break;
    } catch (error) {
      if ((error as { code?: string }).code !== "55006" || attempt === 50) throw error;
      await client.query("select pg_sleep(0.1)");
    }
  }
  await client.end();
}

/** The database with a wrapper around single statements: to watch them, change them, or let them fail. */
export function replaceSql(database: Database, sql: Sql): Database {
  const { begin, listen, close, isHeldExclusively, description } = database;
  return Object.assign(sql, { begin, listen, close, isHeldExclusively, description });
}

/** The database, with a call for each statement before it is executed, in transactions too. */
export function watchStatements(database: Database, onStatement: (text: string, values: readonly SqlValue[]) => void): Database {
  const over =
    (inner: Sql): Sql =>
    (strings, ...values) => {
      onStatement(
        strings.reduce((sum, part, index) => `${sum}$${index}${part}`),
        values,
      );
      return inner(strings, ...values);
    };
  return Object.assign(replaceSql(database, over(database)), {
    begin: <T>(work: (tx: Transaction) => Promise<T>, options?: { statementTimeoutMs?: number }) =>
      database.begin((tx) => work(Object.assign(over(tx), { script: tx.script })), options),
  });
}

/** The database with a change to the text of every statement, in transactions too. */
export function changeStatements(database: Database, change: (text: string) => string): Database {
  const templates = new Map<string, TemplateStringsArray>();
  const over =
    (inner: Sql): Sql =>
    (strings, ...values) => {
      const changed = change(strings.reduce((sum, part, index) => `${sum}$${index}${part}`));
      let template = templates.get(changed);
      if (!template) {
        const parts = changed.split(/\$\d+/);
        template = Object.assign([...parts], { raw: parts });
        templates.set(changed, template);
      }
      return inner(template, ...values);
    };
  return Object.assign(replaceSql(database, over(database)), {
    begin: <T>(work: (tx: Transaction) => Promise<T>, options?: { statementTimeoutMs?: number }) =>
      database.begin((tx) => work(Object.assign(over(tx), { script: tx.script })), options),
  });
}
