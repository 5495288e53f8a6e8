import { createHash } from "node:crypto";
import { inject } from "vitest";

/** The rows whose names hash into one of so many parts: always the same ones. */
function samplesOf<Row>(rows: readonly Row[], nameOf: (row: Row) => string, parts: number): readonly Row[] {
  return rows.filter((row) => createHash("sha256").update(nameOf(row)).digest().readUInt32BE(0) % parts === 0);
}

/** All rows of a matrix on the embedded database and in the long tests; on PostgreSQL, in `npm test`, a quarter of them. */
export function sampled<Row>(rows: readonly Row[], nameOf: (row: Row) => string): readonly Row[] {
  return inject("isLong") || inject("database") === "embedded" ? rows : samplesOf(rows, nameOf, 4);
}

/** All rows in the long tests, one of so many in `npm test`. */
export function rarely<Row>(rows: readonly Row[], nameOf: (row: Row) => string, parts: number): readonly Row[] {
  return inject("isLong") ? rows : samplesOf(rows, nameOf, parts);
}
