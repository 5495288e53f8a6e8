import { openAsBlob } from "node:fs";
import pg from "pg";
import { inject } from "vitest";
import { openEmbeddedDatabase } from "../../server/src/adapters/embedded-database.ts";
import { connectPostgres } from "../../server/src/adapters/postgres.ts";
import type { Database, Sql, Transaction } from "../../server/src/ports/database.ts";

export interface TestDatabase {
  sql: Database;
  /** Of the PostgreSQL copy; undefined on the embedded database. */
  url: string | undefined;
  drop(): Promise<void>;
}

let copies = 0;

/** A migrated, empty database of the test file's own. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const template = inject("template");
  if (inject("database") === "embedded") {
    const sql = await openEmbeddedDatabase({ seed: await openAsBlob(template) });
    return { sql, url: undefined, drop: () => sql.close() };
  }
  const name = `${template}_${process.pid}_${(copies += 1)}`;
  await asAdmin(`create database ${name} template ${template}`);
  const url = Object.assign(new URL(inject("postgresUrl")), { pathname: name }).href;
  const sql = connectPostgres({ url, poolSize: 10, preparedStatements: true, onIdleError: () => undefined });
  return {
    sql,
    url,
    drop: async () => {
      await sql.close();
      await asAdmin(`drop database ${name} with (force)`);
    },
  };
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
