/**
 * Checks every statement of server/src against the tables that server/migrations makes, its row type against its
 * result, and the migrations against changes that would lock or break a running server.
 *
 * Needs a PostgreSQL: TEST_DATABASE_URL, or one on this machine. Makes a database of its own there and drops it.
 */
import { existsSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { ESLint } from "eslint";
import ts from "typescript";
import { connectPostgres, HeardClient } from "../server/src/adapters/postgres.ts";
import { migrate, migrationsFolder } from "../server/src/lib/sql/migrate.ts";
import { DatabaseUnavailable, type Database } from "../server/src/ports/database.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const { resolve } = createRequire(import.meta.url);
const serverUrl = process.env.TEST_DATABASE_URL ?? "postgres://postgres@127.0.0.1:5432/postgres";
const serverSource = fileURLToPath(new URL("../server/src", import.meta.url));
const rule = "@ts-safeql/check-sql";

interface Spoiling {
  what: string;
  /** The parts of a tagged template that become the mistake. */
  partsOf(template: ts.TaggedTemplateExpression, source: ts.SourceFile): { pos: number; end: number }[];
  mistake: string;
}

/** The mistakes to make: a check that finds nothing must not pass as one that has nothing to find. */
const spoilings: readonly Spoiling[] = [
  {
    what: "statements",
    partsOf: ({ template }, source) => [{ pos: template.getStart(source) + 1, end: template.getStart(source) + 1 }],
    mistake: "with spoilt as (select no_such_column from sites) ",
  },
  { what: "row types", partsOf: ({ typeArguments }) => [...(typeArguments ?? [])], mistake: "{ noSuchColumn: string }" },
];

if (await isAnswering()) {
  const errors = [...(await checkStatements()), ...(await checkMigrations())];
  for (const error of errors) console.error(error);
  process.exitCode = errors.length > 0 ? 1 : 0;
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
    const results = await newEslint().lintFiles(["server/src"]);
    const errors = results.flatMap(({ filePath, messages }) =>
      messages.map(({ line, column, message }) => `${relative(root, filePath)}:${line}:${column} ${message}`),
    );
    if (errors.length > 0) return errors;

    const files = new Map<string, string>();
    for (const { filePath } of results) files.set(relative(serverSource, filePath), await readFile(filePath, "utf8"));
    const spoilingResults = await Promise.all(spoilings.map((spoiling) => countFoundMistakes(spoiling, files)));
    errors.push(...spoilingResults.flatMap((each) => each.errors));
    const checked = spoilingResults[0]?.count ?? 0;
    if (checked === 0) return [...errors, "No statement was checked."];
    console.log(`Checked ${checked} statements.`);
    return errors;
  });
}

/** Checks a copy of the source, beside it, in which every statement or every row type has a mistake: all must be found. */
async function countFoundMistakes(spoiling: Spoiling, files: ReadonlyMap<string, string>): Promise<{ count: number; errors: string[] }> {
  const folder = `${root}server/spoilt-${randomBytes(6).toString("hex")}`;
  const spoilt: string[] = [];
  const counts = new Map<string, number>();
  try {
    for (const [path, text] of files) {
      const { count, text: copy } = spoil(path.endsWith(".test.ts") ? { ...spoiling, partsOf: () => [] } : spoiling, text);
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), copy);
      if (count === 0) continue;
      spoilt.push(join(folder, path));
      counts.set(path, count);
    }
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ extends: "../../tsconfig.json", include: ["."] }));
    const results = await newEslint().lintFiles(spoilt);
    const errors = results.flatMap(({ filePath, messages }) => {
      const path = relative(folder, filePath);
      if (messages.length === counts.get(path)) return [];
      return [`server/src/${path}: ${messages.length} of ${counts.get(path) ?? 0} mistakes in its ${spoiling.what} were found.`];
    });
    return { count: [...counts.values()].reduce((sum, count) => sum + count, 0), errors };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function spoil({ partsOf, mistake }: Spoiling, text: string): { count: number; text: string } {
  const source = ts.createSourceFile("", text, ts.ScriptTarget.Latest, true);
  const parts: { pos: number; end: number }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && /\b(sql|tx)$/.test(node.tag.getText(source))) parts.push(...partsOf(node, source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  const last = [...parts].sort((a, b) => b.pos - a.pos);
  return { count: parts.length, text: last.reduce((sum, { pos, end }) => sum.slice(0, pos) + mistake + sum.slice(end), text) };
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

function newEslint(): ESLint {
  return new ESLint({ cwd: root, ruleFilter: ({ ruleId }) => ruleId === rule });
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
