import type { AddressInfo } from "node:net";
import { systemIds } from "../server/src/adapters/system.ts";
import { connectPostgres } from "../server/src/adapters/postgres.ts";
import { statementOf } from "../server/src/adapters/sql-text.ts";
import { stripeProcessor } from "../server/src/adapters/stripe-processor.ts";
import { buildApp } from "../server/src/app.ts";
import type { Deps } from "../server/src/deps.ts";
import { clientsBehind } from "../server/src/lib/http/client-address.ts";
import type { Database, Sql, SqlValue, Transaction } from "../server/src/ports/database.ts";
import type { Ids } from "../server/src/ports/ids.ts";
import type { PaymentRequest, Processor } from "../server/src/ports/processor.ts";
import { assembleForBench } from "./assembled.ts";
import { idsOfEvent } from "./checkout-event.ts";
import { asValue, newIdName, processorIdNames, type DatabaseStep, type Step } from "./replay.ts";
import { shopping, type Shopping } from "./shopping.ts";

/** The server's calls to its database and its processor for one checkout, from the session to the paid order. */
export interface HeardCheckout {
  steps: Step[];
  /** Of them, the one that settles the payment. */
  settling: DatabaseStep;
  names: { order: string; payment: string; variant: string };
}

type Said =
  | { kind: "transaction" | "statement"; statements: { name: string; text: string; values: readonly SqlValue[]; rows: number }[] }
  | { kind: "processor"; request: PaymentRequest };

/**
 * Runs the server in this process between recording handles, and buys from it: twice, because cached data is
 * read the first time only. So the bare loop does the same work as the server, and nobody has to keep the two in step.
 */
export async function hearCheckout(url: string, processorUrl: string, about: Omit<Shopping, "port">): Promise<HeardCheckout> {
  let said: Said[] = [];
  let ids = new Map<string, string>();
  const at = new Date();
  const database = connectPostgres({ url, poolSize: 2, preparedStatements: true, onIdleError: () => undefined });
  const processor = stripeProcessor({ apiUrl: processorUrl });
  const server = await startServer({
    sql: listeningDatabase(database, (step) => said.push(step)),
    processor: listeningProcessor(processor, (step) => said.push(step)),
    ids: listeningIds(() => ids),
    // Stands still, so that nothing expires between the two.
    clock: { now: () => at, monotonicMs: () => 0 },
  });
  const shopper = shopping({ ...about, port: server.port });
  try {
    await shopper.checkOut(0);
    [said, ids] = [[], new Map()];
    const { orderId, sessionId } = await shopper.open(0);
    await shopper.settle(0, { orderId, sessionId });
    const { intentId, eventId } = idsOfEvent(sessionId);
    const reference = said.find((step) => step.kind === "processor")?.request.reference ?? "";
    const own = [about.variantIds[0] ?? "", sessionId, intentId, eventId];
    const names = ["variant", ...processorIdNames];
    for (const [index, id] of own.entries()) ids.set(id, names[index] as string);
    const steps = asSteps(said, ids, at);
    return {
      steps,
      settling: settlingOf(steps),
      names: { order: ids.get(orderId) ?? "", payment: ids.get(reference) ?? "", variant: "variant" },
    };
  } finally {
    shopper.close();
    await server.close();
    await Promise.all([processor.close(), database.close()]);
  }
}

/** The whole pipeline, without background work. */
async function startServer(parts: Pick<Deps, "sql" | "processor" | "ids" | "clock">): Promise<{ port: number; close(): Promise<unknown> }> {
  const { deps, directory } = assembleForBench(parts);
  const options = { limits: undefined, clients: clientsBehind([]), hotReads: false, operating: undefined, local: undefined } as const;
  const { app, server } = await buildApp({ deps, directory, ...options });
  await app.listen({ port: 0, host: "127.0.0.1" });
  return { port: (server.address() as AddressInfo).port, close: () => app.close() };
}

function listeningDatabase(database: Database, tell: (step: Said) => void): Database {
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

function listeningProcessor(processor: Processor, tell: (step: Said) => void): Processor {
  return {
    ...processor,
    open: (key, request) => {
      tell({ kind: "processor", request });
      return processor.open(key, request);
    },
  };
}

function listeningIds(heard: () => Map<string, string>): Ids {
  const hear = (kind: "next" | "secret") => () => {
    const id = systemIds[kind]();
    heard().set(id, newIdName(kind, heard().size));
    return id;
  };
  return { next: hear("next"), secret: hear("secret") };
}

function asSteps(said: readonly Said[], own: ReadonlyMap<string, string>, at: Date): Step[] {
  return said.map((step): Step => {
    if (step.kind === "processor") return step;
    const statements = step.statements.map(({ values, ...rest }) => ({ ...rest, values: values.map((value) => asValue(value, own, at)) }));
    return { kind: step.kind, statements };
  });
}

/** The transaction after the processor's response: there must be one. */
function settlingOf(steps: readonly Step[]): DatabaseStep {
  const asked = steps.findIndex(({ kind }) => kind === "processor");
  const [settling, ...others] = steps.slice(asked + 1).flatMap((step) => (step.kind === "transaction" ? [step] : []));
  if (asked < 0 || !settling || others.length > 0) throw new Error("A checkout has other steps than the bench expects.");
  return settling;
}
