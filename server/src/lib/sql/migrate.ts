import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import type { Database } from "../../ports/database.ts";
import { packageFolder } from "../package-folder.ts";
import { statementsOf } from "./sql-script.ts";

export const migrationsFolder = new URL("migrations/", packageFolder);

// Any number works, as long as every process that migrates uses the same one.
const migrationLock = 7_214_553;

interface Migration {
  number: number;
  name: string;
  text: string;
  checksum: string;
}

/** Applies the numbered SQL files that this database has not seen, each in a transaction. Safe to run on many machines at once. */
export async function migrate(sql: Database, folder: URL = migrationsFolder): Promise<{ applied: string[] }> {
  const migrations = await readMigrations(folder);
  const applied: string[] = [];
  for (;;) {
    const name = await applyNext(sql, migrations);
    if (!name) return { applied };
    applied.push(name);
  }
}

/** The names of the files that `migrate` would apply. */
export async function pendingMigrations(sql: Database, folder: URL = migrationsFolder): Promise<string[]> {
  const [table] = await sql<{ known: boolean }>`select to_regclass('migrations') is not null as known`;
  const done = table?.known ? (await sql<{ number: number }>`select number from migrations`).map((row) => row.number) : [];
  return (await readMigrations(folder)).filter(({ number }) => !done.includes(number)).map(({ name }) => name);
}

async function readMigrations(folder: URL): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name, index) => {
      const number = Number(name.slice(0, 4));
      if (number !== index + 1) throw new Error(`Migration ${name} should have the number ${index + 1}.`);
      const text = await readFile(new URL(name, folder), "utf8");
      return { number, name, text, checksum: createHash("sha256").update(text).digest("hex") };
    }),
  );
}

function applyNext(sql: Database, migrations: Migration[]): Promise<string | undefined> {
  return sql.begin(
    async (tx) => {
      await tx`select pg_advisory_xact_lock(${migrationLock}::bigint)`;
      await tx`
      create table if not exists migrations (
        number int primary key, name text not null, checksum text not null, applied_at timestamptz not null default now()
      )`;
      const done = await tx<{ number: number; name: string; checksum: string }>`select number, name, checksum from migrations`;
      for (const { number, name, checksum } of done) {
        const knownMigration = migrations.find((migration) => migration.number === number);
        if (!knownMigration) throw new Error(`The database has migration ${name}, which this version does not know. Run a newer version.`);
        if (knownMigration.checksum !== checksum)
          throw new Error(`Migration ${name} was changed after it was applied. Write a new one instead.`);
      }
      const next = migrations.find(({ number }) => !done.some((row) => row.number === number));
      if (!next) return undefined;
      // One by one: Citus does not propagate a change that came in a message with others.
      for (const statement of statementsOf(next.text)) await tx.script(statement);
      await tx`insert into migrations (number, name, checksum) values (${next.number}, ${next.name}, ${next.checksum})`;
      return next.name;
    },
    { statementTimeoutMs: 3_600_000 },
  );
}
