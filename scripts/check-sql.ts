/**
 * Checks every statement of server/src against the tables that server/migrations makes, its row type against its
 * result, and the migrations against changes that would lock or break a running server.
 *
 * Needs a PostgreSQL: TEST_DATABASE_URL, or one on this machine. Makes a database of its own there and drops it.
 */
import { existsSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { ESLint } from "eslint";
import ts from "typescript";
import { connectPostgres, HeardClient } from "../server/src/adapters/postgres.ts";
import { migrate, migrationsFolder } from "../server/src/lib/sql/migrate.ts";
import { DatabaseUnavailable, type Database } from "../server/src/ports/database.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const { resolve } = createRequire(import.meta.url);
const serverUrl = process.env.TEST_DATABASE_URL ?? "postgres://postgres@127.0.0.1:5432/postgres";
const rule = "@ts-safeql/check-sql";

if (await isAnswering()) {
  const faults = [...(await checkStatements()), ...(await checkMigrations())];
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
} else if (process.env.CI === "true") {
  console.error("The SQL was not checked: no PostgreSQL responds at TEST_DATABASE_URL.");
  process.exitCode = 1;
} else {
  console.log("THE SQL WAS NOT CHECKED: no PostgreSQL responds. Start one, or set TEST_DATABASE_URL.");
}

async function isAnswering(): Promise<boolean> {
  const sql = open(serverUrl);
  try {
    await sql`select 1 as one`;
    return true;
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return false;
    throw error;
  } finally {
    await sql.close();
  }
}

async function checkStatements(): Promise<string[]> {
  const used = createRequire(resolve("@ts-safeql/eslint-plugin")).resolve("typescript");
  if (used !== resolve("typescript")) {
    return [
      `SafeQL brings a TypeScript of its own, which misreads the types of ours: override it in package.json. ${relative(root, used)}`,
    ];
  }
  return withMigratedDatabase(async (url) => {
    // Read by eslint.config.js.
    process.env.SQL_CHECK_DATABASE_URL = url;
    const eslint = new ESLint({ cwd: root, ruleFilter: ({ ruleId }) => ruleId === rule });
    const results = await eslint.lintFiles(["server/src"]);
    const faults = results.flatMap(({ filePath, messages }) =>
      messages.map(({ line, column, message }) => `${relative(root, filePath)}:${line}:${column} ${message}`),
    );
    if (faults.length > 0) return faults;

    let checked = 0;
    for (const { filePath } of results.filter(({ filePath }) => !filePath.endsWith(".test.ts"))) {
      for (const { what, count, spoilt } of spoil(await readFile(filePath, "utf8"))) {
        const found = (await eslint.lintText(spoilt, { filePath }))[0]?.messages.length ?? 0;
        if (found !== count) faults.push(`${relative(root, filePath)}: ${found} of ${count} mistakes in its ${what} were found.`);
        if (what === "statements") checked += found;
      }
    }
    if (checked === 0) return [...faults, "No statement was checked."];
    console.log(`Checked ${checked} statements.`);
    return faults;
  });
}

/** A file with a mistake in each statement, and with one in each row type: to see that the check finds them. */
function spoil(text: string): { what: "statements" | "row types"; count: number; spoilt: string }[] {
  const source = ts.createSourceFile("", text, ts.ScriptTarget.Latest, true);
  const starts: { pos: number; end: number }[] = [];
  const rowTypes: ts.TypeNode[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && /\b(sql|tx)$/.test(node.tag.getText(source))) {
      const start = node.template.getStart(source) + 1;
      starts.push({ pos: start, end: start });
      rowTypes.push(...(node.typeArguments ?? []));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  const replace = (ranges: readonly { pos: number; end: number }[], by: string) =>
    [...ranges].sort((a, b) => b.pos - a.pos).reduce((sum, { pos, end }) => sum.slice(0, pos) + by + sum.slice(end), text);
  return [
    { what: "statements" as const, count: starts.length, spoilt: replace(starts, "with spoilt as (select no_such_column from sites) ") },
    { what: "row types" as const, count: rowTypes.length, spoilt: replace(rowTypes, "{ noSuchColumn: string }") },
  ].filter(({ count }) => count > 0);
}

async function checkMigrations(): Promise<string[]> {
  const names = (await readdir(migrationsFolder)).filter((name) => name.endsWith(".sql"));
  if (names.length === 0) return ["There are no migrations to check."];
  const paths = names.map((name) => relative(root, fileURLToPath(new URL(name, migrationsFolder))));
  // The linter ships as a binary for one platform a package, and is installed where it can run.
  const squawk = fileURLToPath(new URL("../node_modules/@squawk-cli/linux-x64/bin/squawk", import.meta.url));
  if (!existsSync(squawk)) {
    console.warn("The migrations were not linted: there is no squawk for this platform.");
    return process.env.CI === "true" ? ["squawk is missing."] : [];
  }
  const { status } = spawnSync(squawk, paths, { cwd: root, stdio: "inherit" });
  return status === 0 ? [] : ["squawk found faults in the migrations."];
}

async function withMigratedDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const name = `vitrine_check_sql_${randomBytes(6).toString("hex")}`;
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
  const admin = new HeardClient({ connectionString: serverUrl });
  await admin.connect();
  try {
    await admin.query(`create database ${name}`);
    const sql = open(url);
    await migrate(sql);
    // SafeQL assumes that every string is a text; PostgreSQL infers a parameter's type from its place.
    await sql`create cast (text as uuid) with inout as implicit`;
    await sql.close();
    return await work(url);
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
  }
}

function open(url: string): Database {
  return connectPostgres({ url, poolSize: 1, preparedStatements: true, onIdleError: () => undefined });
}
