import type { Database, Sql, Transaction } from "../ports/database.ts";
import type { SpanStart, Tracing } from "../ports/tracing.ts";
import { summaryOf } from "./statement-summary.ts";

/** The database, with each statement and transaction as a span of the current trace. */
export function tracedDatabase(database: Database, tracing: Tracing): Database {
  const over =
    (handle: Sql): Sql =>
    <Row extends object>(strings: TemplateStringsArray, ...values: Parameters<Sql> extends [unknown, ...infer Values] ? Values : never) =>
      tracing.child(spanOf(strings), () => handle<Row>(strings, ...values));
  const begin: Database["begin"] = (work, options) =>
    tracing.child({ name: "transaction", kind: "internal" }, () =>
      database.begin((tx) => work(Object.assign(over(tx), { script: tx.script }) satisfies Transaction), options),
    );
  return Object.assign(over(database), database, { begin });
}

const starts = new WeakMap<TemplateStringsArray, SpanStart>();

function spanOf(strings: TemplateStringsArray): SpanStart {
  let start = starts.get(strings);
  if (!start) {
    const { operation, summary, text } = summaryOf(strings);
    const attributes = {
      "db.system.name": "postgresql",
      "db.operation.name": operation,
      "db.query.summary": summary,
      "db.query.text": text,
    };
    starts.set(strings, (start = { name: summary, kind: "client", attributes }));
  }
  return start;
}
