import { expect } from "vitest";
import type { Database } from "../../server/src/ports/database.ts";
import { changeStatements, openTestDatabase, type TestDatabase } from "../kit/database.ts";
import { startServer } from "../kit/harness.ts";
import { besidesOf, runAction, type Beside, type World } from "./tenant-runs.ts";
import { marks, type Mark } from "./tenant-sites.ts";

/** A comparison with the site, in a condition of a statement. */
const binding =
  /(?:\w+\.)?site_id = (?:\$\d+|\w+\.(?:site_)?id)|\bsites\.id = (?:\$\d+|\w+\.site_id)|(?<=\b(?:from|update) sites\b[^()]*\bwhere )id = \$\d+/g;

interface Run {
  name: string;
  mark: Mark;
  beside: Beside;
}

export interface Loosening {
  world: World;
  /** Comparisons without a visible effect, each with its reason. */
  isUnseen(statement: string, comparison: string): boolean;
  /** Selects the statements. */
  isMeant(statement: string): boolean;
}

/** What a run brings about with the statements as they are. */
interface Known {
  /** Whether it differs from what the site does alone. */
  differs(run: Run): Promise<boolean>;
  /** The runs that were asked about. */
  asked(): Run[];
}

/**
 * Lets each of two tenants do everything of their world beside the other, which is busy, and demands that each does it as if it were alone. Then makes each comparison with
 * the site true in turn, in each statement, and demands that some run, beside the other tenant in some state, is not as if it were alone. Resolves with the number of
 * comparisons.
 */
export async function loosenTenants({ world, isUnseen, isMeant }: Loosening): Promise<number> {
  const [lone, shared] = [await openTestDatabase(), await openTestDatabase()];
  const expected = await readAlone(lone, world);
  let change = (text: string) => text;
  const throughSql = (sql: Database) => changeStatements(sql, (text) => change(text));
  const server = await startServer({ database: shared, fromMemory: false, throughSql });
  const differenceOf = ({ name, mark, beside }: Run): Promise<string | undefined> =>
    runAction(server, shared, world, { name, mark, beside }).then(
      (lines) => firstDifference(lines, expected.get(`${name} ${mark.name}`) ?? []),
      (error: unknown) => String(error),
    );
  const differs = async (run: Run) => (await differenceOf(run)) !== undefined;
  const runs = Object.keys(world.actions).flatMap((name) =>
    besidesOf(world, name).flatMap((beside) => marks.map((mark): Run => ({ name, mark, beside }))),
  );
  const runResults = knownRuns(differs);

  const seen = new Map<string, Set<string>>();
  const wrong: string[] = [];
  for (const run of runs.filter(({ beside }) => beside.state === "busy")) {
    change = (text) => {
      seen.set(text, (seen.get(text) ?? new Set()).add(run.name));
      return text;
    };
    if (await runResults.differs(run))
      wrong.push(`${run.name}, ${run.mark.name} beside ${JSON.stringify(run.beside)}: ${await differenceOf(run)}`);
  }
  expect(wrong).toEqual([]);

  const survivors: string[] = [];
  let mutants = 0;
  const statements = [...seen].filter(([text, names]) => isMeant(text) && [...names].some((name) => !world.actions[name]?.isWitness));
  for (const [place, [statement, names]] of statements.entries()) {
    // It takes so long that people want to see it go on.
    process.stderr.write(`Statement ${place + 1} of ${statements.length}, ${mutants} comparisons so far.\n`);
    const candidates = runs.filter(({ name }) => names.has(name));
    for (const { index, 0: comparison } of statement.matchAll(binding)) {
      if (isUnseen(statement, comparison)) continue;
      const [before, after] = [statement.slice(0, index), statement.slice(index + comparison.length)];
      let telling: Run | undefined;
      for (const run of candidates) {
        change = (text) => (text === statement ? `${before}(${comparison} or true)${after}` : text);
        if (!(await differs(run))) continue;
        change = (text) => text;
        if (await runResults.differs(run)) continue;
        telling = run;
        break;
      }
      // It is likely to tell the next one, too.
      if (telling) candidates.unshift(...candidates.splice(candidates.indexOf(telling), 1));
      else {
        survivors.push(`${before}<<${comparison}>>${after}`.trim().replaceAll(/\s+/g, " "));
        process.stderr.write(`Not needed: ${survivors.at(-1)}\n`);
      }
      mutants += 1;
    }
  }
  change = (text) => text;
  // Each was told apart by its own effect, and not by what the others left behind.
  for (const run of runResults.asked()) if ((await differs(run)) !== (await runResults.differs(run))) wrong.push(`${run.name} afterwards`);
  expect(wrong).toEqual([]);
  await server.stop();
  for (const database of [lone, shared]) await database.drop();
  // An invalid statement would be told apart for the wrong reason.
  expect(server.logged()).not.toMatch(/syntax error|does not exist|could not determine|invalid reference/);
  expect(survivors).toEqual([]);
  return mutants;
}

/** The results of each action at a site without another beside it. */
async function readAlone(database: TestDatabase, world: World): Promise<Map<string, string[]>> {
  const server = await startServer({ database, fromMemory: false });
  const expected = new Map<string, string[]>();
  for (const name of Object.keys(world.actions))
    for (const mark of marks) expected.set(`${name} ${mark.name}`, await runAction(server, database, world, { name, mark }));
  await server.stop();
  return expected;
}

function firstDifference(lines: readonly string[], expected: readonly string[]): string | undefined {
  const place = Array.from({ length: Math.max(lines.length, expected.length) }, (_, at) => at).find((at) => lines[at] !== expected[at]);
  return place === undefined ? undefined : `${lines[place]} instead of ${expected[place]}`;
}

/** Asks about each run once. */
function knownRuns(differs: (run: Run) => Promise<boolean>): Known {
  const resultsByRun = new Map<Run, boolean>();
  return {
    differs: async (run) => {
      const isDifferent = resultsByRun.get(run) ?? (await differs(run));
      resultsByRun.set(run, isDifferent);
      return isDifferent;
    },
    asked: () => [...resultsByRun.keys()],
  };
}
