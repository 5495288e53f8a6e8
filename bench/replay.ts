import { randomUUID } from "node:crypto";
import type pg from "pg";
import { v7 } from "uuid";
import type { SqlValue } from "../server/src/ports/database.ts";
import type { PaymentRequest } from "../server/src/ports/processor.ts";

/** What the server does for one checkout, in order, with a place for everything that another checkout has of its own. */
export type Step = DatabaseStep | { kind: "processor"; request: PaymentRequest };

export interface DatabaseStep {
  kind: "transaction" | "statement";
  statements: Statement[];
}

export interface Statement {
  name: string;
  text: string;
  values: Value[];
  /** How many rows it answered; another number is another thing done. */
  rows: number;
}

type Plain = string | number | boolean | null;
/** `own`: an id by the name under which this checkout has it. `sinceMs`: an instant, from when it is done. */
export type Value = { plain: Plain } | { own: string } | { sinceMs: number } | { list: Value[] };

/** Puts a place into each value that is an id of `own`, or an instant. */
export function asValue(value: SqlValue, own: ReadonlyMap<string, string>, at: Date): Value {
  if (value instanceof Date) return { sinceMs: value.getTime() - at.getTime() };
  if (value instanceof Uint8Array) throw new Error("The bare loop cannot repeat a statement with bytes.");
  if (Array.isArray(value)) return { list: value.map((one: SqlValue) => asValue(one, own, at)) };
  const name = typeof value === "string" ? own.get(value) : undefined;
  return name === undefined ? { plain: value as Plain } : { own: name };
}

/** Under these names the steps have what the processor calls a payment; ids of the server's own are named by `newIdName`. */
export const processorIdNames = ["session", "intent", "event"] as const;

export function newIdName(kind: "next" | "secret", number: number): string {
  return `${kind} ${number}`;
}

/** The ids of one checkout: those that are not given are made when they are first asked for, as the server makes them. */
export function ownIds(given: Readonly<Record<string, string>> = {}) {
  const ids = new Map(Object.entries(given));
  return {
    get: (name: string): string => {
      const known = ids.get(name);
      if (known !== undefined) return known;
      if ((processorIdNames as readonly string[]).includes(name)) throw new Error(`Nothing says what the ${name} is.`);
      const made = name.startsWith("next") ? v7() : randomUUID();
      ids.set(name, made);
      return made;
    },
    give: (more: Readonly<Record<string, string>>) => {
      for (const [name, id] of Object.entries(more)) ids.set(name, id);
    },
  };
}
export type OwnIds = ReturnType<typeof ownIds>;

/** Does one step of the database's. Rejects when a statement answers more or fewer rows than it did for the server. */
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
  const result = await on.query({ name, text, values: values.map((value) => given(value, ids, now)) });
  if (result.rows.length !== rows) throw new Error(`Answered ${result.rows.length} rows instead of ${rows}:\n${text}`);
}

function given(value: Value, ids: OwnIds, now: number): unknown {
  if ("plain" in value) return value.plain;
  if ("own" in value) return ids.get(value.own);
  if ("sinceMs" in value) return new Date(now + value.sinceMs);
  return value.list.map((one) => given(one, ids, now));
}
