import { openAsBlob } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { connectPostgres } from "../../server/src/adapters/postgres.ts";
import { migrate } from "../../server/src/lib/sql/migrate.ts";
import { dropDistributedDatabases } from "./citus.ts";
import { emptyDatabase, extensions, overEngine } from "../../server/src/adapters/embedded-database.ts";

declare module "vitest" {
  interface ProvidedContext {
    database: "embedded" | "postgres";
    postgresUrl: string;
    /** Empty where there is no Redis. */
    redisUrl: string;
    /** False: no response is cached, which must not be visible in any. */
    fromMemory: boolean;
    /** A migrated database to copy: a file, or the name of a template. On Citus, the beginning of the names of databases. */
    template: string;
    /** `postgresUrl` leads to the coordinator of Citus: each database is migrated and distributed. */
    isDistributed: boolean;
    /** On the embedded database: a folder for what the test files of a run share, removed at its end. */
    sharedFolder: string;
    /** Each test file has a process of its own, which leaves no database to the next. */
    isolate: boolean;
  }
}

/** Makes one migrated database that every test file then copies, and removes it in the end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { database, postgresUrl, isDistributed } = project.config.provide;
  if (isDistributed) return prepareCitus(project, postgresUrl ?? "");
  return database === "embedded" ? prepareEmbedded(project) : preparePostgres(project, postgresUrl ?? "");
}

async function prepareEmbedded(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "vitrine-test-"));
  const engine = await PGlite.create({ extensions, loadDataDir: await openAsBlob(emptyDatabase) });
  await migrate(overEngine(engine, "a template in memory"));
  const dump = await engine.dumpDataDir("none");
  await engine.close();
  const file = join(folder, "migrated.tar");
  await writeFile(file, Buffer.from(await dump.arrayBuffer()));
  project.provide("template", file);
  project.provide("sharedFolder", folder);
  return () => rm(folder, { recursive: true });
}

async function prepareCitus(project: TestProject, url: string): Promise<() => Promise<void>> {
  const prefix = `vitrine_test_${process.pid}`;
  project.provide("template", prefix);
  return () => dropDistributedDatabases(url, prefix);
}

async function preparePostgres(project: TestProject, url: string): Promise<() => Promise<void>> {
  const template = `vitrine_test_${process.pid}_${(project.name ?? "").replaceAll(/\W+/g, "_")}`;
  const admin = async (statement: string) => {
    const client = new pg.Client(url);
    await client.connect();
    const { rows } = await client.query<{ name: string }>(statement);
    await client.end();
    return rows;
  };
  await admin(`create database ${template}`);
  const sql = connectPostgres({
    url: Object.assign(new URL(url), { pathname: template }).href,
    poolSize: 1,
    preparedStatements: true,
    onIdleError: () => undefined,
  });
  await migrate(sql);
  await sql.close();
  project.provide("template", template);
  return async () => {
    const copies = await admin(`select datname as name from pg_database where starts_with(datname, '${template}')`);
    for (const { name } of copies) await admin(`drop database ${name} with (force)`);
  };
}
