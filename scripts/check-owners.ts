/** Checks that each table is written by its owner alone, and read by others only if that is listed: server/table-owners.ts. */
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { migrationsFolder } from "../server/src/lib/sql/migrate.ts";
import { joint, owners, reads } from "../server/table-owners.ts";
import { ownerErrors, type PlacedUse } from "./owner-errors.ts";
import { addCreated, statementsIn, tableUse, type Schema } from "./table-use.ts";

// An empty result is not a fault either.
const fewestStatements = 250;

const source = new URL("../server/src/", import.meta.url);
const schema: Schema = { tables: new Set(), views: new Map() };
const uses: PlacedUse[] = [];
const errors: string[] = [];

for (const name of (await readdir(migrationsFolder)).filter((file) => file.endsWith(".sql")).sort())
  await addCreated(schema, await readFile(new URL(name, migrationsFolder), "utf8"));

for (const path of (await readdir(fileURLToPath(source), { recursive: true })).sort()) {
  if (!path.endsWith(".ts") || /\.(test|proof)\.ts$/.test(path)) continue;
  for (const statement of statementsIn(await readFile(new URL(path, source), "utf8"))) {
    const at = `server/src/${path}:${statement.line}`;
    const use = await tableUse(statement);
    if (!use) errors.push(`${at}: PostgreSQL's parser does not understand the statement.`);
    else uses.push({ ...use, at, user: userOf(path) });
    // The table of the migrations themselves.
    if (/^\s*create table\b/.test(statement.text)) await addCreated(schema, statement.text);
  }
}
errors.push(...ownerErrors(uses, schema, { owners, reads }));
if (uses.length < fewestStatements) errors.push(`Only ${uses.length} statements were understood: the check misses files.`);

for (const error of errors) console.error(error);
if (errors.length > 0) process.exitCode = 1;
else console.log(`Checked the reads and writes of ${schema.tables.size} tables, in ${uses.length} statements.`);

/** The owner that a file's statements are of: its feature, or what features own together, or the first part of the path. */
function userOf(path: string): string {
  const [first = "", , feature = ""] = path.split("/");
  if (first !== "features") return first;
  return Object.entries(joint).find(([, features]) => features.includes(feature))?.[0] ?? feature;
}
