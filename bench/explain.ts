import pg from "pg";
import { HeardClient } from "../server/src/adapters/postgres.ts";
import type { SqlValue } from "../server/src/ports/database.ts";
import type { Statement } from "./heard.ts";

/** A plan from PostgreSQL, one line for each step, and those of the functions that the statement calls. */
export interface Plan {
  lines: string[];
  /** By name, each once: a statement may call the same several times. */
  functions: ReadonlyMap<string, string[]>;
  /** Tables that are read from one end to the other. */
  seqScans: string[];
}

/** Whether the plan is made for the values of its parameters, or once for any. */
export type PlanKind = "custom" | "generic";

export interface Explainer {
  explain(statement: Statement, kind: PlanKind, options?: { withoutSeqScans?: boolean }): Promise<Plan>;
  close(): Promise<void>;
}

/** Parts that do not show how rows are found, or differ from run to run. */
const leftOut =
  /^\s*(Heap Fetches|Heap Blocks|Rows Removed|Sort Method|Presorted|Buckets|Cache Key|Cache Mode|Hits|Batches|Full-sort|Pre-sorted)/;

/** Plans with actual figures, functions included. Only a superuser may request these. */
export async function openExplainer(url: string): Promise<Explainer> {
  const client = new HeardClient({ connectionString: url });
  await client.connect();
  // Only the log has the plans inside of functions, which this session gets as messages.
  await client.query(`
    load 'auto_explain';
    set auto_explain.log_min_duration = 0;
    set auto_explain.log_nested_statements = on;
    set auto_explain.log_analyze = on;
    set auto_explain.log_timing = off;
    set client_min_messages = log`);
  let notices: { message?: string | undefined; where?: string | undefined }[] = [];
  client.on("notice", (notice) => notices.push(notice));

  const explain: Explainer["explain"] = async ({ text, values }, kind, { withoutSeqScans = false } = {}) => {
    await client.query(`set plan_cache_mode = force_${kind}_plan; set enable_seqscan = ${withoutSeqScans ? "off" : "on"}`);
    await client.query(`prepare explained as ${text}`);
    notices = [];
    const explained = await client.query<Record<"QUERY PLAN", string>>(
      `explain (analyze, costs off, timing off, summary off, buffers off) execute explained${parametersOf(values)}`,
    );
    await client.query("deallocate explained");
    const lines = readable(explained.rows.map((row) => row["QUERY PLAN"]));
    const functions = new Map(notices.flatMap(({ message = "", where = "" }) => planInFunction(message, where)));
    const seqScans = [lines, ...functions.values()].flat().flatMap((line) => /Seq Scan on (\w+)/.exec(line)?.[1] ?? []);
    return { lines, functions, seqScans };
  };
  return { explain, close: () => client.end() };
}

/** The plan in a message of auto_explain, under the name of the function; nothing for the statement itself. */
function planInFunction(message: string, where: string): [string, string[]][] {
  const name = /function (\w+)\(/.exec(where)?.[1];
  const lines = message.split("\n");
  const begin = lines.findIndex((line) => line.includes("(cost="));
  return name && begin >= 0 ? [[name, readable(lines.slice(begin))]] : [];
}

function readable(lines: readonly string[]): string[] {
  return lines.filter((line) => !leftOut.test(line)).map(shortened);
}

function shortened(line: string): string {
  return line
    .replace(/\s*\(cost=[^)]*\)/g, "")
    .replace(/\(actual rows=(\d+) loops=1\)/, "($1 rows)")
    .replace(/\(actual rows=(\d+) loops=(\d+)\)/, "($1 rows, $2 times)")
    .replace(/'[0-9a-f]{8}-[0-9a-f-]{27}'/g, "'…'")
    .replaceAll("\u{10ffff}", "U+10FFFF")
    .replace(/::(uuid|text)\b(\[\])?/g, "")
    .replace(/^(.{137}).{4,}$/, "$1 …");
}

function parametersOf(values: readonly SqlValue[]): string {
  return values.length === 0 ? "" : `(${values.map(literal).join(", ")})`;
}

function literal(value: SqlValue): string {
  if (Array.isArray(value)) return `array[${value.map(literal).join(", ")}]::text[]`;
  return value === null ? "null" : pg.escapeLiteral(String(value));
}
