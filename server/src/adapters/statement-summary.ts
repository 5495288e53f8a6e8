import { statementOf } from "./sql-text.ts";

export interface StatementSummary {
  /** `select`, `insert`, `update`, `delete`, or the first word of any other statement. */
  operation: string;
  /** The operation and its table: `update payments`. */
  summary: string;
  /** With $1, $2 … for values: never a value. */
  text: string;
}

const summaries = new WeakMap<TemplateStringsArray, StatementSummary>();

/** A summary of a statement in a few words. Made once for each place in the code. */
export function summaryOf(strings: TemplateStringsArray): StatementSummary {
  let summary = summaries.get(strings);
  if (!summary) summaries.set(strings, (summary = summarize(statementOf(strings).text)));
  return summary;
}

/** In a statement that begins with `with`, the change matters more than the result. */
export function summarize(statement: string): StatementSummary {
  const text = statement.replace(/\s+/g, " ").trim();
  const change =
    /(?:^|[( ])(insert) into ("?\w+)|(?:^|[( ])(update) (?!of |skip )("?\w+)"? (?:as \w+ )?set|(?:^|[( ])(delete) from ("?\w+)/.exec(text);
  const [, insert, into, update, updated, remove, removed] = change ?? [];
  const operation = insert ?? update ?? remove ?? (/^with /.test(text) ? "select" : (/^\w+/.exec(text)?.[0] ?? "statement"));
  const table = into ?? updated ?? removed ?? /\bfrom (?!unnest\b|\()("?\w+)/.exec(text)?.[1];
  return { operation, summary: table === undefined ? operation : `${operation} ${table}`, text };
}
