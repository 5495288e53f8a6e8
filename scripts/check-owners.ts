/** Checks that each table is written by its owner alone, and read by others only if that is listed: server/table-owners.ts. */
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { migrationsFolder } from "../server/src/lib/sql/migrate.ts";
import { owners, reads } from "../server/table-owners.ts";
import { ownerFaults, type PlacedUse } from "./owner-faults.ts";
import { addCreated, statementsIn, tableUse, type Schema } from "./table-use.ts";

// An empty result is no fault either.
const fewestStatements = 250;

const source = new URL("../server/src/", import.meta.url);
const schema: Schema = { tables: new Set(), views: new Map() };
const uses: PlacedUse[] = [];
const faults: string[] = [];

for (const name of (await readdir(migrationsFolder)).filter((file) => file.endsWith(".sql")).sort())
  await addCreated(schema, await readFile(new URL(name, migrationsFolder), "utf8"));

for (const path of (await readdir(fileURLToPath(source), { recursive: true })).sort()) {
  if (!path.endsWith(".ts") || /\.(test|proof)\.ts$/.test(path)) continue;
  for (const statement of statementsIn(await readFile(new URL(path, source), "utf8"))) {
    const at = `server/src/${path}:${statement.line}`;
    const use = await tableUse(statement);
    if (!use) faults.push(`${at}: PostgreSQL's parser does not understand the statement.`);
    else uses.push({ ...use, at, user: userOf(path) });
    // The table of the migrations themselves.
    if (/^\s*create table\b/.test(statement.text)) await addCreated(schema, statement.text);
  }
}
faults.push(...ownerFaults(uses, schema, { owners, reads }));
if (uses.length < fewestStatements) faults.push(`Only ${uses.length} statements were understood: the check misses files.`);

for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
else console.log(`Checked the reads and writes of ${schema.tables.size} tables, in ${uses.length} statements.`);

/** The feature, or the first part of the path. */
function userOf(path: string): string {
  const [first = "", second = ""] = path.split("/");
  return first === "features" ? second : first;
}
