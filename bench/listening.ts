import type { AddressInfo } from "node:net";
import { systemIds } from "../server/src/adapters/system.ts";
import { statementOf } from "../server/src/adapters/sql-text.ts";
import { buildApp } from "../server/src/app.ts";
import type { Deps } from "../server/src/deps.ts";
import { clientsBehind } from "../server/src/lib/http/client-address.ts";
import type { Database, Sql, SqlValue, Transaction } from "../server/src/ports/database.ts";
import type { Ids } from "../server/src/ports/ids.ts";
import type { PaymentRequest, Processor } from "../server/src/ports/processor.ts";
import { assembleForBench } from "./assembled.ts";
import { asValue, newIdName, type Step } from "./replay.ts";

/** The calls of a server to its database and its processor, as recording handles hear them. */
export type Said =
  | { kind: "transaction" | "statement"; statements: { name: string; text: string; values: readonly SqlValue[]; rows: number }[] }
  | { kind: "processor"; request: PaymentRequest };

/** The whole pipeline, without background work. */
export async function startHeardServer(
  parts: Pick<Deps, "sql" | "ids" | "clock"> & Partial<Pick<Deps, "processor">>,
): Promise<{ port: number; close(): Promise<unknown> }> {
  const { deps, directory } = assembleForBench(parts);
  const options = { limits: undefined, clients: clientsBehind([]), hotReads: false, operating: undefined, local: undefined } as const;
  const { app, server } = await buildApp({ deps, directory, ...options });
  await app.listen({ port: 0, host: "127.0.0.1" });
  return { port: (server.address() as AddressInfo).port, close: () => app.close() };
}

export function listeningDatabase(database: Database, tell: (step: Said) => void): Database {
  const listen = (sql: Sql, statements: () => Extract<Said, { statements: unknown }>["statements"]): Sql => {
    return async (strings, ...values) => {
      const rows = await sql(strings, ...values);
      statements().push({ ...statementOf(strings), values, rows: rows.length });
      return rows as never;
    };
  };
  const alone = () => {
    const statements: [] = [];
    tell({ kind: "statement", statements });
    return statements;
  };
  const begin: Database["begin"] = (work, options) =>
    database.begin(async (tx) => {
      const statements: [] = [];
      tell({ kind: "transaction", statements });
      return work(
        Object.assign(
          listen(tx, () => statements),
          { script: tx.script },
        ) satisfies Transaction,
      );
    }, options);
  const { listen: hear, close, isHeldExclusively, description } = database;
  return Object.assign(listen(database, alone), { begin, listen: hear, close, isHeldExclusively, description });
}

export function listeningProcessor(processor: Processor, tell: (step: Said) => void): Processor {
  return {
    ...processor,
    open: (key, request) => {
      tell({ kind: "processor", request });
      return processor.open(key, request);
    },
  };
}

export function listeningIds(heard: () => Map<string, string>): Ids {
  const hear = (kind: "next" | "secret") => () => {
    const id = systemIds[kind]();
    heard().set(id, newIdName(kind, heard().size));
    return id;
  };
  return { next: hear("next"), secret: hear("secret") };
}

export function asSteps(said: readonly Said[], namesById: ReadonlyMap<string, string>, at: Date): Step[] {
  return said.map((step): Step => {
    if (step.kind === "processor") return step;
    const statements = step.statements.map(({ values, ...rest }) => ({
      ...rest,
      values: values.map((value) => asValue(value, namesById, at)),
    }));
    return { kind: step.kind, statements };
  });
}
