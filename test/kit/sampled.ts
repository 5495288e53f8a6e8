import { createHash } from "node:crypto";
import { inject, test } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** One of the projects of `npm run test:long`, in which no matrix is a sample. */
    isLong: boolean;
    database: "embedded" | "postgres";
  }
}

/** Which rows are sampled changes each day (UTC). `TEST_DAY` runs the sample of another day again. */
const day = process.env.TEST_DAY ?? new Date().toISOString().slice(0, 10);

/** All rows of a matrix in the long tests. In `npm test`, one of so many, by the hash of its name and the day, and at least one. */
export function sampled<Row>(rows: readonly Row[], nameOf: (row: Row) => string, parts = 4): readonly Row[] {
  return inject("isLong") ? rows : sampleOf(rows, nameOf, parts);
}

/** The same, but on the embedded database a sample in the long tests, too: of a large matrix of what the database does not decide. */
export function sampledEmbedded<Row>(rows: readonly Row[], nameOf: (row: Row) => string, parts: number, longParts: number): readonly Row[] {
  if (inject("isLong") && inject("database") === "embedded") return sampleOf(rows, nameOf, longParts);
  return sampled(rows, nameOf, parts);
}

function sampleOf<Row>(rows: readonly Row[], nameOf: (row: Row) => string, parts: number): readonly Row[] {
  const chosen = rows.filter((row) => isChosen(nameOf(row), parts));
  return chosen.length > 0 ? chosen : rows.slice(0, 1);
}

/** Whether a row is in the sample of one of so many. */
export const isSampled = (name: string, parts: number): boolean => inject("isLong") || isChosen(name, parts);

const isChosen = (name: string, parts: number): boolean =>
  createHash("sha256").update(`${day} ${name}`).digest().readUInt32BE(0) % parts === 0;

/** How many rounds a random test runs: all in the long tests, and a part of them in `npm test`. */
export const rounds = (all: number, part: number): number => (inject("isLong") ? all : part);

/** A test that floods, waits or walks everything. `npm test` does not register it, so it does not count as skipped there. */
export const longTest = (inject("isLong") ? test : () => undefined) as typeof test;
