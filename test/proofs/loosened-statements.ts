import { expect } from "vitest";
import type { Database } from "../../server/src/ports/database.ts";
import { changeStatements } from "../kit/database.ts";
import type { TestServer } from "../kit/harness.ts";

export interface Loosening {
  /** Starts the server whose statements are to be changed. */
  start(throughSql: (sql: Database) => Database): Promise<TestServer>;
  /** By name: runs that throw if one site's rows are taken for another's. */
  runs: Readonly<Record<string, (by: TestServer) => Promise<unknown>>>;
  /** Selects the statements. */
  isMeant(statement: string): boolean;
  /** The pattern of a comparison with the site. */
  binding: RegExp;
  /** Comparisons without a visible effect, each with its reason. */
  isUnseen?(statement: string, comparison: string): boolean;
  /** Changes other statements too, while one is loosened. */
  meanwhile?(statement: string): string;
}

/**
 * Makes each comparison with the site in each statement true, one at a time, and demands that one of the runs with the
 * statement notices. Returns the number of comparisons and of statements.
 */
export async function loosenStatements(loosening: Loosening): Promise<{ statements: number; mutants: number }> {
  const { start, runs, isMeant, binding, isUnseen = () => false, meanwhile = (text) => text } = loosening;
  const seen = new Map<string, Set<string>>();
  let name = "";
  let change = (text: string) => {
    seen.set(text, (seen.get(text) ?? new Set()).add(name));
    return text;
  };
  const mutant = await start((sql) => changeStatements(sql, (text) => change(text)));
  for (name of Object.keys(runs)) await runs[name]?.(mutant);
  const statements = [...seen].filter(([text]) => isMeant(text) && text.search(binding) >= 0);

  const survivors: string[] = [];
  let mutants = 0;
  for (const [statement, names] of statements) {
    for (const { index, 0: comparison } of statement.matchAll(binding)) {
      if (isUnseen(statement, comparison)) continue;
      const loosened = `${statement.slice(0, index)}(${comparison} or true)${statement.slice(index + comparison.length)}`;
      change = (text) => (text === statement ? loosened : meanwhile(text));
      let isNoticed = false;
      for (const candidate of names) {
        isNoticed ||= await Promise.resolve(runs[candidate]?.(mutant)).then(
          () => false,
          () => true,
        );
      }
      if (!isNoticed) survivors.push(loosened.trim().replaceAll(/\s+/g, " "));
      mutants += 1;
    }
  }
  // Each is noticed by its own effect, and not by what the others left behind.
  change = (text) => text;
  for (const run of Object.values(runs)) await run(mutant);
  await mutant.stop();
  // An invalid statement would be noticed for the wrong reason.
  expect(mutant.logged()).not.toMatch(/syntax error|does not exist|could not determine|invalid reference/);
  expect(survivors).toEqual([]);
  return { statements: statements.length, mutants };
}

/** The same runs, each under its name. */
export function runsOf<Name extends string>(
  names: readonly Name[],
  run: (by: TestServer, name: Name) => Promise<unknown>,
): Record<string, (by: TestServer) => Promise<unknown>> {
  return Object.fromEntries(names.map((name) => [name, (by: TestServer) => run(by, name)]));
}
