import type { Sql, SqlValue } from "../../server/src/ports/database.ts";

/** Runs a statement whose text varies, with a `?` for each value. */
export function ask<Row extends object>(sql: Sql, text: string, ...values: readonly SqlValue[]): Promise<Row[]> {
  return sql<Row>(templateOf(text), ...values);
}

export function templateOf(text: string): TemplateStringsArray {
  const parts = text.split("?");
  return Object.assign(parts, { raw: parts });
}
