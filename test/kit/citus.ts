import { readFile } from "node:fs/promises";
import pg from "pg";
import { connectPostgres } from "../../server/src/adapters/postgres.ts";
import { migrate } from "../../server/src/lib/sql/migrate.ts";
import { statementsOf } from "../../server/src/lib/sql/sql-script.ts";

const script = new URL("../../server/citus/distribute.sql", import.meta.url);

/** Creates a migrated and distributed database on the coordinator that `url` names, and on its workers. Resolves to its URL. */
export async function createDistributedDatabase(url: string, name: string): Promise<string> {
  const workers = await workersOf(url);
  const urls = [url, ...workers.map((worker) => urlAt(url, worker))];
  for (const each of urls) {
    await runStatements(each, [`create database ${name}`]);
    await runStatements(named(each, name), ["create extension citus"]);
  }
  const { hostname, port } = new URL(url);
  const own = named(url, name);
  await runStatements(own, [
    `select citus_set_coordinator_host('${hostname}', ${port || 5432})`,
    ...workers.map(({ host, port: at }) => `select citus_add_node('${host}', ${at})`),
  ]);
  const sql = connectPostgres({ url: own, poolSize: 1, preparedStatements: true, onIdleError: () => undefined });
  await migrate(sql);
  await sql.close();
  await runStatements(own, statementsOf(await readFile(script, "utf8")));
  return own;
}

/** Drops the databases with the prefix on all nodes. */
export async function dropDistributedDatabases(url: string, prefix: string): Promise<void> {
  const names = await runStatements(url, [`select datname as name from pg_database where starts_with(datname, '${prefix}')`]);
  const urls = [url, ...(await workersOf(url)).map((worker) => urlAt(url, worker))];
  for (const { name } of names as { name: string }[])
    for (const each of urls) await runStatements(each, [`drop database if exists ${name} with (force)`]);
}

async function workersOf(url: string): Promise<{ host: string; port: number }[]> {
  const rows = await runStatements(url, ["select nodename as host, nodeport as port from pg_dist_node where groupid > 0 order by nodeid"]);
  return rows as { host: string; port: number }[];
}

const named = (url: string, name: string) => Object.assign(new URL(url), { pathname: name }).href;
const urlAt = (url: string, { host, port }: { host: string; port: number }) =>
  Object.assign(new URL(url), { hostname: host, port: String(port) }).href;

/** The rows of the last statement. */
async function runStatements(url: string, statements: readonly string[]): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    let rows: unknown[] = [];
    for (const statement of statements) ({ rows } = await client.query<object>(statement));
    return rows;
  } finally {
    await client.end();
  }
}
