import { randomUUID } from "node:crypto";
import type pg from "pg";
import { v7 } from "uuid";
import type { SqlValue } from "../server/src/ports/database.ts";
import type { PaymentRequest } from "../server/src/ports/processor.ts";

/** The server's work for one checkout, in order, with a placeholder for every value that another checkout has of its own. */
export type Step = DatabaseStep | { kind: "processor"; request: PaymentRequest };

export interface DatabaseStep {
  kind: "transaction" | "statement";
  statements: Statement[];
}

export interface Statement {
  name: string;
  text: string;
  values: Value[];
  /** The number of rows in its result; another number means other work. */
  rows: number;
}

type Plain = string | number | boolean | null;
/**
 * `own`: an id by its name in this work. `sinceMs`: the start of the work. `above`: the revision that is changed, and how much more. `counted`: the
 * number that an earlier statement of this work returned.
 */
export type Value =
  { plain: Plain } | { own: string } | { sinceMs: number } | { above: number } | { counted: true } | { base64: string } | { list: Value[] };

/** The revision of whatever a recorded change changes: no other number is near it. */
export const heardRevision = 180_000_000;

/** Puts a placeholder into each value that is an id of `own`, or an instant. */
export function asValue(value: SqlValue, namesById: ReadonlyMap<string, string>, at: Date): Value {
  if (value instanceof Date) return { sinceMs: value.getTime() - at.getTime() };
  if (value instanceof Uint8Array) return { base64: Buffer.from(value).toString("base64") };
  if (Array.isArray(value)) return { list: value.map((one: SqlValue) => asValue(one, namesById, at)) };
  if (typeof value === "number" && Math.abs(value - heardRevision) < 10) return { above: value - heardRevision };
  const name = typeof value === "string" ? namesById.get(value) : undefined;
  return name === undefined ? { plain: value as Plain } : { own: name };
}

/** The names of the processor's ids in the steps; ids of the server's own are named by `newIdName`. */
export const processorIdNames = ["session", "intent", "event"] as const;

export function newIdName(kind: "next" | "secret", number: number): string {
  return `${kind} ${number}`;
}

/** The ids of one work, and the revision of the thing that it changes: missing ids are made on first use, as in the server. */
export function ownIds(initialIds: Readonly<Record<string, string>> = {}, revision = NaN) {
  const ids = new Map(Object.entries(initialIds));
  return {
    revision,
    counted: NaN,
    get: (name: string): string => {
      const knownId = ids.get(name);
      if (knownId !== undefined) return knownId;
      if ((processorIdNames as readonly string[]).includes(name)) throw new Error(`The ${name} is unknown.`);
      const newId = name.startsWith("next") ? v7() : randomUUID();
      ids.set(name, newId);
      return newId;
    },
    give: (more: Readonly<Record<string, string>>) => {
      for (const [name, id] of Object.entries(more)) ids.set(name, id);
    },
  };
}
export type OwnIds = ReturnType<typeof ownIds>;

/** Runs one step in the database. Rejects if a statement returns more or fewer rows than it did for the server. */
export async function replay(pool: pg.Pool, { kind, statements }: DatabaseStep, ids: OwnIds): Promise<void> {
  if (kind === "statement") {
    for (const statement of statements) await run(pool, statement, ids);
    return;
  }
  const client = await pool.connect();
  try {
    await client.query("begin");
    for (const statement of statements) await run(client, statement, ids);
    await client.query("commit");
  } finally {
    client.release();
  }
}

async function run(on: pg.Pool | pg.PoolClient, { name, text, values, rows }: Statement, ids: OwnIds): Promise<void> {
  const now = Date.now();
  const result = await on.query<{ number?: unknown }>({ name, text, values: values.map((value) => fillValue(value, ids, now)) });
  if (result.rows.length !== rows) throw new Error(`Returned ${result.rows.length} rows instead of ${rows}:\n${text}`);
  const [first] = result.rows;
  if (typeof first?.number === "number") ids.counted = first.number;
}

function fillValue(value: Value, ids: OwnIds, now: number): unknown {
  if ("plain" in value) return value.plain;
  if ("own" in value) return ids.get(value.own);
  if ("base64" in value) return Buffer.from(value.base64, "base64");
  if ("above" in value) return ids.revision + value.above;
  if ("counted" in value) return ids.counted;
  if ("sinceMs" in value) return new Date(now + value.sinceMs);
  return value.list.map((one) => fillValue(one, ids, now));
}
